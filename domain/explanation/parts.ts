import { ProgramTable, runProgram } from "../evaluation/evaluating/program.ts";
import type { RuleReading } from "../evaluation/evaluating/reading.ts";
import { TRUTH_NAMES } from "../evaluation/evaluating/truth.ts";
import type { BoundExpression } from "../evaluation/types.ts";
import { explainComparison, isText, type Spoken, subjectOf, uomOf } from "./comparison.ts";
import type { ExplainedComparison, ExplainedPart, TruthName } from "./schema.ts";
import { listed } from "./words.ts";

/** A part of an expression, with its inner parts. */
export interface PartNode {
  /** Index in the list of the rule's parts. */
  place: number;
  depth: number;
  kind: ExplainedPart["kind"];
  /** How many of its inner parts must be TRUE. */
  atLeast: number;
  truth: TruthName;
  text: string;
  comparison: ExplainedComparison | null;
  inner: PartNode[];
}

/** Explains an expression. The engine's own program computes the truth of each part. */
export function explainExpression(
  expression: BoundExpression,
  reading: RuleReading,
  spoken: Spoken,
): PartNode {
  return new Explaining(reading, spoken).node(expression, 0);
}

class Explaining {
  readonly #programs = new ProgramTable();
  readonly #truths: Uint8Array;
  #places = 0;
  /** Index of the next comparison, in the order of the expression. */
  #next = 0;

  constructor(private readonly reading: RuleReading, private readonly spoken: Spoken) {
    this.#truths = Uint8Array.from(reading.comparisons, ({ truth }) => TRUTH_NAMES.indexOf(truth));
  }

  node(expression: BoundExpression, depth: number): PartNode {
    const place = this.#places++, first = this.#next;
    const own = expression.kind === "comparison" ? this.#comparison(expression.comparison) : null;
    const inner = partsOf(expression).map((part) => this.node(part, depth + 1));
    const program = this.#programs.programOf({ expression });
    const truth = TRUTH_NAMES[runProgram(program, this.#truths.subarray(first), [])];
    return {
      place,
      depth,
      kind: expression.kind,
      atLeast: expression.kind === "at_least"
        ? expression.atLeast
        : expression.kind === "any"
        ? 1
        : inner.length,
      truth,
      ...own ?? { comparison: null, text: textOf(expression) },
      inner,
    };
  }

  #comparison(comparison: Extract<BoundExpression, { kind: "comparison" }>["comparison"]) {
    const explained = explainComparison(comparison, this.reading.comparisons[this.#next++]!, this.spoken);
    const { value, inputs, to_true, to_false } = explained;
    const need = to_false ?? to_true;
    const is = value === null ? "is not known" : isText(comparison, value, uomOf(comparison, inputs));
    return { comparison: explained, text: need?.text ?? `${subjectOf(comparison, inputs)} ${is}` };
  }
}

function partsOf(expression: BoundExpression): readonly BoundExpression[] {
  if (expression.kind === "comparison") return [];
  return expression.kind === "not" ? [expression.of] : expression.of;
}

function textOf(expression: BoundExpression): string {
  if (expression.kind === "at_least") return `at least ${expression.atLeast} of`;
  return { all: "all of", any: "any of", not: "not", comparison: "" }[expression.kind];
}

/** The parts in the order in which the expression is written. */
export function partList(node: PartNode, of: ExplainedPart["of"] = "conditions"): ExplainedPart[] {
  const { depth, kind, truth, text, comparison } = node;
  return [{ of, depth, kind, truth, text, comparison }, ...node.inner.flatMap((part) => partList(part, of))];
}

/** What must change, in which parts. */
export interface Change {
  parts: number[];
  text: string;
}

/** What must change for a part to become TRUE or FALSE; null when it is so already. */
export function changeTo(node: PartNode, goal: "true" | "false"): Change | null {
  if (node.truth === goal) return null;
  if (node.kind === "comparison") {
    const need = goal === "true" ? node.comparison?.to_true : node.comparison?.to_false;
    return { parts: [node.place], text: need?.text ?? "" };
  }
  if (node.kind === "not") return changeTo(node.inner[0]!, goal === "true" ? "false" : "true");
  const changes = node.inner.map((part) => changeTo(part, goal)).filter((change) => change !== null);
  const texts = changes.map(({ text, parts }) => parts.length > 1 && changes.length > 1 ? `(${text})` : text);
  const { atLeast, inner } = node;
  const wanted = goal === "true" ? atLeast - (inner.length - changes.length) : changes.length - atLeast + 1;
  return { parts: changes.flatMap(({ parts }) => parts), text: someOf(texts, wanted) };
}

/** So many of the changes are needed. */
function someOf(texts: string[], wanted: number): string {
  if (wanted === 1) return listed(texts, "or");
  const all = listed(texts, "and");
  return wanted === texts.length ? all : `at least ${wanted} of these: ${all}`;
}
