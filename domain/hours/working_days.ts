import { type Day, dayOfDate, weekdayOf } from "./local_days.ts";
import type { PlantCalendar } from "./plant_calendar.ts";

/** The days on which the plant's working hours begin. */
export class WorkingDays {
  /** By weekday, from 1 (Monday). */
  readonly #weekdays: ReadonlySet<number>;
  /** Holidays on days that else were working days, ascending. */
  readonly #holidays: readonly Day[];

  constructor({ working_hours, holidays }: PlantCalendar) {
    const weekdays = working_hours.flatMap((hours) => hours.weekdays);
    this.#weekdays = new Set(weekdays.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : weekdays);
    this.#holidays = [...new Set(holidays)].map(dayOfDate)
      .filter((day) => this.#weekdays.has(weekdayOf(day))).sort((a, b) => a - b);
  }

  has(day: Day): boolean {
    return this.#weekdays.has(weekdayOf(day)) && !this.#holidays.includes(day);
  }

  /** How many there are from one day until another, which does not count. */
  count(from: Day, until: Day): number {
    const weeks = Math.max(0, Math.floor((until - from) / 7));
    let days = weeks * this.#weekdays.size;
    for (let day = from + 7 * weeks; day < until; day++) if (this.#weekdays.has(weekdayOf(day))) days++;
    return days - this.#holidays.filter((day) => from <= day && day < until).length;
  }

  /** The working day that is the given number of working days after the first one from a day on. */
  after(from: Day, number: number): Day {
    let low = from, high = from + 7 * (Math.ceil((number + 1) / this.#weekdays.size) + this.#holidays.length);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.count(from, middle + 1) > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
