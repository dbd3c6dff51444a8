import { type Ms, type Ticks, ticksFromMs, ticksOfSeconds } from "../shared/time.ts";

/** Source times outside 1970-01-01 to 2199-12-31 come from a clock that is not set; their samples are dropped. */
export const EARLIEST_SOURCE_TIME: Ticks = ticksFromMs(0);
export const LATEST_SOURCE_TIME: Ticks = ticksFromMs(Date.UTC(2200, 0, 1)) - 1_000;

export function isSourceTime(time: Ticks): boolean {
  return time >= EARLIEST_SOURCE_TIME && time <= LATEST_SOURCE_TIME;
}

/** Samples further ahead of the clock than this are set aside, since some clock is wrong. */
const AHEAD_SECONDS = 60;

/** The latest source time that counts at a time of the clock. */
export function horizonAt(now: Ms): Ticks {
  return ticksFromMs(now) + ticksOfSeconds(AHEAD_SECONDS);
}
