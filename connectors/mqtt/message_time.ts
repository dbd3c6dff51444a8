import { type Ticks, ticksFromMs, ticksFromSourceTime } from "../../domain/shared/time.ts";

const NUMBER = /^-?\d+(\.\d+)?$/;
/** The least number that counts as of a finer unit: as seconds it would be later than the year 5000. */
const FROM_MS = 1e11, FROM_US = 1e14, FROM_NS = 1e17;

/** A time as machines write it: ISO 8601, or seconds, ms, µs or ns since 1970 by its size; undefined: it is none. */
export function readTime(raw: unknown): Ticks | undefined {
  if (typeof raw === "number") return ticksFromNumber(raw);
  if (typeof raw !== "string") return undefined;
  const text = raw.trim();
  return NUMBER.test(text) ? ticksFromNumber(Number(text)) : ticksFromSourceTime(text);
}

function ticksFromNumber(given: number): Ticks | undefined {
  if (!(given >= 0)) return undefined;
  const ms = given < FROM_MS
    ? given * 1e3
    : given < FROM_US
    ? given
    : given < FROM_NS
    ? given / 1e3
    : given / 1e6;
  if (!Number.isFinite(ms)) return undefined;
  const whole = Math.floor(ms);
  return ticksFromMs(whole) + Math.round((ms - whole) * 1e4);
}
