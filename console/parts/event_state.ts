import type { RuleEvent } from "../api/client.ts";

/** The four states of an alarm after ISA-18.2. */
export type EventState = "unacknowledged" | "acknowledged" | "returned" | "normal";

type Fields = Pick<RuleEvent, "is_active" | "acknowledged_at" | "close_reason" | "flags">;

/** `returned`: the condition has cleared by itself, and nobody has acknowledged the event. */
export function eventState({ is_active, acknowledged_at, close_reason, flags }: Fields): EventState {
  if (is_active) return acknowledged_at === null ? "unacknowledged" : "acknowledged";
  const isSilent = flags.includes("backfilled") || flags.includes("retracted");
  return acknowledged_at === null && close_reason === "condition_cleared" && !isSilent
    ? "returned"
    : "normal";
}

/** Whether an event waits on the wall: it returned to normal after the plant began to keep such events. */
export function isWaiting(event: Fields & Pick<RuleEvent, "closed_at">, retainedSinceMs: number): boolean {
  return eventState(event) === "returned" && event.closed_at !== null &&
    Date.parse(event.closed_at) >= retainedSinceMs;
}
