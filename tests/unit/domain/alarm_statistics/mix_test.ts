import { assert, assertEquals } from "@std/assert";
import { mixOf } from "../../../../domain/alarm_statistics/mix.ts";

function assertAlmostEquals(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

Deno.test("info and warning are low, error is medium, critical is high", () => {
  const mix = mixOf([10, 20, 30, 40]);
  assertEquals(mix.counts, { info: 10, warning: 20, error: 30, critical: 40 });
  assertAlmostEquals(mix.shares.low, 0.3);
  assertAlmostEquals(mix.shares.medium, 0.3);
  assertAlmostEquals(mix.shares.high, 0.4);
  assertAlmostEquals(mix.distance, 0.5);
});

Deno.test("the recommended mix has distance 0, as has a span without events; all critical has 0.95", () => {
  assertAlmostEquals(mixOf([0, 80, 15, 5]).distance, 0);
  assertEquals(mixOf([0, 0, 0, 0]).distance, 0);
  assertAlmostEquals(mixOf([0, 0, 0, 9]).distance, 0.95);
});
