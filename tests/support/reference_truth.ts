/**
 * The truth of a rule at one time, as plainly as it can be written: held values are looked up by scanning all
 * samples, and every operator is its line of the table. Slow on purpose. See reference_evaluator.ts.
 */
import type { BoundComparison, BoundExpression } from "../../domain/evaluation/types.ts";
import type { SampleValue } from "../../domain/sample/types.ts";
import { heldOperand, heldValue, type Truth, type Values } from "./reference_values.ts";
import { isOverTime, windowTruth } from "./reference_windows.ts";

/** How a comparison is evaluated: as written, or by its reset line because it is latched. */
export type Latched = (comparison: BoundComparison) => boolean;
export const neverLatched: Latched = () => false;

/** Kleene's truth of an expression. A latched comparison is TRUE until its reset line is met. */
export function truthOf(expression: BoundExpression, values: Values, latched: Latched): Truth {
  switch (expression.kind) {
    case "comparison":
      return comparisonTruth(expression.comparison, values, latched(expression.comparison));
    case "not":
      return not(truthOf(expression.of, values, latched));
    case "all": {
      const parts = expression.of.map((part) => truthOf(part, values, latched));
      return parts.includes("false") ? "false" : parts.includes("unknown") ? "unknown" : "true";
    }
    case "at_least": {
      const parts = expression.of.map((part) => truthOf(part, values, latched));
      const known = parts.filter((part) => part !== "unknown"), least = expression.atLeast;
      if (known.filter((part) => part === "true").length >= least) return "true";
      return parts.filter((part) => part !== "false").length < least ? "false" : "unknown";
    }
    case "any": {
      const parts = expression.of.map((part) => truthOf(part, values, latched));
      return parts.includes("true") ? "true" : parts.includes("unknown") ? "unknown" : "false";
    }
  }
}

function not(truth: Truth): Truth {
  return truth === "unknown" ? "unknown" : truth === "true" ? "false" : "true";
}

export function comparisonTruth(comparison: BoundComparison, values: Values, latched: boolean): Truth {
  if (isOverTime(comparison)) return windowTruth(comparison, values, latched);
  const read = readValues(comparison, values);
  if (read === undefined) return "unknown";
  if (latched) return resets(comparison, read.x, read.operands) ? "false" : "true";
  return activates(comparison, read.x, read.operands) ? "true" : "false";
}

/** Every comparison of an expression, in its order. */
export function comparisonsOf(expression: BoundExpression): BoundComparison[] {
  if (expression.kind === "comparison") return [expression.comparison];
  if (expression.kind === "not") return comparisonsOf(expression.of);
  return expression.of.flatMap(comparisonsOf);
}

/** Every stream that a comparison names. */
export function streamsOf(comparison: BoundComparison): number[] {
  return [comparison.stream, ...operandStreamsOf(comparison).map(({ stream }) => stream)];
}

/** The streams that a comparison names beside its own, each with the age at which it is too old. */
export function operandStreamsOf(
  { of, ofMaxAge, operands, limit, maxAge }: BoundComparison,
): { stream: number; maxAge: number }[] {
  const other = of === null ? [] : [{ stream: of, maxAge: ofMaxAge ?? maxAge }];
  const named = [...operands, ...(limit === undefined ? [] : [limit])].flatMap((operand) =>
    "stream" in operand ? [{ stream: operand.stream, maxAge: operand.maxAge ?? maxAge }] : []
  );
  return [...other, ...named];
}

/** The compared value (for deviation_above the distance) and its operands; undefined: one is UNKNOWN. */
function readValues(comparison: BoundComparison, values: Values) {
  let x = heldValue(comparison.stream, comparison, values);
  const operands = comparison.operands.map((operand) => heldOperand(operand, comparison, values));
  if (comparison.operator === "deviation_above") {
    const other = { stream: comparison.of ?? NaN, maxAge: comparison.ofMaxAge };
    const y = heldOperand(other, comparison, values);
    x = x === undefined || y === undefined ? undefined : Math.abs(Number(x) - Number(y));
  }
  if (x === undefined) return undefined;
  const known = operands.filter((operand) => operand !== undefined);
  if (known.length < operands.length) return undefined;
  if (!isPossible(comparison, x, known)) return undefined;
  return { x, operands: known };
}

function isPossible({ operator }: BoundComparison, x: SampleValue, operands: SampleValue[]): boolean {
  if (operator === "between" || operator === "outside") return Number(operands[0]) <= Number(operands[1]);
  if (operator === "bit_set" || operator === "bit_clear") return [x, operands[0]!].every(isWholeNumber);
  return true;
}

const isWholeNumber = (value: SampleValue) => Number.isInteger(value) && Number(value) >= 0;

function activates(comparison: BoundComparison, x: SampleValue, operands: SampleValue[]): boolean {
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
function resets(
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
