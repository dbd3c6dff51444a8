import type { CalculationStep, Operation } from "../evaluation/types.ts";

/** A step in postfix order. */
export type ExpressionStep = Exclude<CalculationStep, { part: number }> | { placeholder: string };

/** An expression that can be read. */
export interface ReadExpression {
  steps: ExpressionStep[];
  /** How deep its brackets are nested. */
  depth: number;
}

/** What is not expected in an expression that cannot be read, and where; `at` is counted from 0. */
export interface ExpressionProblem {
  problem: string;
  at: number;
}

type FunctionName = typeof FUNCTIONS[number];

export const FUNCTIONS = ["abs", "min", "max", "avg", "sum"] as const;

/** Operators between two values, with their rank: a greater one is computed first. */
const BINARY: ReadonlyMap<string, { operation: Operation; rank: number }> = new Map([
  ["+", { operation: "add", rank: 1 }],
  ["-", { operation: "subtract", rank: 1 }],
  ["*", { operation: "multiply", rank: 2 }],
  ["/", { operation: "divide", rank: 2 }],
]);
const SIGN_RANK = 3;

/** A placeholder, a number, a run of letters or else one character. */
const TOKEN = /<[A-Z][A-Z0-9_]{0,63}>|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\p{L}+|[^ \t\r\n]/gu;

/** What waits for its right side: an operator or sign, or a bracket with the arguments that it has so far. */
type Waiting = { operation: Operation; rank: number } | { bracket: FunctionName | null; count: number };

/**
 * Reads an expression: docs/rule_operators.md, "Calculated values". Not recursive, so that no text of brackets
 * exhausts the stack.
 */
export function readExpression(text: string): ReadExpression | ExpressionProblem {
  const reading = new Reading();
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (!reading.take(token)) return unexpected(`"${token}"`, index);
  }
  return reading.end() ?? unexpected("The end", text.length);
}

function unexpected(what: string, at: number): ExpressionProblem {
  const problem = `${what}, at character ${at + 1}, is not expected here: an expression has numbers, ` +
    `<PLACEHOLDERS>, + - * /, brackets and ${FUNCTIONS.join(", ")}`;
  return { problem, at };
}

class Reading {
  readonly #steps: ExpressionStep[] = [];
  readonly #waiting: Waiting[] = [];
  /** A function whose bracket has not come yet. */
  #called: FunctionName | null = null;
  #needsValue = true;
  #depth = 0;
  #deepest = 0;

  /** False where the token is not expected. */
  take(token: string): boolean {
    if (this.#called !== null && token !== "(") return false;
    return this.#needsValue ? this.#takeValue(token) : this.#takeAfterValue(token);
  }

  /** Undefined where it ends too early. */
  end(): ReadExpression | undefined {
    if (this.#needsValue) return undefined;
    this.#close(0);
    return this.#waiting.length > 0 ? undefined : { steps: this.#steps, depth: this.#deepest };
  }

  #takeValue(token: string): boolean {
    const called = FUNCTIONS.find((name) => name === token);
    if (token === "(") this.#open();
    else if (token === "-") this.#waiting.push({ operation: "negate", rank: SIGN_RANK });
    else if (called !== undefined) this.#called = called;
    else {
      const step = valueOf(token);
      if (step === undefined) return false;
      this.#steps.push(step);
      this.#needsValue = false;
    }
    return true;
  }

  #takeAfterValue(token: string): boolean {
    const binary = BINARY.get(token);
    if (binary !== undefined) {
      this.#close(binary.rank);
      this.#waiting.push(binary);
      this.#needsValue = true;
      return true;
    }
    this.#close(0);
    const bracket = this.#waiting.at(-1);
    if (bracket === undefined || !("bracket" in bracket)) return false;
    if (token === ")") return this.#shut(bracket);
    if (token !== "," || bracket.bracket === null || bracket.bracket === "abs") return false;
    bracket.count++;
    this.#needsValue = true;
    return true;
  }

  #open(): void {
    this.#waiting.push({ bracket: this.#called, count: 1 });
    this.#called = null;
    this.#deepest = Math.max(this.#deepest, ++this.#depth);
  }

  #shut({ bracket, count }: Extract<Waiting, { count: number }>): true {
    this.#waiting.pop();
    this.#depth--;
    if (bracket !== null) this.#steps.push({ operation: bracket, count });
    return true;
  }

  /** Writes the operators that come before one of this rank, up to the last bracket. */
  #close(rank: number): void {
    for (let last = this.#waiting.at(-1); last !== undefined; last = this.#waiting.at(-1)) {
      if (!("rank" in last) || last.rank < rank) return;
      this.#waiting.pop();
      this.#steps.push({ operation: last.operation, count: last.operation === "negate" ? 1 : 2 });
    }
  }
}

/** A placeholder or a number; undefined for anything else. */
function valueOf(token: string): ExpressionStep | undefined {
  if (/^<./.test(token)) return { placeholder: token.slice(1, -1) };
  const constant = /^\d/.test(token) ? Number(token) : NaN;
  return Number.isFinite(constant) ? { constant } : undefined;
}

/** The names of the placeholders, in order, each once. */
export function placeholdersOf(steps: readonly ExpressionStep[]): string[] {
  return [...new Set(steps.flatMap((step) => "placeholder" in step ? [step.placeholder] : []))];
}
