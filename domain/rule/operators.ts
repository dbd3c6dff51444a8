import type { DataType } from "../sample/types.ts";
import { TIME_TAGS } from "../shared/plant_clock.ts";
import { RULE_LIMITS } from "./limits.ts";
import type { Literal, Operator } from "./condition.ts";

/** What an operator takes. `types`: of the compared stream, and of its operands where `valueTypes` says nothing else. */
export interface OperatorShape {
  types: readonly DataType[];
  valueTypes?: readonly DataType[];
  value: "none" | "one" | "range" | "list";
  deadband?: true;
  tolerance?: true;
  ignoreCase?: true;
  of?: true;
  limit?: true;
  window?: true;
  bitNumber?: true;
  /** The value is a time in seconds, above 0 and at most this. */
  mostSeconds?: number;
  /** What is compared is never below 0. */
  isDistance?: true;
}

const NUMBERS: readonly DataType[] = ["NUM"];
const TEXTS: readonly DataType[] = ["STR"];
const TRUTHS: readonly DataType[] = ["BOOL"];
const ALL_TYPES: readonly DataType[] = ["NUM", "STR", "BOOL"];
const threshold: OperatorShape = { types: NUMBERS, value: "one", deadband: true };
const range: OperatorShape = { types: NUMBERS, value: "range", deadband: true };
const equality: OperatorShape = {
  types: ALL_TYPES,
  value: "one",
  tolerance: true,
  ignoreCase: true,
};
const membership: OperatorShape = { types: ["NUM", "STR"], value: "list", ignoreCase: true };
const textual: OperatorShape = { types: TEXTS, value: "one", ignoreCase: true };
const truth: OperatorShape = { types: TRUTHS, value: "none" };
const bit: OperatorShape = { types: NUMBERS, value: "one", bitNumber: true };
const measure: OperatorShape = { ...threshold, window: true };

const OPERATORS: Record<Operator, OperatorShape> = {
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
  deviation_above: { ...threshold, of: true, isDistance: true },
  changed: { types: ALL_TYPES, value: "none", window: true },
  rate_above: measure,
  rate_below: measure,
  stale_for: {
    types: ALL_TYPES,
    valueTypes: NUMBERS,
    value: "one",
    mostSeconds: RULE_LIMITS.maxAgeSeconds,
  },
  flat_for: { types: NUMBERS, value: "one", tolerance: true, mostSeconds: RULE_LIMITS.windowSeconds },
  avg_above: measure,
  avg_below: measure,
  stddev_above: { ...measure, isDistance: true },
  min_below: measure,
  max_above: measure,
  count_above: { ...measure, limit: true, isDistance: true },
};

export const OPERATOR_NAMES = Object.keys(OPERATORS) as [Operator, ...Operator[]];

/** What an operator takes; undefined: there is no such operator. */
export function operatorShape(name: string): OperatorShape | undefined {
  return Object.hasOwn(OPERATORS, name) ? OPERATORS[name as Operator] : undefined;
}

/** What the operands of an operator may be. */
export function operandTypes({ types, valueTypes }: OperatorShape): readonly DataType[] {
  return valueTypes ?? types;
}

/** Whether a plain text beside the operator, on a stream of this type, is a text; else it is the name of a stream. */
export function takesPlainTexts(shape: OperatorShape | undefined, type: DataType | undefined): boolean {
  if (shape === undefined) return type === "STR";
  if (shape.value === "list" || shape.types === TEXTS) return true;
  return type === "STR" && operandTypes(shape).includes("STR");
}

/** Why a name cannot stand as an operator. */
export function operatorProblem(name: unknown): string {
  if (typeof name !== "string") return `Expected an operator, one of ${OPERATOR_NAMES.join(", ")}`;
  return `Unknown operator "${name}"; use one of ${OPERATOR_NAMES.join(", ")}`;
}

export function typeOfLiteral(literal: Literal): DataType {
  return typeof literal === "number" ? "NUM" : typeof literal === "string" ? "STR" : "BOOL";
}

const TYPE_WORDS: Record<DataType, string> = { NUM: "a number", STR: "a text", BOOL: "true or false" };

export function typeInWords(types: readonly DataType[]): string {
  return types.map((type) => TYPE_WORDS[type]).join(" or ");
}

/** Why a stream name that is a system tag cannot stand in a condition; undefined: it can, or it is no system tag. */
export function systemTagProblem(name: string): string | undefined {
  if (!name.startsWith("SYS.") || TIME_TAGS.some((tag) => tag === name)) return undefined;
  if (name.startsWith("SYS.TIME.")) return `Unknown system tag "${name}"; use one of ${TIME_TAGS.join(", ")}`;
  return `System tag "${name}" may not stand in a condition: its value depends on this process`;
}
