import type { Ms } from "../shared/time.ts";
import { zoneOffsetReader } from "../shared/zone_offset.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time of each day, by the plant's clock. */
export interface DailyTime {
  /** Minutes since midnight. */
  minute: number;
  timeZone: string;
}

/** The last time at or before `nowMs`, and the first one after it. */
export function timesAround(nowMs: Ms, { minute, timeZone }: DailyTime): { last: Ms; next: Ms } {
  const offsetAt = zoneOffsetReader(timeZone);
  const today = Math.floor((nowMs + offsetAt(nowMs)) / DAY_MS);
  const times = [-1, 0, 1, 2].map((days) => utcOf((today + days) * DAY_MS + minute * MINUTE_MS, offsetAt));
  const next = times.findIndex((at) => at > nowMs);
  return { last: times[next - 1]!, next: times[next]! };
}

/** A local time that the clock skips, or shows twice, is taken with the offset of one of its sides. */
function utcOf(localMs: Ms, offsetAt: (at: Ms) => Ms): Ms {
  return localMs - offsetAt(localMs - offsetAt(localMs));
}
