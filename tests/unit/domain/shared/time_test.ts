import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import {
  hoursBefore,
  sourceTimeFromTicks,
  ticksFromMs,
  ticksFromSourceTime,
} from "../../../../domain/shared/time.ts";

const CASES = 2_000;
const pad = (number: number, width: number) => String(number).padStart(width, "0");

Deno.test("ticksFromSourceTime() reads what sourceTimeFromTicks() writes", () => {
  const ticks = fc.integer({
    min: ticksFromMs(Date.UTC(1992, 0, 1)),
    max: ticksFromMs(Date.UTC(2047, 0, 1)),
  });
  fc.assert(fc.property(ticks, (at) => ticksFromSourceTime(sourceTimeFromTicks(at)) === at), {
    numRuns: CASES,
  });
});

/** The other spelling of the zone does not take the fast path. */
Deno.test("ticksFromSourceTime() reads a time in Z like the same time at +00:00, valid or not", () => {
  const part = (max: number) => fc.integer({ min: 0, max });
  const time = fc.record({
    year: fc.integer({ min: 1960, max: 2100 }),
    month: part(13),
    day: part(32),
    hour: part(25),
    minute: part(61),
    second: part(61),
    fraction: fc.option(fc.stringMatching(/^[0-9]{1,9}$/), { nil: undefined }),
  });
  fc.assert(
    fc.property(time, ({ year, month, day, hour, minute, second, fraction }) => {
      const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
      const clock = `${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}`;
      const text = `${date}T${clock}${fraction === undefined ? "" : `.${fraction}`}`;
      assertEquals(ticksFromSourceTime(`${text}Z`), ticksFromSourceTime(`${text}+00:00`), text);
    }),
    { numRuns: 5 * CASES },
  );
});

Deno.test("ticksFromSourceTime() refuses texts that only resemble a usual time", () => {
  for (
    const text of [
      ...["", "Z", "2026-01-31T08:15:02.Z", "2026-01-31T08:15:0aZ", "2026-01-31T08:15:02,5Z"],
      ...["2026-01-31T08-15:02Z", "2026/01/31T08:15:02Z", "2026-01-31T08:15:02.1 Zz", "+026-01-31T08:15:02Z"],
    ]
  ) assertEquals(ticksFromSourceTime(text), undefined, text);
});

Deno.test("ticksFromSourceTime() handles ends of months and leap years", () => {
  for (const day of ["1970-01-01", "1999-12-31", "2000-02-29", "2024-02-29", "2026-03-01", "2100-03-01"]) {
    assertEquals(ticksFromSourceTime(`${day}T00:00:00Z`), ticksFromMs(Date.parse(`${day}T00:00:00Z`)), day);
  }
});

Deno.test("hoursBefore() is a whole millisecond, and earlier for any part of one", () => {
  const ms = Date.UTC(2026, 0, 31);
  assertEquals([1, 0.5, 24.123456, 1e-300].map((hours) => ms - hoursBefore(hours, ms)), [
    3_600_000,
    1_800_000,
    86_844_442,
    1,
  ]);
});
