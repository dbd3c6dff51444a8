import type { Ms } from "../shared/time.ts";
import type { EventRecord } from "./types.ts";

/** Most events that wait for an acknowledgement after they have cleared; beyond it the oldest leave. */
export const MOST_UNACKNOWLEDGED = 10_000;

/** The events that left the list of unacknowledged ones because it was full. */
export interface LeftUnacknowledged {
  v: 1;
  count: number;
  /** The end of the newest of them. */
  until: string;
}

/**
 * When an event returned to normal, if nobody has acknowledged it yet (ISA-18.2: returned to normal,
 * unacknowledged). Undefined for every other state, and for backfilled and retracted events.
 */
export function unacknowledgedSince(record: EventRecord): Ms | undefined {
  const { is_active, acknowledged_at, close_reason, flags } = record;
  if (is_active || acknowledged_at !== null || close_reason !== "condition_cleared") return undefined;
  if (flags.includes("backfilled") || flags.includes("retracted")) return undefined;
  const closed = record.closed_at ?? record.end_time;
  return closed === null ? undefined : Date.parse(closed);
}
