import { assertEquals } from "@std/assert";
import type { Sample } from "../../../../domain/sample/types.ts";
import { isoFromTicks, sourceTimeFromTicks } from "../../../../domain/shared/time.ts";
import { composeTrend } from "../../../../domain/trend/compose.ts";
import { TREND_CHANGES } from "../../../../domain/trend/types.ts";

const good = (time: number, value: Sample["value"]): Sample => ({ time, value, quality: "good" });
const bad = (time: number): Sample => ({ time, value: null, quality: "bad" });

const span = { from: 0, to: 40_000, points: 4, now: 1_000_000, maxAge: null, held: null };
const at = (ms: number) => isoFromTicks(ms * 10_000);

Deno.test("composeTrend() puts each number into its bucket, the end of the span into the last", () => {
  const samples = [good(0, 5), good(9_999, 1), good(10_000, 7), {
    ...good(15_000, 9),
    quality: "uncertain" as const,
  }];
  const { buckets } = composeTrend({
    ...span,
    dataType: "NUM",
    samples: [...samples, bad(35_000), good(40_000, 3)],
  });
  assertEquals(buckets, [
    { start: at(0), min: 1, max: 5, first: 5, last: 1, quality: "good", count: 2 },
    { start: at(1), min: 7, max: 9, first: 7, last: 9, quality: "uncertain", count: 2 },
    { start: at(2), min: null, max: null, first: null, last: null, quality: null, count: 0 },
    { start: at(3), min: 3, max: 3, first: 3, last: 3, quality: "bad", count: 2 },
  ]);
});

Deno.test("composeTrend() contains a text's changes, not its repetitions", () => {
  const held = good(-5, "idle");
  const samples = [good(1, "idle"), good(2, "run"), good(3, "run"), bad(4), good(5, "run")];
  const trend = composeTrend({ ...span, dataType: "STR", held, samples });
  const change = (time: number, value: string | null, quality = "good") => ({
    time: sourceTimeFromTicks(time),
    value,
    quality,
  });
  assertEquals(trend.held, { ...change(-5, "idle"), quality: "good" });
  assertEquals(trend.changes as unknown, [change(2, "run"), change(4, null, "bad"), change(5, "run")]);
  assertEquals([trend.buckets, trend.truncated, trend.samples], [[], false, 5]);
});

Deno.test("composeTrend() keeps the newest changes when there are too many", () => {
  const samples = Array.from({ length: TREND_CHANGES + 1 }, (_, i) => good(i, i % 2 === 0));
  const whole = composeTrend({ ...span, dataType: "BOOL", samples: samples.slice(1) });
  assertEquals([whole.changes.length, whole.truncated], [TREND_CHANGES, false]);
  const cut = composeTrend({ ...span, dataType: "BOOL", samples });
  assertEquals([cut.changes.length, cut.truncated], [TREND_CHANGES, true]);
  assertEquals(cut.changes, whole.changes);
});

const gapsOf = (change: Partial<Parameters<typeof composeTrend>[0]>) =>
  composeTrend({ ...span, dataType: "NUM", samples: [], ...change }).gaps;
const gap = (start: number, end: number) => ({ start: at(start), end: at(end) });

Deno.test("composeTrend() has a gap before the first sample and after a bad one", () => {
  assertEquals(gapsOf({}), [gap(0, 4)]);
  assertEquals(gapsOf({ held: good(-1, 5) }), []);
  assertEquals(gapsOf({ held: bad(-1), samples: [good(10_000, 1)] }), [gap(0, 1)]);
  const samples = [good(10_000, 1), bad(20_000), good(30_000, 1)];
  assertEquals(gapsOf({ samples }), [gap(0, 1), gap(2, 3)]);
  assertEquals(gapsOf({ samples: [good(0, 1), bad(20_000)] }), [gap(2, 4)]);
});

Deno.test("composeTrend() has a gap past the maximum age, and none ahead of the clock", () => {
  const samples = [good(0, 1), good(30_000, 1)];
  assertEquals(gapsOf({ samples, maxAge: 10_000 }), [gap(1, 3)]);
  assertEquals(gapsOf({ samples, maxAge: 30_000 }), []);
  assertEquals(gapsOf({ samples: [good(0, 1), bad(10_000)], now: 25_000 }), [gap(1, 2.5)]);
  assertEquals(gapsOf({ now: -1 }), []);
});

Deno.test("composeTrend() joins gaps that are less than a bucket apart", () => {
  const samples = [
    good(0, 1),
    bad(1_000),
    good(2_000, 1),
    bad(3_000),
    good(4_000, 1),
    bad(30_000),
    good(31_000, 1),
  ];
  assertEquals(gapsOf({ samples }), [gap(0.1, 0.4), gap(3, 3.1)]);
  const flicker = Array.from({ length: 4_000 }, (_, i) => i % 2 === 0 ? good(i * 10, 1) : bad(i * 10));
  assertEquals(gapsOf({ samples: flicker }).length, 1);
});

Deno.test("composeTrend() finds no gap within a bucket of chosen samples, and none in a part that was not read", () => {
  const chosen = [0, 9_000, 12_000, 15_000, 18_000, 21_000, 24_000, 39_000].map((time) => good(time, 1));
  const input = { ...span, dataType: "NUM" as const, held: good(-5, 1), samples: chosen, maxAge: 5_000 };
  const within = { start: at(0.5), end: at(0.9) };
  assertEquals(gapsOf(input), [within, { start: at(2.9), end: at(3.9) }]);
  assertEquals(gapsOf({ ...input, basis: "extremes" }), [{ start: at(2.9), end: at(3.9) }]);
  const unread = [{ from: 26_000, to: 38_500 }];
  const parts = composeTrend({ ...input, basis: "parts", unread });
  assertEquals([parts.basis, parts.unread], ["parts", [{ start: at(2.6), end: at(3.85) }]]);
  assertEquals(parts.gaps, [within, { start: at(3.85), end: at(3.9) }]);
});

Deno.test("composeTrend() compares the first change of a text with nothing when earlier ones were not read", () => {
  const trend = composeTrend({
    ...span,
    dataType: "STR",
    held: good(-5, "run"),
    samples: [good(20_000, "run")],
    basis: "parts",
    unread: [{ from: 0, to: 20_000 }],
  });
  assertEquals(trend.changes.map(({ value }) => value), ["run"]);
});
