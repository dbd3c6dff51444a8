import type { Ms } from "../shared/time.ts";
import type { NotifiedRecipient } from "./engine_types.ts";
import type { WorkingState } from "./working_state.ts";

/** Messages of one recipient at one contact point. What is over it leaves in a digest. */
export const MESSAGE_BUDGET = { messages: 5, within_ms: 600_000 } as const;

/**
 * Takes one message from a recipient's budget; false: it is used up. Escalation steps do not count, but have a budget
 * of their own, so that a flood of them becomes digests too.
 */
export function takeFromBudget(
  work: WorkingState,
  recipient: Pick<NotifiedRecipient, "user_id" | "contact_point_id">,
  { isEscalation }: { isEscalation: boolean },
): boolean {
  const budget = work.budget(recipient);
  const times = recentTimes(isEscalation ? budget.escalated_at_ms : budget.sent_at_ms, work.now);
  if (times.length >= MESSAGE_BUDGET.messages) return false;
  times.push(work.now);
  work.putBudget({ ...budget, [isEscalation ? "escalated_at_ms" : "sent_at_ms"]: times });
  return true;
}

/** A clock that was set back must not keep a budget used up. */
function recentTimes(times: readonly Ms[], now: Ms): Ms[] {
  return times.map((time) => Math.min(time, now)).filter((time) => now - time < MESSAGE_BUDGET.within_ms);
}
