import type { Ms } from "../shared/time.ts";
import type { HeartbeatRecord } from "./schema.ts";

/**
 * When a heartbeat counts as missed; null while it waits for its first beat. The time in which Andon did not run does not
 * count, nor that before a change of the deadline.
 */
export function dueMs(
  { deadline_seconds, counts_from_creation, counted_from }: Pick<
    HeartbeatRecord,
    "deadline_seconds" | "counts_from_creation" | "counted_from"
  >,
  { lastBeatMs, startedMs }: { lastBeatMs: Ms | null; startedMs: Ms },
): Ms | null {
  if (lastBeatMs === null && !counts_from_creation) return null;
  return Math.max(lastBeatMs ?? 0, Date.parse(counted_from), startedMs) + deadline_seconds * 1_000;
}
