import type { RulePhase } from "../types.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../evaluating/truth.ts";

export type Phase = 0 | 1 | 2 | 3 | 4;

export const NORMAL = 0, PENDING = 1, ACTIVE = 2, CLEARING = 3, HELD = 4;

export const PHASE_NAMES: readonly RulePhase[] = ["normal", "pending", "active", "clearing", "held"];

/**
 * The state table of a rule, complete for every phase, truth and `due`. `due`: the delay for `truth` has
 * ended, which is the on-delay for TRUE, the off-delay for FALSE, and the longest UNKNOWN span of a PENDING
 * rule for UNKNOWN.
 */
export function nextPhase(phase: Phase, truth: Truth, due: boolean): Phase {
  switch (phase) {
    case NORMAL:
      return truth !== TRUE ? NORMAL : due ? ACTIVE : PENDING;
    case PENDING:
      if (truth === FALSE) return NORMAL;
      return !due ? PENDING : truth === TRUE ? ACTIVE : NORMAL;
    case ACTIVE:
      return truth !== FALSE ? ACTIVE : due ? NORMAL : CLEARING;
    case CLEARING:
      if (truth === UNKNOWN) return CLEARING;
      return truth === TRUE ? ACTIVE : due ? NORMAL : CLEARING;
    case HELD:
      return truth === FALSE ? NORMAL : HELD;
  }
}

/** Whether a rule in this phase has an open event. */
export function isOpen(phase: Phase): boolean {
  return phase === ACTIVE || phase === CLEARING;
}
