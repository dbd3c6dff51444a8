import type { Ms } from "../shared/time.ts";
import { offsetChange, zoneOffsetReader } from "../shared/zone_offset.ts";
import { modulo } from "../shared/plant_clock.ts";

/** A day of the calendar, counted from 1970-01-01. */
export type Day = number;

const MINUTE: Ms = 60_000, DAY: Ms = 24 * 60 * MINUTE;
const MOST_OFFSETS = 5_000;
const MOST_ZONES = 50;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 3;

/** The days of a time zone, daylight saving included. Fast for times near each other. */
export class LocalDays {
  readonly #readOffset: (at: Ms) => Ms;
  readonly #offsets = new Map<Day, Ms>();
  /** When the offset changes, by the day in UTC. */
  readonly #changes = new Map<Day, Ms>();

  /** @throws {RangeError} if there is no such zone. */
  constructor(timeZone: string) {
    this.#readOffset = zoneOffsetReader(timeZone);
  }

  /** The day on the zone's calendar. */
  dayAt(at: Ms): Day {
    return Math.floor((at + this.#offsetAt(at)) / DAY);
  }

  /** Minutes of the zone's clock since midnight. */
  minuteAt(at: Ms): number {
    const local = at + this.#offsetAt(at);
    return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE);
  }

  /**
   * The first time at which the zone's clock has reached a minute of a day. A minute that the day lacks is reached when
   * the clock jumps over it; one that the day has twice, the first time. Later minutes are never reached earlier.
   */
  timeOf(day: Day, minute: number): Ms {
    const local = day * DAY + minute * MINUTE;
    const before = this.#offsetAt(local - DAY), after = this.#offsetAt(local + DAY);
    if (before === after || this.#offsetAt(local - before) === before) return local - before;
    const time = local - after;
    if (this.#offsetAt(time) === after) return time;
    return offsetChange({ from: local - DAY, to: local + DAY }, (at) => this.#offsetAt(at));
  }

  /** A day whose ends have the same offset has it throughout: no zone changes twice within a day. */
  #offsetAt(at: Ms): Ms {
    const day = Math.floor(at / DAY);
    const start = this.#knownOffset(day), end = this.#knownOffset(day + 1);
    return start === end || at < this.#changeOn(day) ? start : end;
  }

  #changeOn(day: Day): Ms {
    const known = this.#changes.get(day);
    if (known !== undefined) return known;
    const change = offsetChange({ from: day * DAY, to: (day + 1) * DAY }, this.#readOffset);
    this.#changes.set(day, change);
    return change;
  }

  #knownOffset(day: Day): Ms {
    const known = this.#offsets.get(day);
    if (known !== undefined) return known;
    if (this.#offsets.size >= MOST_OFFSETS) this.#offsets.clear();
    const offset = this.#readOffset(day * DAY);
    this.#offsets.set(day, offset);
    return offset;
  }
}

const zones = new Map<string, LocalDays>();

/**
 * The days of a zone, shared by all who ask for it.
 * @throws {RangeError} if there is no such zone.
 */
export function localDaysOf(timeZone: string): LocalDays {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  if (zones.size >= MOST_ZONES) zones.clear();
  const days = new LocalDays(timeZone);
  zones.set(timeZone, days);
  return days;
}

export function isTimeZone(name: string): boolean {
  try {
    localDaysOf(name);
    return true;
  } catch {
    return false;
  }
}

/** 1 (Monday) to 7. */
export function weekdayOf(day: Day): number {
  return modulo(day + EPOCH_WEEKDAY, 7) + 1;
}

/** The day of a date, `2026-01-31`. */
export function dayOfDate(date: string): Day {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

/** `2026-01-31`. */
export function dateOfDay(day: Day): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The minutes since midnight of a time of day, `06:30`; `24:00` is 1,440. */
export function minuteOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}
