import { SEVERITIES } from "../event/types.ts";
import type { Ms } from "../shared/time.ts";
import { CHATTERING, CLEARED, severityPlaceOf } from "./columns.ts";
import type { AlarmKey } from "./key_columns.ts";
import { INTERVAL_MS, type StatisticsSpan } from "./span.ts";
import { type AlarmTable, type KeyRows, rowsOf } from "./table.ts";

/** An event whose condition cleared within so long of its coming is fleeting. */
export const FLEETING_MS = 30_000;
/** An event that is active for longer is stale. */
export const STALE_MS = 86_400_000;

/** What the events of a key come to. All but `stale` count what came within the span. */
export interface KeyDigest {
  key: AlarmKey;
  rows: KeyRows;
  events: number;
  chattering: number;
  fleeting: number;
  /** Active for longer than a day at some time in the span. */
  stale: number;
  /** Since when the one that is stale and active is; else null. */
  staleSinceMs: Ms | null;
  /** By the place in `SEVERITIES`. */
  severities: number[];
  /** In which interval each event came. */
  intervals: Uint32Array;
}

export function digestOf(table: AlarmTable, key: number, span: StatisticsSpan): KeyDigest {
  const rows = rowsOf(table, key);
  const { activatedMs, endMs, bits } = table;
  const digest: KeyDigest = {
    ...{ key: table.keys[key], rows, events: 0, chattering: 0, fleeting: 0, stale: 0, staleSinceMs: null },
    severities: SEVERITIES.map(() => 0),
    intervals: new Uint32Array(rows.to - rows.from),
  };
  for (let row = rows.from; row < rows.to; row++) {
    noteStale(digest, { sinceMs: activatedMs[row], endMs: endMs[row], nowMs: span.nowMs });
    if (activatedMs[row] < span.fromMs) continue;
    digest.intervals[digest.events++] = Math.floor((activatedMs[row] - span.fromMs) / INTERVAL_MS);
    digest.severities[severityPlaceOf(bits[row])]++;
    if ((bits[row] & CHATTERING) !== 0) digest.chattering++;
    if ((bits[row] & CLEARED) !== 0 && endMs[row] - activatedMs[row] < FLEETING_MS) digest.fleeting++;
  }
  return { ...digest, intervals: digest.intervals.subarray(0, digest.events) };
}

function noteStale(
  digest: KeyDigest,
  { sinceMs, endMs, nowMs }: { sinceMs: Ms; endMs: Ms; nowMs: Ms },
): void {
  if (Math.min(endMs, nowMs) - sinceMs <= STALE_MS) return;
  digest.stale++;
  if (endMs === Infinity) digest.staleSinceMs = sinceMs;
}
