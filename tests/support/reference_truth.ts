/**
 * The truth of a rule at one time, as plainly as it can be written: held values are looked up by scanning all
 * samples, and every operator is its line of the table. Slow on purpose. See reference_evaluator.ts.
 */
import type { BoundComparison, BoundExpression, BoundRule } from "../../domain/evaluation/types.ts";
import { calculatedValue } from "./reference_calculation.ts";
import { activates, isPossible, resets } from "./reference_held.ts";
import { heldOperand, heldValue, type Truth, type Values } from "./reference_values.ts";
import { isOverTime, windowTruth } from "./reference_windows.ts";

/** How a comparison is evaluated: as written, or by its reset line because it is latched. */
export type Latched = (comparison: BoundComparison) => boolean;
export const neverLatched: Latched = () => false;

/** Kleene's truth of an expression. A latched comparison is TRUE until its reset line is met. */
export function truthOf(expression: BoundExpression, values: Values, latched: Latched): Truth {
  const truth = foundTruth(expression, values, latched);
  values.seen?.(nameOf(expression), truth);
  return truth;
}

function nameOf(expression: BoundExpression): string {
  if (expression.kind !== "comparison") return expression.kind;
  const { operator, calculation } = expression.comparison;
  return calculation === undefined ? operator : `${operator} of a calculated value`;
}

function foundTruth(expression: BoundExpression, values: Values, latched: Latched): Truth {
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
      const countOf = (truth: Truth) => parts.filter((part) => part === truth).length;
      if (countOf("true") >= expression.atLeast) return "true";
      return countOf("true") + countOf("unknown") < expression.atLeast ? "false" : "unknown";
    }
    case "any": {
      const parts = expression.of.map((part) => truthOf(part, values, latched));
      return parts.includes("true") ? "true" : parts.includes("unknown") ? "unknown" : "false";
    }
  }
}

export function not(truth: Truth): Truth {
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

/** Every comparison of a rule: those of its conditions, then those of its `until`. */
export function comparisonsOfRule(
  { expression, until }: Pick<BoundRule, "expression" | "until">,
): BoundComparison[] {
  return [expression, ...until === undefined ? [] : [until]].flatMap(comparisonsOf);
}

/** Every stream that a comparison names. */
export function streamsOf(comparison: BoundComparison): number[] {
  return [...comparedStreamsOf(comparison), ...operandStreamsOf(comparison)].map(({ stream }) => stream);
}

/** The stream that is compared, or those of the parts of a calculated value, each with the age at which it is too old. */
export function comparedStreamsOf(
  { stream, maxAge, calculation }: BoundComparison,
): { stream: number; maxAge: number }[] {
  return calculation?.parts ?? [{ stream, maxAge }];
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
  let x = comparison.calculation === undefined
    ? heldValue(comparison.stream, comparison, values)
    : calculatedValue(comparison.calculation, comparison, values);
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
