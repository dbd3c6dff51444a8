import { durationText, type PlantTime } from "../parts/plant_time.ts";

/** A span of a list, milliseconds since 1970; undefined: open. */
export interface ListSpan {
  fromMs?: number;
  toMs?: number;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;
const DAY_MS = 86_400_000;

/** The span in an address; invalid times are ignored. */
export function spanOf({ from, to }: { from?: string; to?: string }): ListSpan {
  return { fromMs: instantMs(from), toMs: instantMs(to) };
}

function instantMs(text = ""): number | undefined {
  const ms = INSTANT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** A time in an address: `2026-01-31T08:15:00Z`; empty if there is none. */
export function addressTime(ms: number | undefined): string {
  return ms === undefined ? "" : new Date(ms).toISOString().replace(/\.000Z$/, "Z");
}

/** The span around a time. */
export function around(ms: number, halfMs: number): ListSpan {
  return { fromMs: ms - halfMs, toMs: ms + halfMs };
}

/** What a list, newest first, shows when it begins with a day of the plant: everything up to its end. */
export function upToDay(day: string, time: PlantTime): ListSpan {
  const nextDay = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  if (Number.isNaN(nextDay.getTime())) return {};
  return { toMs: time.fromField(`${nextDay.toISOString().slice(0, 10)}T00:00:00`) };
}

/** `2026-01-31 08:15 to 09:15 CET`; two zones where the clock changes between. */
export function spanText({ fromMs, toMs }: ListSpan, time: PlantTime): string {
  const minute = (ms: number) => time.field(ms).slice(0, 16).replace("T", " ");
  const named = (ms: number) => `${minute(ms)} ${time.zoneAt(ms)}`;
  if (fromMs === undefined) return toMs === undefined ? "Any time" : `Before ${named(toMs)}`;
  if (toMs === undefined) return `Since ${named(fromMs)}`;
  if (time.zoneAt(fromMs) !== time.zoneAt(toMs)) return `${named(fromMs)} to ${named(toMs)}`;
  const [day, end] = [minute(fromMs).slice(0, 10), named(toMs)];
  return `${minute(fromMs)} to ${end.startsWith(day) ? end.slice(11) : end}`;
}

/** The choices of "around a time". */
export const AROUND_MS = [5, 30, 120, 720].map((minutes) => minutes * 60_000);

export function aroundText(halfMs: number): string {
  return `± ${durationText(halfMs).replace(/ 0 min$/, "")}`;
}
