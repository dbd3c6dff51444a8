import { asTruth } from "./program.ts";
import type { RuleColumns } from "../state/rule_columns.ts";
import { CLEARING, isOpen, PENDING, PHASE_NAMES } from "../state/state_table.ts";
import { TRUTH_NAMES } from "./truth.ts";
import type { RuleStateView } from "../types.ts";

/** A rule's state in readable form. Times are null in phases that do not have them. */
export function viewOfRule(rules: RuleColumns, row: number, ruleId: string): RuleStateView {
  const phase = rules.phaseOf(row), times = rules.times.read(row);
  return {
    ruleId,
    phase: PHASE_NAMES[phase]!,
    truth: TRUTH_NAMES[asTruth(rules.truth[row]!)],
    onset: phase === PENDING || isOpen(phase) ? times.onset : null,
    activatedAt: isOpen(phase) ? times.activatedAt : null,
    falseSince: phase === CLEARING ? times.falseSince : null,
  };
}
