import { SEVERITIES } from "../event/types.ts";
import type { Ms } from "../shared/time.ts";
import { CHATTERING, CLEARED, severityPlaceOf } from "./columns.ts";
import type { AlarmKey } from "./key_columns.ts";
import { INTERVAL_MS, type StatisticsSpan } from "./span.ts";
import { type AlarmTable, type KeyRows, rowsOf } from "./table.ts";

/** An event is fleeting when its condition clears within this time. */
export const FLEETING_MS = 30_000;
/** An event that is active for longer is stale. */
export const STALE_MS = 86_400_000;

/** The figures of one key's events. All but `stale` count events activated within the span. */
export interface KeyDigest {
  key: AlarmKey;
  rows: KeyRows;
  events: number;
  chattering: number;
  fleeting: number;
  /** Number active for longer than a day at some time in the span. */
  stale: number;
  /** Start of the stale event that is still active; null when there is none. */
  staleSinceMs: Ms | null;
  /** By index in `SEVERITIES`. */
  severities: number[];
  /** The interval of each event. */
  intervals: Uint32Array;
}

export function digestOf(table: AlarmTable, key: number, span: StatisticsSpan): KeyDigest {
  const rows = rowsOf(table, key);
  const { activatedMs, endMs, bits } = table;
  const digest: KeyDigest = {
    key: table.keys[key]!,
    rows,
    events: 0,
    chattering: 0,
    fleeting: 0,
    stale: 0,
    staleSinceMs: null,
    severities: SEVERITIES.map(() => 0),
    intervals: new Uint32Array(rows.to - rows.from),
  };
  for (let row = rows.from; row < rows.to; row++) {
    noteStale(digest, { sinceMs: activatedMs[row]!, endMs: endMs[row]!, nowMs: span.nowMs });
    if (activatedMs[row]! < span.fromMs) continue;
    digest.intervals[digest.events++] = Math.floor((activatedMs[row]! - span.fromMs) / INTERVAL_MS);
    digest.severities[severityPlaceOf(bits[row]!)]!++;
    if ((bits[row]! & CHATTERING) !== 0) digest.chattering++;
    if ((bits[row]! & CLEARED) !== 0 && endMs[row]! - activatedMs[row]! < FLEETING_MS) digest.fleeting++;
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
