import type { RuleColumns } from "../state/rule_columns.ts";
import { isOpen } from "../state/state_table.ts";

/** The comparisons (rows) that decide a rule in its phase: those of `until`, if it has one, while its event is open. */
export function decidingRows(rules: RuleColumns, rule: number): { first: number; count: number } {
  const first = rules.firstCondition[rule]!, { conditions, until } = rules.programOf(rule);
  return until !== null && isOpen(rules.phaseOf(rule))
    ? { first: first + conditions, count: until.conditions }
    : { first, count: conditions };
}
