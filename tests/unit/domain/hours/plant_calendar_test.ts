import { assertEquals } from "@std/assert";
import { localDaysOf } from "../../../../domain/hours/local_days.ts";
import {
  CALENDAR_LIMITS,
  type PlantCalendar,
  workingHoursFrom,
} from "../../../../domain/hours/plant_calendar.ts";

const BERLIN = localDaysOf("Europe/Berlin");
const WEEK = [1, 2, 3, 4, 5];

/** When the hours begin next, in UTC; `now`: they run. */
function from(at: string, calendar: Partial<PlantCalendar>, zone = BERLIN): string {
  const begin = workingHoursFrom(Date.parse(at), { working_hours: [], holidays: [], ...calendar }, zone);
  return begin === null ? "now" : new Date(begin).toISOString().slice(0, 16);
}

Deno.test("workingHoursFrom() knows the hours of weekdays, to the millisecond", () => {
  const day = { working_hours: [{ weekdays: WEEK, from: "06:00", to: "22:00" }] };
  // 2026-01-30 is a Friday; Berlin is one hour ahead of UTC.
  assertEquals(from("2026-01-30T04:59:59.999Z", day), "2026-01-30T05:00");
  assertEquals(from("2026-01-30T05:00:00Z", day), "now");
  assertEquals(from("2026-01-30T20:59:59.999Z", day), "now");
  assertEquals(from("2026-01-30T21:00:00Z", day), "2026-02-02T05:00");
});

Deno.test("workingHoursFrom() passes holidays; hours that began the day before go on", () => {
  const nights = {
    working_hours: [{ weekdays: WEEK, from: "22:00", to: "06:00" }],
    holidays: ["2026-01-30", "2026-02-02"],
  };
  assertEquals(from("2026-01-30T02:00:00Z", nights), "now");
  assertEquals(from("2026-01-30T05:00:00Z", nights), "2026-02-03T21:00");
  assertEquals(from("2026-01-30T05:00:00Z", { ...nights, holidays: [] }), "2026-01-30T21:00");
});

Deno.test("workingHoursFrom() takes a plant without hours as one that works always, but on holidays", () => {
  assertEquals(from("2026-01-31T03:00:00Z", {}), "now");
  assertEquals(from("2026-01-31T03:00:00Z", { holidays: ["2026-01-31"] }), "2026-01-31T23:00");
});

Deno.test("workingHoursFrom() keeps the local time when the clocks change", () => {
  const day = { working_hours: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: "06:00", to: "22:00" }] };
  assertEquals(from("2026-03-28T22:00:00Z", day), "2026-03-29T04:00");
  assertEquals(from("2026-10-24T22:00:00Z", day), "2026-10-25T05:00");
});

Deno.test("workingHoursFrom() finds the hours after as many holidays as there may be", () => {
  const monday = Date.UTC(2026, 0, 5), week = 7 * 86_400_000;
  const holidays = Array.from(
    { length: CALENDAR_LIMITS.holidays },
    (_, n) => new Date(monday + n * week).toISOString().slice(0, 10),
  );
  const mondays = { working_hours: [{ weekdays: [1], from: "08:00", to: "16:00" }], holidays };
  const first = new Date(monday + holidays.length * week).toISOString().slice(0, 10);
  assertEquals(from("2026-01-04T12:00:00Z", mondays, localDaysOf("UTC")), `${first}T08:00`);
  assertEquals(from("2026-01-06T12:00:00Z", mondays, localDaysOf("UTC")), `${first}T08:00`);
});
