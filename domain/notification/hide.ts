import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { Escalation, Hiding } from "./engine_types.ts";
import { resolved } from "./notify_again.ts";
import { begun, isAnswered, withForgetting } from "./run.ts";
import { stopped } from "./stop.ts";
import type { WorkingState } from "./working_state.ts";

/**
 * Holds an escalation while its event is hidden: one that has told nobody, one that shelving stops, and each one while
 * it is out of service. Another one goes on.
 */
export function whileHidden(
  work: WorkingState,
  escalation: Escalation,
  { policy, hiding }: { policy: PolicyRecord; hiding: Hiding },
): Escalation {
  const hidden_until_ms = hiding.until_ms ?? 0;
  if (escalation.hidden_until_ms !== undefined) return { ...escalation, hidden_until_ms };
  if (escalation.stopped !== null) return escalation;
  if (escalation.known === null) return { ...escalation, next_at_ms: null, hidden_until_ms };
  if (hiding.is_out_of_service) return { ...stopped(work, escalation, "out_of_service"), hidden_until_ms };
  if (!policy.stop_on.includes("shelve")) return escalation;
  return { ...stopped(work, escalation, "shelved"), hidden_until_ms };
}

/** A hidden event may be shown again: what is still active is told in a digest, and its steps begin. */
export function reappear(work: WorkingState, escalation: Escalation, policy: PolicyRecord): void {
  work.put(withForgetting(reappeared(work, escalation, policy), work.context));
}

export function reappeared(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  const { event } = escalation;
  const hiding = work.context.hidingOf(event, work.now);
  if (hiding !== undefined) return { ...escalation, hidden_until_ms: hiding.until_ms ?? 0 };
  if (!event.is_active) {
    const closed: Escalation = { ...escalation, stopped: "closed", hidden_until_ms: undefined };
    return resolved(work, closed, policy);
  }
  if (isAnswered(escalation) && policy.stop_on.includes("acknowledge")) {
    return { ...escalation, stopped: "acknowledged", hidden_until_ms: undefined };
  }
  return begun(work, escalation, { policy, reason: "digest", at: work.now });
}
