import { assertEquals } from "@std/assert";
import { mergedByTime, rowsByTime } from "../../../../../domain/evaluation/intake/time_order.ts";
import { fc } from "../../../../support/fast_check.ts";
import { seeded } from "../../../../support/seeded.ts";

const RUNS = { numRuns: 2_000 };

/** Times in several runs, close together or years apart, with many equal ones. */
const times = fc.tuple(
  fc.constantFrom(3, 2_000, 3_000_000, 2 ** 32 - 1, 2 ** 32, 4e15),
  fc.integer({ min: -4e15, max: 4e15 }),
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
).map(([width, least, parts]) => Float64Array.from(parts, (part) => least + Math.round(part * width)));

function sorted(rows: Int32Array<ArrayBuffer>, time: Float64Array): number[] {
  return [...rows].sort((a, b) => time[a] - time[b]);
}

Deno.test("rowsByTime() equals a stable sort, whatever the times and their runs", () => {
  fc.assert(
    fc.property(times, (time) => {
      const rows = Int32Array.from(time.keys()).reverse();
      assertEquals([...rowsByTime(rows.slice(), time)], sorted(rows, time));
    }),
    RUNS,
  );
});

Deno.test("rowsByTime() sorts many rows by the digits of their times, when these are close together", () => {
  const random = seeded(3);
  for (const width of [0, 2 ** 11 - 1, 2 ** 11, 2 ** 22 - 1, 2 ** 22, 2 ** 32 - 1, 2 ** 32, 2 ** 53]) {
    const time = Float64Array.from(
      { length: 2_500 },
      (_, i) => i === 7 ? 0 : i === 99 ? width : Math.floor(random() * (width + 1)),
    );
    for (const count of [2_048, 2_049, 2_500]) {
      const rows = Int32Array.from(time.keys()).reverse().subarray(0, count);
      assertEquals([...rowsByTime(rows.slice(), time)], sorted(rows, time));
    }
  }
});

Deno.test("mergedByTime() merges two lists that are in order, the first one's rows of a time first", () => {
  fc.assert(
    fc.property(times, fc.nat(60), (time, part) => {
      const rows = Int32Array.from(time.keys()), cut = Math.min(part, rows.length);
      const one = Int32Array.from(sorted(rows.slice(0, cut), time));
      const other = Int32Array.from(sorted(rows.slice(cut), time));
      assertEquals([...mergedByTime(one, other, time)], sorted(rows, time));
    }),
    RUNS,
  );
});
