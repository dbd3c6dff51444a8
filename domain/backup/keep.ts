import type { Ms } from "../shared/time.ts";
import { zoneOffsetReader } from "../shared/zone_offset.ts";

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const MONDAY_DAYS = 3;

/** How many backups are kept. Days and weeks without a backup do not count, so that a pause removes nothing. */
export interface KeepRule {
  days: number;
  weeks: number;
  /** By whose days and weeks. */
  timeZone: string;
}

/** The times of the backups that the rule keeps: the newest of each of the last days, and of each of the last weeks. */
export function keptTimes(times: readonly Ms[], { days, weeks, timeZone }: KeepRule): Set<Ms> {
  const offsetAt = zoneOffsetReader(timeZone);
  const dayOf = (at: Ms) => Math.floor((at + offsetAt(at)) / DAY_MS);
  const newestFirst = times.toSorted((a, b) => b - a);
  const newestOfEach = (partOf: (at: Ms) => number, count: number) => {
    const parts = new Map<number, Ms>();
    for (const at of newestFirst) if (!parts.has(partOf(at))) parts.set(partOf(at), at);
    return [...parts.values()].slice(0, count);
  };
  return new Set([
    ...newestOfEach(dayOf, days),
    ...newestOfEach((at) => Math.floor((dayOf(at) + MONDAY_DAYS) / 7), weeks),
  ]);
}
