import { z } from "zod";
import { dateOfDay, dayOfDate, isTimeZone } from "./local_days.ts";

/** Names only: an offset such as `+01:00` knows no daylight saving. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,49}$/;

/** A time zone of the tz database, such as `Europe/Berlin`. */
export function timeZone() {
  return z.string().regex(ZONE, "Must be a time zone such as Europe/Berlin")
    .refine(isTimeZone, {
      error: ({ input }) => `The time zone "${input}" does not exist; use one such as Europe/Berlin`,
    })
    .describe("A time zone of the tz database, such as `Europe/Berlin`");
}

/** A time of day, `06:30`. */
export function clockTime() {
  return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time of day such as 06:30");
}

/** A date of this century, `2026-01-31`. */
export function calendarDate() {
  const text = "Must be a date such as 2026-01-31";
  return z.string().regex(/^20\d\d-\d\d-\d\d$/, text).refine(isDate, text);
}

function isDate(date: string): boolean {
  const day = dayOfDate(date);
  return Number.isFinite(day) && dateOfDay(day) === date;
}

/** Parts of weekdays: at most `most` of them. */
export function hoursList(most: number) {
  return z.array(hours).max(most);
}

const hours = z.strictObject({
  weekdays: z.array(z.int().min(1).max(7)).min(1, "Must name at least one weekday").max(7).describe(
    "1 (Monday) to 7: the days on which the hours begin",
  ),
  from: clockTime(),
  to: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Must be a time of day such as 06:30, or 24:00")
    .describe("Not after `from`: on the next day"),
});
