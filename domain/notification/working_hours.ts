import type { Ms } from "../shared/time.ts";
import type { Escalation } from "./engine_types.ts";
import type { WorkingState } from "./working_state.ts";

/** Until when an event waits for working hours, as its policy says; null: it does not. Critical events never wait. */
export function waitsUntil(
  work: WorkingState,
  { event, policy_id }: Pick<Escalation, "event" | "policy_id">,
): Ms | null {
  const isBound = work.context.policies.get(policy_id)?.hours === "working_hours";
  return isBound && event.severity !== "critical" ? work.workingHoursFrom() : null;
}

/** Holds a step that is due. `began_at_ms` stays, so that it is due at once if the event need not wait any more. */
export function held(escalation: Escalation, until: Ms): Escalation {
  const { held_since_ms, next_at_ms } = escalation;
  return { ...escalation, next_at_ms: until, held_since_ms: held_since_ms ?? next_at_ms ?? until };
}

/** The steps after one that was held keep their distance from it. */
export function released(escalation: Escalation, now: Ms): Escalation {
  const { held_since_ms, began_at_ms } = escalation;
  if (held_since_ms === undefined) return escalation;
  return { ...escalation, began_at_ms: began_at_ms + Math.max(0, now - held_since_ms) };
}

/**
 * How another policy takes over an event that has waited: its steps begin now, as those counted from the event's first
 * commit would all be due at once.
 */
export function takenOver(waited: readonly Escalation[]): { reason?: "opened" } {
  return waited.some(({ held_since_ms }) => held_since_ms !== undefined) ? { reason: "opened" } : {};
}

/** Escalations that need not wait any more, though the hours that they wait for have not begun. */
export function releasedEarly(work: WorkingState): Escalation[] {
  return work.held().filter((one) => (one.next_at_ms ?? 0) > work.now && waitsUntil(work, one) === null);
}
