import { EXPRESSION_LIMITS } from "../../rule/limits.ts";
import type { Ticks } from "../../shared/time.ts";
import { type BoundCalculation, OPERATIONS } from "../types.ts";

/** A calculation as columns, one row a step in postfix order, so that computing it allocates nothing. */
export interface CompiledCalculation {
  /** Of each part: the row of its stream, and the age from which its value is too old; 0: no limit. */
  streams: Int32Array;
  maxAges: Float64Array;
  /** An index in OPERATIONS, or CONSTANT or PART. */
  operations: Uint8Array;
  /** How many values the operation takes; of a part its index. */
  counts: Uint8Array;
  constants: Float64Array;
}

const [NEGATE, ADD, SUBTRACT, MULTIPLY, DIVIDE, ABS, MIN, MAX, AVG, SUM] = OPERATIONS.keys();
const CONSTANT = OPERATIONS.length, PART = CONSTANT + 1;

export function compileCalculation(
  { parts, steps }: BoundCalculation,
  streams: { boundRow(stream: number): number },
): CompiledCalculation {
  return {
    streams: Int32Array.from(parts, ({ stream }) => streams.boundRow(stream)),
    maxAges: Float64Array.from(parts, ({ maxAge }): Ticks => maxAge),
    operations: Uint8Array.from(steps, (step) => {
      if ("constant" in step) return CONSTANT;
      return "part" in step ? PART : OPERATIONS.indexOf(step.operation);
    }),
    counts: Uint8Array.from(steps, (step) => {
      if ("constant" in step) return 0;
      return "part" in step ? step.part : step.count;
    }),
    constants: Float64Array.from(steps, (step) => "constant" in step ? step.constant : 0),
  };
}

/** The value of a calculation with those of its parts; null where it is unknown. */
export function calculated(calculation: BoundCalculation, values: readonly number[]): number | null {
  const calculator = new Calculator();
  calculator.values.set(values);
  const result = calculator.result(compileCalculation(calculation, { boundRow: () => 0 }));
  return Number.isNaN(result) ? null : result;
}

/** Computes calculations. Reused, so that one allocates nothing. */
export class Calculator {
  /** The values of the parts, which the caller sets. */
  readonly values = new Float64Array(EXPRESSION_LIMITS.placeholders);
  readonly #stack = new Float64Array(EXPRESSION_LIMITS.nodes);

  /** NaN where a step divides by 0 or has a result that is not finite. */
  result({ operations, counts, constants }: CompiledCalculation): number {
    const stack = this.#stack;
    let height = 0;
    for (let i = 0; i < operations.length; i++) {
      const operation = operations[i]!, count = counts[i]!;
      if (operation === CONSTANT) stack[height++] = constants[i]!;
      else if (operation === PART) stack[height++] = this.values[count]!;
      else {
        height -= count - 1;
        const value = this.#operate(operation, height - 1, count);
        if (!Number.isFinite(value)) return NaN;
        stack[height - 1] = value;
      }
    }
    return stack[0]!;
  }

  /** `first`: the place of its first value. */
  #operate(operation: number, first: number, count: number): number {
    const x = this.#stack[first]!, y = this.#stack[first + 1]!;
    switch (operation) {
      case NEGATE:
        return -x;
      case ADD:
        return x + y;
      case SUBTRACT:
        return x - y;
      case MULTIPLY:
        return x * y;
      case DIVIDE:
        return x / y;
      case ABS:
        return Math.abs(x);
      case MIN:
        return this.#extreme(first, count, -1);
      case MAX:
        return this.#extreme(first, count, 1);
      case AVG:
        return this.#sum(first, count) / count;
      case SUM:
        return this.#sum(first, count);
      default:
        return NaN;
    }
  }

  #extreme(first: number, count: number, side: 1 | -1): number {
    let extreme = this.#stack[first]!;
    for (let i = first + 1; i < first + count; i++) {
      const x = this.#stack[i]!;
      if (side * x > side * extreme) extreme = x;
    }
    return extreme;
  }

  /** Once it is not finite it stays so, since every value is finite. */
  #sum(first: number, count: number): number {
    let sum = this.#stack[first]!;
    for (let i = first + 1; i < first + count; i++) sum += this.#stack[i]!;
    return sum;
  }
}
