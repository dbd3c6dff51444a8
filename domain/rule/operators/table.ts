import { cutText } from "../../shared/text.ts";
import type { DataType } from "../../sample/types.ts";
import type { OperatorEntry } from "./entry.ts";
import { VALUE_OPERATORS } from "./value_operators.ts";
import { WINDOW_OPERATORS } from "./window_operators.ts";

/** All operators. To add one, add its entry here; the compiler then names everything else that it needs. */
const TABLE = { ...VALUE_OPERATORS, ...WINDOW_OPERATORS };

export type Operator = keyof typeof TABLE;

export const OPERATORS: Readonly<Record<Operator, OperatorEntry>> = TABLE;

export const OPERATOR_NAMES = Object.keys(OPERATORS) as [Operator, ...Operator[]];

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(OPERATORS, name);
}

/** The entry of an operator; undefined for an unknown name. */
export function operatorNamed(name: string): OperatorEntry | undefined {
  return isOperator(name) ? OPERATORS[name] : undefined;
}

/** The operators that satisfy a condition, in the order of the table. */
export function operatorsWhere(holds: (entry: OperatorEntry) => boolean): Operator[] {
  return OPERATOR_NAMES.filter((name) => holds(OPERATORS[name]));
}

/** The types that an operator's operands may have. */
export function operandTypes({ types, value }: Pick<OperatorEntry, "types" | "value">): readonly DataType[] {
  return value?.types ?? types;
}

/** Whether a plain text operand, for a stream of this type, is a literal. Otherwise it is the name of a stream. */
export function takesPlainTexts(entry: OperatorEntry | undefined, type: DataType | undefined): boolean {
  if (entry === undefined) return type === "STR";
  if (entry.value?.kind === "list" || entry.types.every((one) => one === "STR")) return true;
  return type === "STR" && operandTypes(entry).includes("STR");
}

/** Longest part of a name that is no operator in its refusal. */
const MOST_SHOWN = 60;

/** The message for a name that is no operator. */
export function operatorProblem(name: unknown): string {
  if (typeof name !== "string") return `Expected an operator, one of ${OPERATOR_NAMES.join(", ")}`;
  return `Unknown operator "${cutText(name, MOST_SHOWN)}"; use one of ${OPERATOR_NAMES.join(", ")}`;
}
