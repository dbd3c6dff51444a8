import type { DataType } from "../sample/types.ts";
import type { HeldOperator, Literal } from "./types.ts";

/** What an operator takes. `types`: of the compared stream and of its operands. */
export interface OperatorShape {
  types: readonly DataType[];
  value: "none" | "one" | "range" | "list";
  deadband?: true;
  tolerance?: true;
  ignoreCase?: true;
  of?: true;
  bitNumber?: true;
}

const NUMBERS: readonly DataType[] = ["NUM"];
const TEXTS: readonly DataType[] = ["STR"];
const TRUTHS: readonly DataType[] = ["BOOL"];
const threshold: OperatorShape = { types: NUMBERS, value: "one", deadband: true };
const range: OperatorShape = { types: NUMBERS, value: "range", deadband: true };
const equality: OperatorShape = {
  types: ["NUM", "STR", "BOOL"],
  value: "one",
  tolerance: true,
  ignoreCase: true,
};
const membership: OperatorShape = { types: ["NUM", "STR"], value: "list", ignoreCase: true };
const textual: OperatorShape = { types: TEXTS, value: "one", ignoreCase: true };
const truth: OperatorShape = { types: TRUTHS, value: "none" };
const bit: OperatorShape = { types: NUMBERS, value: "one", bitNumber: true };

const OPERATORS: Record<HeldOperator, OperatorShape> = {
  greater_than: threshold,
  greater_or_equal: threshold,
  less_than: threshold,
  less_or_equal: threshold,
  equals: equality,
  not_equals: equality,
  between: range,
  outside: range,
  in: membership,
  not_in: membership,
  contains: textual,
  not_contains: textual,
  starts_with: textual,
  ends_with: textual,
  is_true: truth,
  is_false: truth,
  bit_set: bit,
  bit_clear: bit,
  deviation_above: { ...threshold, of: true },
};

/** Operators of the standard that need history or timers of their own; none of them is built yet. */
const LATER_OPERATORS: readonly string[] = [
  "changed",
  "rate_above",
  "rate_below",
  "stale_for",
  "flat_for",
  "avg_above",
  "avg_below",
  "stddev_above",
  "min_below",
  "max_above",
  "count_above",
];

export const OPERATOR_NAMES = Object.keys(OPERATORS) as [HeldOperator, ...HeldOperator[]];

/** What an operator takes; undefined: there is no such operator. */
export function operatorShape(name: string): OperatorShape | undefined {
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name as HeldOperator] : undefined;
}

/** Whether a plain text beside the operator is always a text, whatever the stream: never the name of a stream. */
export function takesPlainTexts(shape: OperatorShape | undefined): boolean {
  return shape?.value === "list" || shape?.types === TEXTS;
}

/** Why a name cannot stand as an operator. */
export function operatorProblem(name: unknown): string {
  if (typeof name !== "string") return `Expected an operator, one of ${OPERATOR_NAMES.join(", ")}`;
  if (LATER_OPERATORS.includes(name)) return `Operator "${name}" is not supported yet`;
  return `Unknown operator "${name}"; use one of ${OPERATOR_NAMES.join(", ")}`;
}

export function typeOfLiteral(literal: Literal): DataType {
  return typeof literal === "number" ? "NUM" : typeof literal === "string" ? "STR" : "BOOL";
}

const TYPE_WORDS: Record<DataType, string> = { NUM: "a number", STR: "a text", BOOL: "true or false" };

export function typeInWords(types: readonly DataType[]): string {
  return types.map((type) => TYPE_WORDS[type]).join(" or ");
}

/** Why a stream name that is a system tag cannot stand in a condition; undefined: it is no system tag. */
export function systemTagProblem(name: string): string | undefined {
  if (name.startsWith("SYS.TIME.")) return `System tag "${name}" is not supported in a condition yet`;
  if (!name.startsWith("SYS.")) return undefined;
  return `System tag "${name}" may not stand in a condition: its value depends on this process`;
}
