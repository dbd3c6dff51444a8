import { type Ms, msFromTicks, type Ticks, ticksFromMs } from "./time.ts";
import { offsetChange, zoneOffsetReader } from "./zone_offset.ts";

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
  readonly #readOffset: (at: Ms) => Ms;
  readonly #offsets = new Map<Ms, Ms>();

  /** @throws {RangeError} if there is no such zone. */
  constructor(timeZone: string) {
    this.#readOffset = zoneOffsetReader(timeZone);
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
    return this.#offsetAt(end) === offset ? end : offsetChange({ from: at, to: end }, this.#readOffset);
  }

  /** The latest time up to `at` at which the unit of a tag began or the zone's offset changed. */
  #boundary(tag: TimeTag, at: Ms): Ms {
    const offset = this.#offsetAt(at);
    const start = Math.floor((at + offset) / UNIT[tag]) * UNIT[tag] - offset;
    return this.#offsetAt(start) === offset ? start : offsetChange({ from: start, to: at }, this.#readOffset);
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
}

/** The remainder with the sign of `by`. */
export function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
