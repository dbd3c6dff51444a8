import type { Escalation, StopReason } from "./engine_types.ts";
import { withForgetting } from "./run.ts";
import { notifyAgain } from "./notify_again.ts";
import type { WorkingState } from "./working_state.ts";

/** Ends an escalation and cancels what has not left. */
export function stopped(work: WorkingState, escalation: Escalation, reason: StopReason): Escalation {
  const { event_id, policy_id } = escalation;
  work.cancelled.push({ event_id, policy_id });
  const notified = alreadyNotified(work, escalation);
  return {
    ...escalation,
    stopped: reason,
    told: notified,
    known: notified.length === 0 ? null : escalation.known,
    next_at_ms: null,
    hidden_until_ms: undefined,
    held_since_ms: undefined,
    // An event that is over is still told; whoever has ended it otherwise knows of it.
    untold_since_ms: reason === "closed" ? escalation.untold_since_ms : undefined,
  };
}

/** Ends all escalations of an event that never happened, or was deleted, and corrects what was told. */
export function withdraw(work: WorkingState, escalation: Escalation, reason: "retracted" | "deleted"): void {
  if (escalation.stopped === reason || escalation.stopped === "deleted") return work.put(escalation);
  const ended = stopped(work, escalation, reason);
  work.put(withForgetting(ended, work.context));
  notifyAgain(work, ended, "corrected");
}

/** Without those whose message or digest has not left. */
function alreadyNotified(work: WorkingState, { event_id, told }: Escalation): Escalation["told"] {
  return told.filter((one) => !work.isOpen(one, one.digest) && !work.context.isWaiting(event_id, one))
    .map((one) => work.isOpen(one, one.again) ? { ...one, again: undefined } : one);
}
