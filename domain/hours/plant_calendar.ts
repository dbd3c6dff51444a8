import type { Ms } from "../shared/time.ts";
import { type Hours, hoursOn, WHOLE_DAYS } from "./hours.ts";
import { dateOfDay, type Day, type LocalDays } from "./local_days.ts";

/** How much the plant's calendar holds. */
export const CALENDAR_LIMITS = { hours: 10, holidays: 400 } as const;

/** When the plant works, in its time zone. */
export interface PlantCalendar {
  /** Empty: always. */
  working_hours: readonly Hours[];
  /** Dates on which no working hours begin, `2026-12-25`. */
  holidays: readonly string[];
}

/** When the working hours begin next, later than a time; null: they run at that time. */
export function workingHoursFrom(at: Ms, calendar: PlantCalendar, zone: LocalDays): Ms | null {
  const { working_hours, holidays } = calendar, today = zone.dayAt(at);
  const hours = working_hours.length === 0 ? WHOLE_DAYS : working_hours;
  // Each holiday takes at most one of the weeks in which some hours begin.
  const lastDay = today + 7 * (holidays.length + 2);
  for (let day: Day = today - 1; day <= lastDay; day++) {
    if (holidays.includes(dateOfDay(day))) continue;
    const spans = hoursOn(day, hours, zone).filter(({ from, to }) => from < to && to > at);
    if (spans.some(({ from }) => from <= at)) return null;
    if (spans.length > 0 && day >= today) return Math.min(...spans.map(({ from }) => from));
  }
  return null;
}
