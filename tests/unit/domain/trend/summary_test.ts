import { assertEquals } from "@std/assert";
import { summarised } from "../../../../domain/trend/summary.ts";
import type { Trend } from "../../../../domain/trend/types.ts";

const none = { basis: "all" as const, unread: [], held: null, changes: [], truncated: false, gaps: [] };
const start = "2026-01-31T08:00:00.0000000Z";

function trend(values: (number | null)[]): Trend {
  const buckets = values.map((value) => ({
    start,
    min: value,
    max: value,
    first: value,
    last: value,
    quality: value === null ? null : "good" as const,
    count: value === null ? 0 : 1,
  }));
  return { ...none, samples: values.length, buckets };
}

Deno.test("summarised() contains least, greatest, mean and direction", () => {
  const { min, max, mean, first, last, change, trend: way } = summarised(trend([1, null, 3, 5]));
  assertEquals([min, max, mean, first, last, way], [1, 5, 3, 1, 5, "rising"]);
  assertEquals(Math.round((change ?? 0) * 100) / 100, 3.86);
  assertEquals(summarised(trend([5, 4, 3, 1])).trend, "falling");
  assertEquals(summarised(trend([5, 1, 5, 1, 5])).trend, "steady");
  assertEquals(summarised(trend([2])).trend, "steady");
});

Deno.test("summarised() has nulls without numbers, and changes for texts", () => {
  assertEquals(summarised(trend([null, null])).trend, "unknown");
  const changes = ["a", "b"].map((value) => ({ time: start, value, quality: "good" as const }));
  const { changes: shown } = summarised({ ...none, samples: 2, buckets: [], changes });
  assertEquals(shown?.map(({ value }) => value), ["b", "a"]);
});
