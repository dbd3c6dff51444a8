/** The operators that compare held values, each as its line of the table says. See reference_evaluator.ts. */
import type { BoundComparison } from "../../domain/evaluation/types.ts";
import type { SampleValue } from "../../domain/sample/types.ts";

export function isPossible({ operator }: BoundComparison, x: SampleValue, operands: SampleValue[]): boolean {
  if (operator === "between" || operator === "outside") return Number(operands[0]) <= Number(operands[1]);
  if (operator === "bit_set" || operator === "bit_clear") return [x, operands[0]!].every(isWholeNumber);
  return true;
}

const isWholeNumber = (value: SampleValue) => Number.isInteger(value) && Number(value) >= 0;

export function activates(comparison: BoundComparison, x: SampleValue, operands: SampleValue[]): boolean {
  const [v = NaN, high = NaN] = operands;
  switch (comparison.operator) {
    case "greater_than":
    case "deviation_above":
      return x > v;
    case "greater_or_equal":
      return x >= v;
    case "less_than":
      return x < v;
    case "less_or_equal":
      return x <= v;
    case "between":
      return v <= x && x <= high;
    case "outside":
      return x < v || x > high;
    case "equals":
      return isEqual(comparison, x, v);
    case "not_equals":
      return !isEqual(comparison, x, v);
    case "in":
      return operands.some((one) => isEqual(comparison, x, one));
    case "not_in":
      return !operands.some((one) => isEqual(comparison, x, one));
    case "contains":
      return text(comparison, x).includes(text(comparison, v));
    case "not_contains":
      return !text(comparison, x).includes(text(comparison, v));
    case "starts_with":
      return text(comparison, x).startsWith(text(comparison, v));
    case "ends_with":
      return text(comparison, x).endsWith(text(comparison, v));
    case "is_true":
      return x === true;
    case "is_false":
      return x === false;
    case "bit_set":
      return isBitSet(x, v);
    case "bit_clear":
      return !isBitSet(x, v);
    default:
      throw new Error(`"${comparison.operator}" is not of held values`);
  }
}

/** The deadband table's second column. Asked only of operators that have a deadband. */
export function resets(
  { operator, deadband: d }: BoundComparison,
  x: SampleValue,
  operands: SampleValue[],
): boolean {
  const [v = NaN, high = NaN] = operands.map(Number);
  switch (operator) {
    case "greater_than":
    case "deviation_above":
      return Number(x) <= v - d;
    case "greater_or_equal":
      return Number(x) < v - d;
    case "less_than":
      return Number(x) >= v + d;
    case "less_or_equal":
      return Number(x) > v + d;
    case "between":
      return Number(x) < v - d || Number(x) > high + d;
    case "outside":
      return v + d <= Number(x) && Number(x) <= high - d;
    default:
      throw new Error(`"${operator}" has no deadband`);
  }
}

function isEqual(comparison: BoundComparison, x: SampleValue, v: SampleValue): boolean {
  if (typeof x === "number" && typeof v === "number") return Math.abs(x - v) <= comparison.tolerance;
  if (typeof x === "string" && typeof v === "string") return text(comparison, x) === text(comparison, v);
  return x === v;
}

function text(comparison: BoundComparison, value: SampleValue): string {
  return comparison.ignoreCase ? String(value).toLowerCase() : String(value);
}

function isBitSet(x: SampleValue, bit: SampleValue): boolean {
  return ((BigInt(x) >> BigInt(bit)) & 1n) === 1n;
}
