/** The operators by the way in which a random comparison of them is drawn, and small values to compare. */
import { type Operator, OPERATOR_NAMES, OPERATORS } from "../../domain/rule/operators/table.ts";
import type { Literal } from "../../domain/rule/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { fc } from "./fast_check.ts";

export const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
  fc.constantFrom(-1, 2.5, 3.5, 4.5),
);
export const text = fc.constantFrom("", "a", "A", "b", "ab", "AB", "ba");

/** A value as a stream of the type carries it. */
export function valueOf(type: DataType): fc.Arbitrary<Literal> {
  return type === "NUM" ? number : type === "STR" ? text : fc.boolean();
}

/** Operators whose comparisons are drawn in one way. */
export type Family =
  | ("threshold" | "range" | "equality" | "list" | "text" | "state" | "bit" | "distance")
  | ("change" | "step" | "silence" | "flat" | "rate" | "counter" | "measure" | "count" | "times");

/** Every operator of the table has one, so that a new one is drawn too. */
function familyOf(operator: Operator): Family {
  const { over, types, value, of, limit, tolerance, rollover, comparison, explanation } = OPERATORS[operator];
  if (over === "values") {
    if (of) return "distance";
    if (value === null) return "state";
    if (value.kind !== "one") return value.kind;
    if (value.meaning?.kind === "bit") return "bit";
    if (types.every((type) => type === "STR")) return "text";
    return tolerance === "equality" ? "equality" : "threshold";
  }
  if (value === null) return "change";
  if (limit) return "count";
  if (rollover) return "counter";
  if (comparison) return "times";
  if (explanation.true === "changed_by") return "step";
  if (value.meaning?.kind === "seconds") return types.includes("STR") ? "silence" : "flat";
  return explanation.unit === "per_second" ? "rate" : "measure";
}

export function operatorsOf(family: Family): Operator[] {
  return OPERATOR_NAMES.filter((operator) => familyOf(operator) === family);
}

export const oneOf = (...families: Family[]) => fc.constantFrom(...families.flatMap(operatorsOf));
