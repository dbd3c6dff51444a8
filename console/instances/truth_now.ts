import {
  compareNumber,
  compareText,
  EQUAL,
  folded,
  type HeldCode,
  ONE_OF,
} from "../../domain/evaluation/evaluating/comparison.ts";
import { calculated } from "../../domain/evaluation/evaluating/calculation.ts";
import { FALSE, negated, TRUE, type Truth, UNKNOWN } from "../../domain/evaluation/evaluating/truth.ts";
import type { BoundComparison, BoundExpression, BoundOperand } from "../../domain/evaluation/types.ts";
import { type Operator, OPERATORS } from "../../domain/rule/operators/table.ts";
import { TICKS_PER_MS } from "../../domain/shared/time.ts";
import type { StreamValue } from "../live/stream_values.ts";

/** The current values and time. */
export interface Sight {
  valueOf(stream: number): StreamValue | undefined;
  nowMs: number;
}

/** Evaluates an expression with the newest values; deadbands and delays need past values and are ignored. */
export function truthNow(expression: BoundExpression, sight: Sight): Truth {
  switch (expression.kind) {
    case "comparison":
      return comparisonNow(expression.comparison, sight);
    case "not":
      return negated(truthNow(expression.of, sight));
    case "all":
      return asTruth(Math.min(...expression.of.map((part) => truthNow(part, sight))));
    case "at_least": {
      const truths = expression.of.map((part) => truthNow(part, sight)).sort();
      return truths.at(-expression.atLeast) ?? UNKNOWN;
    }
    case "any":
      return asTruth(Math.max(...expression.of.map((part) => truthNow(part, sight))));
  }
}

/** Whether an operator needs past values. */
export function looksBack({ operator }: { operator: Operator }): boolean {
  return OPERATORS[operator].over === "time";
}

function comparisonNow(comparison: BoundComparison, sight: Sight): Truth {
  const entry = OPERATORS[comparison.operator];
  if (entry.over === "time") return UNKNOWN;
  const value = subjectNow(comparison, sight);
  const of = comparison.of === null ? [] : [heldValue(comparison.of, { comparison, sight })];
  const operands = comparison.operands.map((one) => operandNow(one, { comparison, sight }));
  const others = [...of, ...operands, ...entry.implied === undefined ? [] : [entry.implied]];
  const known = others.filter((one) => one !== undefined);
  if (value === undefined || known.length < others.length) return UNKNOWN;
  const truth = compared(entry.code, value, { comparison, others: known });
  return entry.negate ? negated(truth) : truth;
}

type Value = number | string | boolean;

/** The value that is compared; undefined while it is unknown. */
export function subjectNow(comparison: BoundComparison, sight: Sight): Value | undefined {
  const { calculation, stream } = comparison;
  if (calculation === undefined) return heldValue(stream, { comparison, sight });
  const parts = calculation.parts.map((part) =>
    heldValue(part.stream, { comparison: { ...comparison, maxAge: part.maxAge }, sight })
  );
  const known = parts.filter((part) => typeof part === "number");
  return known.length < parts.length ? undefined : calculated(calculation, known) ?? undefined;
}

interface Given {
  comparison: BoundComparison;
  sight: Sight;
}

function operandNow(operand: BoundOperand, given: Given): Value | undefined {
  return "literal" in operand ? operand.literal : heldValue(operand.stream, given);
}

/** Undefined if bad, uncertain but not accepted, or too old. */
function heldValue(stream: number, { comparison, sight }: Given): Value | undefined {
  const newest = sight.valueOf(stream);
  if (newest === undefined || newest.value === null || newest.quality === "bad") return undefined;
  if (newest.quality === "uncertain" && !comparison.acceptUncertain) return undefined;
  const ageMs = sight.nowMs - Date.parse(newest.timestamp);
  return comparison.maxAge > 0 && ageMs * TICKS_PER_MS > comparison.maxAge ? undefined : newest.value;
}

function compared(
  code: HeldCode,
  value: Value,
  { comparison, others }: { comparison: BoundComparison; others: readonly Value[] },
): Truth {
  const { ignoreCase, tolerance, deadband } = comparison;
  if (typeof value === "string") {
    const texts = others.map((one) => folded(String(one), { ignoreCase }));
    return compareText(code === EQUAL ? ONE_OF : code, folded(value, { ignoreCase }), texts);
  }
  const number = Number(value);
  if (code === ONE_OF) return others.some((one) => Number(one) === number) ? TRUE : FALSE;
  const [low = NaN, high = NaN] = others.map(Number);
  return compareNumber(code, number, { low, high, tolerance, deadband });
}

function asTruth(number: number): Truth {
  return number === TRUE ? TRUE : number === FALSE ? FALSE : UNKNOWN;
}
