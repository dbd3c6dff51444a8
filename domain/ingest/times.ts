import { type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../shared/time.ts";
import type { Precision } from "./types.ts";

/** The decimals of a second in each unit. */
const DECIMALS: Readonly<Record<Precision, number>> = { ns: 9, us: 6, ms: 3, s: 0 };
/** The decimals of a second in ticks. */
const TICK_DECIMALS = 7;
const EPOCH = ticksFromMs(0);

/** A time in digits since 1970, cut to ticks: a double would not hold its nanoseconds. */
export function ticksOfDigits(digits: string, precision: Precision): Ticks {
  const decimals = DECIMALS[precision], point = digits.length - decimals;
  const seconds = point > 0 ? Number(digits.slice(0, point)) : 0;
  const fraction = digits.slice(Math.max(0, point)).padStart(decimals, "0").slice(0, TICK_DECIMALS);
  return EPOCH + seconds * TICKS_PER_SECOND + Number(fraction.padEnd(TICK_DECIMALS, "0"));
}

/** A number of units since 1970, which may have decimals. */
export function ticksOfNumber(time: number, precision: Precision): Ticks {
  const ticksAUnit = 10 ** (TICK_DECIMALS - DECIMALS[precision]);
  return Math.floor((time + EPOCH / ticksAUnit) * ticksAUnit);
}
