/**
 * Time in the evaluation: whole steps of 100 ns since 2020-01-01T00:00:00Z, negative before it. The source
 * writes seven decimals of a second. A double holds them exactly from 1991 to 2048; as milliseconds since
 * 1970 it would not. Times on display, except a stream's timestamps, are `Ms`: cut, never rounded.
 */
export type Ticks = number;

/** Milliseconds since 1970-01-01T00:00:00Z, whole. */
export type Ms = number;

export const TICKS_PER_MS = 10_000;
export const TICKS_PER_SECOND = 10_000_000;

const EPOCH_MS = Date.UTC(2020, 0, 1);

/** A duration in seconds (fractions allowed) as ticks. */
export function ticksOfSeconds(seconds: number): number {
  return Math.round(seconds * TICKS_PER_SECOND);
}

/** A time in milliseconds as ticks. */
export function ticksFromMs(ms: Ms): Ticks {
  return (ms - EPOCH_MS) * TICKS_PER_MS;
}

const HOUR_MS = 3_600_000;

/** The time some hours before another; a part of a millisecond counts as a whole one. */
export function hoursBefore(hours: number, ms: Ms): Ms {
  return ms - Math.ceil(hours * HOUR_MS);
}

/** A time as milliseconds, cut. */
export function msFromTicks(ticks: Ticks): Ms {
  return Math.floor(ticks / TICKS_PER_MS) + EPOCH_MS;
}

/** `2026-01-31T08:15:02.123Z`, the format of every time except a stream's own timestamps. */
export function isoFromMs(ms: Ms): string {
  return new Date(ms).toISOString();
}

/** Null for none. */
export function isoOrNull(ms: Ms | null): string | null {
  return ms === null ? null : isoFromMs(ms);
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
 * Parses a source time: ISO 8601 with seven decimals (more are cut), in UTC unless it names a zone, or the
 * vendor's `3/7/2024 12:00:00 AM`. Undefined for other texts.
 */
export function ticksFromSourceTime(text: string): Ticks | undefined {
  return ticksFromUsualTime(text) ?? ticksFromAnyTime(text);
}

const CODE_0 = 48, CODE_9 = 57, CODE_Z = 90;
/** Positions of the parts of `2026-01-31T08:15:02.1234567Z`. */
const MONTH = 5, DAY = 8, HOUR = 11, MINUTE = 14, SECOND = 17, FRACTION = 20, TICK_DIGITS = 7;
/** Counted from 0000-03-01. */
const DAYS_TO_1970 = 719_468;

/**
 * Fast path for the usual form, `2026-01-31T08:15:02Z` with up to seven decimals; undefined for other texts.
 */
function ticksFromUsualTime(text: string): Ticks | undefined {
  const last = text.length - 1;
  if (text.charCodeAt(last) !== CODE_Z || !hasUsualMarks(text)) return undefined;
  const year = digits(text, 0, 4), month = digits(text, MONTH, 2), day = digits(text, DAY, 2);
  const hour = digits(text, HOUR, 2), minute = digits(text, MINUTE, 2), second = digits(text, SECOND, 2);
  const count = last - FRACTION;
  const fraction = last === FRACTION - 1 ? 0 : digits(text, FRACTION, count);
  const isSound = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 &&
    minute <= 59 && second <= 59 && count <= TICK_DIGITS && fraction >= 0;
  if (!isSound) return undefined;
  const ms = (((daysOf(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1_000;
  return ticksFromMs(ms) + fraction * 10 ** (TICK_DIGITS - Math.max(0, count));
}

function hasUsualMarks(text: string): boolean {
  return text.length >= FRACTION && text[4] === "-" && text[7] === "-" && text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" && (text.length === FRACTION || (text[19] === "." && text.length > FRACTION + 1));
}

/** The whole number that `count` digits form; NaN when one is no digit. */
function digits(text: string, from: number, count: number): number {
  let number = 0;
  for (let i = from; i < from + count; i++) {
    const code = text.charCodeAt(i);
    if (!(code >= CODE_0 && code <= CODE_9)) return NaN;
    number = 10 * number + code - CODE_0;
  }
  return number;
}

/**
 * Days from 1970-01-01 to a day of the Gregorian calendar. A day past the end of its month counts into the
 * next one.
 */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1,
    dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leaps = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return 365 * shifted + leaps + dayOfYear - DAYS_TO_1970;
}

function ticksFromAnyTime(text: string): Ticks | undefined {
  const iso = SOURCE_TIME.exec(text);
  if (iso === null) return ticksFromUsTime(text);
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, fraction = "", zone = "Z"] = iso;
  const ms = utcMs(+year, [+month - 1, +day, +hour, +minute, +second]) - zoneOffsetMs(zone);
  if (Number.isNaN(ms) || +month > 12 || +day > 31 || +hour > 24 || +minute > 59 || +second > 60) {
    return undefined;
  }
  return ticksFromMs(ms) + Number(fraction.slice(0, 7).padEnd(7, "0"));
}

/** The calendar repeats every 400 years; Date.UTC would take the years 0 to 99 for those after 1900. */
function utcMs(year: number, [month, ...rest]: [number, ...number[]]): Ms {
  return Date.UTC(year + 400, month, ...rest) - 146_097 * 86_400_000;
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
  const [, month = 0, day = 0, year = 0, hour12 = 0, minute = 0, second = 0, half] = match;
  const hour = half === undefined ? +hour12 : (+hour12 % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  return ticksFromMs(utcMs(+year, [+month - 1, +day, hour, +minute, +second]));
}
