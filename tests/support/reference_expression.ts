/** Calculated values as docs/rule_operators.md writes them: a function for each line of its grammar. */
import type { CalculationStep } from "../../domain/evaluation/types.ts";

/** A step of an expression in postfix order, placeholders by their names. */
export type WrittenStep = Exclude<CalculationStep, { part: number }> | { placeholder: string };

/** What is not expected in an expression, and at which character. */
export class UnreadableExpression extends Error {}

const TOKENS = /<[A-Z][A-Z0-9_]{0,63}>|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|\p{L}+|[^ \t\r\n]/gu;
const FUNCTIONS = ["abs", "min", "max", "avg", "sum"] as const;
const SUMS = { "+": "add", "-": "subtract" } as const, PRODUCTS = { "*": "multiply", "/": "divide" } as const;

/** Throws UnreadableExpression. */
export function stepsOf(text: string): WrittenStep[] {
  const reading = new Reading(text), steps = reading.expression();
  if (!reading.isAtEnd) throw reading.refusal();
  return steps;
}

class Reading {
  readonly #tokens: RegExpExecArray[];
  #next = 0;

  constructor(readonly text: string) {
    this.#tokens = [...text.matchAll(TOKENS)];
  }

  get isAtEnd(): boolean {
    return this.#next === this.#tokens.length;
  }

  refusal(): UnreadableExpression {
    const found = this.#tokens[this.#next];
    const what = found === undefined ? "The end" : `"${found[0]}"`;
    return new UnreadableExpression(`${what}, at character ${(found?.index ?? this.text.length) + 1},`);
  }

  expression(): WrittenStep[] {
    return this.#ofOneRank(() => this.#term(), SUMS);
  }

  #term(): WrittenStep[] {
    return this.#ofOneRank(() => this.#factor(), PRODUCTS);
  }

  #ofOneRank(part: () => WrittenStep[], ranked: typeof SUMS | typeof PRODUCTS): WrittenStep[] {
    const steps = part();
    for (;;) {
      const found = Object.entries(ranked).find(([sign]) => this.#takes(sign));
      if (found === undefined) return steps;
      steps.push(...part(), { operation: found[1], count: 2 });
    }
  }

  #factor(): WrittenStep[] {
    if (this.#takes("-")) return [...this.#factor(), { operation: "negate", count: 1 }];
    const token = this.#token ?? "", operation = FUNCTIONS.find((name) => name === token);
    if (operation !== undefined) return this.#call(operation);
    if (this.#takes("(")) return this.#closed(this.expression());
    const isNumber = /^[0-9]/.test(token) && Number.isFinite(Number(token));
    if (!isNumber && !/^<./.test(token)) throw this.refusal();
    this.#next++;
    return isNumber ? [{ constant: Number(token) }] : [{ placeholder: token.slice(1, -1) }];
  }

  #call(operation: typeof FUNCTIONS[number]): WrittenStep[] {
    this.#next++;
    if (!this.#takes("(")) throw this.refusal();
    const operands = [this.expression()];
    while (operation !== "abs" && this.#takes(",")) operands.push(this.expression());
    return this.#closed([...operands.flat(), { operation, count: operands.length }]);
  }

  #closed(steps: WrittenStep[]): WrittenStep[] {
    if (!this.#takes(")")) throw this.refusal();
    return steps;
  }

  get #token(): string | undefined {
    return this.#tokens[this.#next]?.[0];
  }

  #takes(token: string): boolean {
    if (this.#token !== token) return false;
    this.#next++;
    return true;
  }
}
