import { comparisonsOf, mappedComparisons } from "./condition_tree.ts";
import { type DraftComparison, type DraftCondition, type DraftRule, isGroup, isNot } from "./draft.ts";
import { operatorLook } from "./operator_table.ts";
import { withOperator } from "./template_body.ts";

type Ends = Pick<DraftRule, "conditions" | "until">;

/**
 * The rule with an end of its own: at first the reset line of its first comparison, which is then edited. Its conditions
 * take no deadband.
 */
export function withOwnEnd({ conditions }: Pick<DraftRule, "conditions">): Ends {
  const first = conditions.find((one): one is DraftComparison => !isGroup(one) && !isNot(one));
  const [other = { stream: "", operator: "is_true" }] = comparisonsOf(conditions);
  return {
    conditions: conditions.map((one) => mappedComparisons(one, withoutDeadband)),
    until: [first === undefined ? blank(other) : endOf(first)],
  };
}

function withoutDeadband({ deadband: _, ...comparison }: DraftComparison): DraftComparison {
  return comparison;
}

/** The same comparison without a value. */
function blank({ stream, operator }: DraftComparison): DraftCondition {
  return withOperator({ stream, operator }, operator);
}

const OPPOSITES: Readonly<Record<string, string>> = {
  greater_than: "less_or_equal",
  greater_or_equal: "less_than",
  less_than: "greater_or_equal",
  less_or_equal: "greater_than",
  is_true: "is_false",
  is_false: "is_true",
};

function endOf(comparison: DraftComparison): DraftCondition {
  const { operator, value, deadband } = comparison, opposite = OPPOSITES[operator];
  if (opposite === undefined) return blank(comparison);
  const [side = 0] = operatorLook(operator).deadband ?? [];
  const band = typeof deadband === "number" ? deadband : 0;
  const reset = typeof value === "number" ? value + side * band : value;
  return withOperator({ ...withoutDeadband(comparison), value: reset }, opposite);
}
