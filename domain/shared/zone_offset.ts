import type { Ms } from "./time.ts";

/**
 * Reads the offset of a time zone of the tz database from UTC at a time. Slow: a few microseconds each, and the first
 * format of an isolate costs as much as restoring a thousand instances.
 * @throws {RangeError} if there is no such zone.
 */
export function zoneOffsetReader(timeZone: string): (at: Ms) => Ms {
  if (timeZone === "UTC") return () => 0;
  const format = new Intl.DateTimeFormat("en-US", {
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
  return (at) => {
    const second = Math.floor(at / 1000) * 1000;
    const parts = new Map(format.formatToParts(second).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
    const local = new Date(0);
    local.setUTCFullYear(year, part("month") - 1, part("day"));
    local.setUTCHours(part("hour"), part("minute"), part("second"));
    return local.getTime() - second;
  };
}

/** The first time after `from`, and at most `to`, that has the offset of `to`. One change at most lies between. */
export function offsetChange({ from, to }: { from: Ms; to: Ms }, offsetAt: (at: Ms) => Ms): Ms {
  const offset = offsetAt(to);
  let before = from, after = to;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) after = middle;
    else before = middle;
  }
  return after;
}
