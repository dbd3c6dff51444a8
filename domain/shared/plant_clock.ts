import { type Ms, msFromTicks, type Ticks, ticksFromMs } from "./time.ts";

/** The time tags that a condition may use. */
export const TIME_TAGS = [
  "SYS.TIME.HOUR",
  "SYS.TIME.MINUTE",
  "SYS.TIME.WEEKDAY",
  "SYS.TIME.IS_WEEKEND",
] as const;
export type TimeTag = typeof TIME_TAGS[number];

/** The local time of the plant. `weekday`: 1 (Monday) to 7. */
export interface PlantTime {
  hour: number;
  minute: number;
  weekday: number;
}

const MINUTE: Ms = 60_000, HOUR: Ms = 60 * MINUTE, DAY: Ms = 24 * HOUR;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 3;
const MOST_OFFSETS = 5_000;

/** The shortest time for which a tag keeps its value, unless the zone's offset changes. */
const UNIT: Record<TimeTag, Ms> = {
  "SYS.TIME.HOUR": HOUR,
  "SYS.TIME.MINUTE": MINUTE,
  "SYS.TIME.WEEKDAY": DAY,
  "SYS.TIME.IS_WEEKEND": DAY,
};

/** The plant's clock: a time zone of the tz database, daylight saving included. */
export class PlantClock {
  /** Null for UTC. The first format of an isolate is expensive: as much as restoring a thousand instances. */
  readonly #format: Intl.DateTimeFormat | null;
  readonly #offsets = new Map<Ms, Ms>();

  /** @throws {RangeError} if there is no such zone. */
  constructor(timeZone: string) {
    this.#format = timeZone === "UTC" ? null : new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  }

  timeAt(at: Ms): PlantTime {
    const local = at + this.#offsetAt(at);
    const day = Math.floor(local / DAY);
    return {
      hour: Math.floor((local - day * DAY) / HOUR),
      minute: Math.floor((local - day * DAY) / MINUTE) % 60,
      weekday: modulo(day + EPOCH_WEEKDAY, 7) + 1,
    };
  }

  valueAt(tag: TimeTag, at: Ticks): number | boolean {
    return this.#valueAt(tag, msFromTicks(at));
  }

  /** The first time after `after` at which the value of a tag changes. */
  nextChange(tag: TimeTag, after: Ticks): Ticks {
    let at = msFromTicks(after);
    const value = this.#valueAt(tag, at);
    do at = this.#nextBoundary(tag, at); while (this.#valueAt(tag, at) === value);
    return ticksFromMs(at);
  }

  /** The time from which a tag has had its value at `at`. */
  lastChange(tag: TimeTag, at: Ticks): Ticks {
    let since = this.#boundary(tag, msFromTicks(at));
    const value = this.#valueAt(tag, since);
    while (this.#valueAt(tag, since - 1) === value) since = this.#boundary(tag, since - 1);
    return ticksFromMs(since);
  }

  #valueAt(tag: TimeTag, at: Ms): number | boolean {
    const { hour, minute, weekday } = this.timeAt(at);
    switch (tag) {
      case "SYS.TIME.HOUR":
        return hour;
      case "SYS.TIME.MINUTE":
        return minute;
      case "SYS.TIME.WEEKDAY":
        return weekday;
      case "SYS.TIME.IS_WEEKEND":
        return weekday > 5;
    }
  }

  /** The next time at which the unit of a tag ends or the zone's offset changes. */
  #nextBoundary(tag: TimeTag, at: Ms): Ms {
    const offset = this.#offsetAt(at);
    const end = (Math.floor((at + offset) / UNIT[tag]) + 1) * UNIT[tag] - offset;
    return this.#offsetAt(end) === offset ? end : this.#offsetChange(at, end);
  }

  /** The latest time up to `at` at which the unit of a tag began or the zone's offset changed. */
  #boundary(tag: TimeTag, at: Ms): Ms {
    const offset = this.#offsetAt(at);
    const start = Math.floor((at + offset) / UNIT[tag]) * UNIT[tag] - offset;
    return this.#offsetAt(start) === offset ? start : this.#offsetChange(start, at);
  }

  /** The first time after `from`, and at most `to`, that has the offset of `to`. */
  #offsetChange(from: Ms, to: Ms): Ms {
    const offset = this.#offsetAt(to);
    let before = from, after = to;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.#readOffset(middle) === offset) after = middle;
      else before = middle;
    }
    return after;
  }

  /** An hour whose ends have the same offset has it throughout: no zone changes twice within an hour. */
  #offsetAt(at: Ms): Ms {
    const hour = Math.floor(at / HOUR) * HOUR;
    const start = this.#knownOffset(hour);
    return start === this.#knownOffset(hour + HOUR) ? start : this.#readOffset(at);
  }

  #knownOffset(hour: Ms): Ms {
    const known = this.#offsets.get(hour);
    if (known !== undefined) return known;
    if (this.#offsets.size >= MOST_OFFSETS) this.#offsets.clear();
    const offset = this.#readOffset(hour);
    this.#offsets.set(hour, offset);
    return offset;
  }

  #readOffset(at: Ms): Ms {
    if (this.#format === null) return 0;
    const second = Math.floor(at / 1000) * 1000;
    const parts = new Map(this.#format.formatToParts(second).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
    const local = new Date(0);
    local.setUTCFullYear(year, part("month") - 1, part("day"));
    local.setUTCHours(part("hour"), part("minute"), part("second"));
    return local.getTime() - second;
  }
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
