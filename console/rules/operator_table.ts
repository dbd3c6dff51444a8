import { OPERATOR_GROUPS, type OperatorEntry } from "../../domain/rule/operators/entry.ts";
import { operandTypes, OPERATOR_NAMES, operatorNamed } from "../../domain/rule/operators/table.ts";
import { EQUAL } from "../../domain/evaluation/evaluating/comparison.ts";
import type { DataType } from "../../domain/sample/types.ts";

/** An operator as the editor shows it, with just the fields that it takes. */
export type OperatorLook = OperatorEntry & { name: string };

/** By the groups of the list. */
export function offeredOperators(names: readonly string[] = OPERATOR_NAMES): OperatorLook[] {
  const looks = names.map(operatorLook);
  return OPERATOR_GROUPS.flatMap((group) => looks.filter((look) => look.group === group));
}

/** An operator that is not in the table, as in a draft of another version, keeps its own name. */
export function operatorLook(name: string): OperatorLook {
  return { ...operatorNamed(name) ?? unknownOperator(name), name };
}

function unknownOperator(name: string): OperatorEntry {
  const label = name.replaceAll("_", " ");
  return {
    label,
    sentence: ({ value }) => `${label} ${value}`,
    ruleName: "New rule",
    eventSuffix: "Event",
    group: "Limits",
    types: ["NUM", "STR", "BOOL"],
    value: { kind: "one", label: "Value" },
    threshold: "none",
    over: "values",
    code: EQUAL,
    explanation: { true: "equal", false: "not_equal", compares: "held" },
  };
}

/** Those that compare a stream of this type; all, while it is not known. */
export function operatorsFor(type: DataType | undefined): OperatorLook[] {
  return offeredOperators().filter(({ types }) => type === undefined || types.includes(type));
}

/** What the operands may be beside a stream of this type; undefined: its type is not known. */
export function operandTypesBeside(look: OperatorLook, type: DataType | undefined): readonly DataType[] {
  const types = operandTypes(look);
  return types.length === 1 || type === undefined ? types : [type];
}
