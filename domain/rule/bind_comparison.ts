import type { BoundComparison, BoundOperand } from "../evaluation/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { ticksOfSeconds } from "../shared/time.ts";
import type { BoundPlaceholder, StreamByName, StreamOfName } from "./bind_placeholders.ts";
import type { DataType } from "../sample/types.ts";
import { operandsOf, streamNameIssues } from "./check.ts";
import { comparisonIssues, type ValueView } from "./comparison_check.ts";
import { operatorShape, takesPlainTexts, typeOfLiteral } from "./operators.ts";
import { wholeReference } from "./references.ts";
import type { Comparison, Literal } from "./types.ts";

/** What comparisons are bound with. `problems` collects what is wrong, `used` the streams that are named, by id. */
export interface BindContext {
  bound: ReadonlyMap<string, BoundPlaceholder>;
  streamByName: StreamByName;
  sourceMaxAgeSeconds: number;
  problems: Issue[];
  used: Map<number, DataType>;
}

export interface ComparisonPlace {
  path: string;
  insideNot: boolean;
}

/** A comparison over stream ids and constants; undefined: it cannot be bound, and `problems` says why. */
export function bindComparison(
  comparison: Comparison,
  { path, insideNot }: ComparisonPlace,
  context: BindContext,
): BoundComparison | undefined {
  const stream = bindStream(comparison.stream, `${path}.stream`, context);
  const of = comparison.of === undefined ? undefined : bindStream(comparison.of, `${path}.of`, context);
  if (stream === undefined || (comparison.of !== undefined && of === undefined)) return undefined;
  const shape = operatorShape(comparison.operator);
  const isText = stream.data_type === "STR" || takesPlainTexts(shape);
  const operands = operandsOf(comparison, path).map((one) =>
    bindOperand(one.operand, one.path, { isText, context })
  );
  const complete = operands.filter((operand) => operand !== undefined);
  if (complete.length < operands.length) return undefined;
  const issues = comparisonIssues({
    ...{ comparison, path, insideNot, operands: complete.map((one) => one.view) },
    subject: streamView(stream, `${path}.stream`),
    of: of === undefined ? undefined : streamView(of, `${path}.of`),
  });
  context.problems.push(...issues);
  if (issues.length > 0) return undefined;
  return {
    ...{ stream: stream.id, operator: comparison.operator, of: of?.id ?? null },
    ...{ operands: complete.map((one) => one.operand), deadband: comparison.deadband ?? 0 },
    ...{ tolerance: comparison.tolerance ?? 0, ignoreCase: comparison.ignore_case ?? false },
    maxAge: ticksOfSeconds(maxAgeSecondsOf(comparison, context)),
    acceptUncertain: comparison.accept_uncertain ?? false,
  };
}

/** One age for every value that the comparison reads: its own, else that of the placeholder it compares, else the source's. */
function maxAgeSecondsOf(comparison: Comparison, context: BindContext): number {
  const placeholder = context.bound.get(wholeReference(comparison.stream) ?? "");
  return comparison.max_age_seconds ?? placeholder?.maxAgeSeconds ?? context.sourceMaxAgeSeconds;
}

/** A placeholder that is not bound has been reported where it is declared; it adds no problem here. */
function bindStream(text: string, path: string, context: BindContext): StreamOfName | undefined {
  const name = wholeReference(text);
  if (name === undefined) return bindStreamName(text, path, context);
  const bound = context.bound.get(name);
  if (bound?.kind !== "stream") return undefined;
  context.used.set(bound.stream.id, bound.stream.data_type);
  return bound.stream;
}

function bindStreamName(text: string, path: string, context: BindContext): StreamOfName | undefined {
  const issues = streamNameIssues(text, path);
  const stream = context.streamByName(text);
  if (issues.length === 0 && stream === undefined) {
    issues.push({ path, message: `Stream "${text}" is unknown` });
  }
  context.problems.push(...issues);
  if (issues.length > 0 || stream === undefined) return undefined;
  context.used.set(stream.id, stream.data_type);
  return stream;
}

interface FoundOperand {
  operand: BoundOperand;
  view: ValueView;
}

/** `isText`: a plain text is a text, else the name of a stream. */
function bindOperand(
  operand: Literal,
  path: string,
  { isText, context }: { isText: boolean; context: BindContext },
): FoundOperand | undefined {
  const name = typeof operand === "string" ? wholeReference(operand) : undefined;
  const constant = name === undefined ? undefined : context.bound.get(name);
  if (constant?.kind === "constant") return literalOperand(constant.value, path);
  if (typeof operand !== "string" || (isText && name === undefined)) return literalOperand(operand, path);
  const stream = bindStream(operand, path, context);
  return stream === undefined ? undefined : streamOperand(stream, path);
}

function streamOperand(stream: StreamOfName, path: string): FoundOperand {
  return { operand: { stream: stream.id }, view: streamView(stream, path) };
}

function literalOperand(literal: Literal, path: string): FoundOperand {
  return { operand: { literal }, view: { path, type: typeOfLiteral(literal), literal } };
}

function streamView(stream: StreamOfName, path: string): ValueView {
  return { path, type: stream.data_type, literal: undefined };
}
