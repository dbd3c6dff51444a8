import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { Escalation } from "./engine_types.ts";
import { receiverOfNotified } from "./recipients.ts";
import type { WorkingState } from "./working_state.ts";

/** Tells everybody who was told of an event about its end or its correction. An open digest names it anyway. */
export function notifyAgain(
  work: WorkingState,
  escalation: Escalation,
  reason: "resolved" | "corrected",
): void {
  for (const one of escalation.told) {
    // Who could not be reached needs no correction; the end shows whether the contact point works again.
    if (one.failed && reason === "corrected") continue;
    if (work.isOpen(one, one.digest) || work.isOpen(one, one.again)) continue;
    const receiver = receiverOfNotified(one, escalation.event, work.context);
    if (receiver === undefined) continue;
    work.messages.push({
      escalation,
      receiver,
      reason,
      step: 0,
      escalates: false,
      folds: reason === "corrected",
      isFallback: false,
      due_at_ms: work.now,
    });
  }
}

/** The event is over: those who were told are told, where the policy says so. */
export function resolved(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  if (escalation.known?.state !== "firing") return escalation;
  const over: Escalation = { ...escalation, known: { ...escalation.known, state: "resolved" } };
  if (policy.notify_resolved) notifyAgain(work, over, "resolved");
  return over;
}
