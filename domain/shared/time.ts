/**
 * Time as the evaluator counts it.
 *
 * A `Ticks` is a whole number of 100 ns steps since 2020-01-01T00:00:00Z (negative before it). The data
 * source writes seven decimals of a second; from 1991 to 2048 a double holds each of them exactly, which
 * milliseconds since 1970 as a double do not. Everything that is shown, other than a stream's own
 * timestamp, is milliseconds since 1970 (`Ms`), cut, never rounded.
 */
export type Ticks = number;

/** Milliseconds since 1970-01-01T00:00:00Z, whole. */
export type Ms = number;

export const TICKS_PER_MS = 10_000;
export const TICKS_PER_SECOND = 10_000_000;

const EPOCH_MS = Date.UTC(2020, 0, 1);

/** A duration given in seconds (fractions allowed) as ticks. */
export function ticksOfSeconds(seconds: number): number {
  return Math.round(seconds * TICKS_PER_SECOND);
}

/** The instant of a millisecond clock as ticks. */
export function ticksFromMs(ms: Ms): Ticks {
  return (ms - EPOCH_MS) * TICKS_PER_MS;
}

/** The millisecond an instant falls into, cut. */
export function msFromTicks(ticks: Ticks): Ms {
  return Math.floor(ticks / TICKS_PER_MS) + EPOCH_MS;
}

/** `2026-01-31T08:15:02.123Z`, as every time but a stream's own is written. */
export function isoFromMs(ms: Ms): string {
  return new Date(ms).toISOString();
}

/** An instant cut to milliseconds, `2026-01-31T08:15:02.123Z`. */
export function isoFromTicks(ticks: Ticks): string {
  return isoFromMs(msFromTicks(ticks));
}

/** An instant with its full fraction, `2026-01-31T08:15:02.1234567Z`, as the data source writes it. */
export function sourceTimeFromTicks(ticks: Ticks): string {
  const ms = msFromTicks(ticks);
  const rest = ticks - ticksFromMs(ms);
  return isoFromMs(ms).slice(0, -1) + String(rest).padStart(4, "0") + "Z";
}

const SOURCE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,12}))?)?\s*(Z|z|[+-]\d{2}:?\d{2})?$/;

const US_TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)?$/i;

/**
 * Reads a source time: ISO 8601 with up to seven decimals (more are cut), a missing zone meaning UTC, or
 * the vendor's `3/7/2024 12:00:00 AM`. Answers undefined for anything else.
 */
export function ticksFromSourceTime(text: string): Ticks | undefined {
  const iso = SOURCE_TIME.exec(text);
  if (iso === null) return ticksFromUsTime(text);
  const [, year, month, day, hour, minute, second = "0", fraction = "", zone = "Z"] = iso;
  const ms = Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - zoneOffsetMs(zone);
  if (Number.isNaN(ms) || +month > 12 || +day > 31 || +hour > 24 || +minute > 59 || +second > 60) {
    return undefined;
  }
  return ticksFromMs(ms) + Number(fraction.slice(0, 7).padEnd(7, "0"));
}

function zoneOffsetMs(zone: string): number {
  if (zone === "Z" || zone === "z") return 0;
  const sign = zone[0] === "-" ? -1 : 1;
  const digits = zone.slice(1).replace(":", "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

function ticksFromUsTime(text: string): Ticks | undefined {
  const match = US_TIME.exec(text);
  if (match === null) return undefined;
  const [, month, day, year, hour12, minute, second = "0", half] = match;
  const hour = half === undefined ? +hour12 : (+hour12 % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  return ticksFromMs(Date.UTC(+year, +month - 1, +day, hour, +minute, +second));
}
