import { assertEquals } from "@std/assert";
import { dayOfDate } from "../../../../domain/hours/local_days.ts";
import { WorkingDays } from "../../../../domain/hours/working_days.ts";
import { cases, fc } from "../../../support/fast_check.ts";

const day = dayOfDate("2026-01-01");
const calendars = fc.record({
  working_hours: fc.array(
    fc.record({
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: fc.constant("06:00"),
      to: fc.constant("14:00"),
    }),
    { maxLength: 2 },
  ),
  holidays: fc.array(fc.integer({ min: 10, max: 28 }).map((date) => `2026-01-${date}`), { maxLength: 30 }),
});

Deno.test("WorkingDays counts and finds what a walk over the days does", () => {
  fc.assert(
    fc.property(calendars, fc.nat(60), fc.nat(40), (calendar, offset, number) => {
      const working = new WorkingDays(calendar), from = day + offset - 20;
      let until = from, found = -1;
      while (found < number) if (working.has(until++)) found++;
      assertEquals(working.after(from, number), until - 1);
      assertEquals(working.count(from, until), number + 1);
    }),
    cases(300),
  );
});

Deno.test("WorkingDays passes a year of holidays", () => {
  const holidays = Array.from(
    { length: 400 },
    (_, n) => new Date((day + n) * 86_400_000).toISOString().slice(0, 10),
  );
  const working = new WorkingDays({ working_hours: [], holidays });
  assertEquals([working.has(day), working.after(day, 0)], [false, day + 400]);
});
