import { assertEquals } from "@std/assert";
import { BacktestRun } from "../../../../domain/backtest/run.ts";
import { BACKTEST_LIMITS, type BacktestOrder } from "../../../../domain/backtest/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { DataType, Quality, Sample, SampleValue } from "../../../../domain/sample/types.ts";
import { isoFromTicks, type Ticks, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { backtestUnit } from "../../../support/backtest_order.ts";
import { streamRecord } from "../../../support/stream_records.ts";

type Given = [seconds: number, value: SampleValue | null, quality?: Quality];

const sampleOf = ([seconds, value, quality = "good"]: Given): Sample => ({
  time: ticksOfSeconds(seconds),
  value,
  quality,
});
const at = (seconds: number): string => isoFromTicks(ticksOfSeconds(seconds));

interface Input {
  from: number;
  to: number;
  held?: Given;
  samples: Given[];
  points?: number;
  type?: DataType;
  comparison?: Record<string, unknown>;
  rule?: Record<string, unknown>;
  most?: number;
}

function evaluated(input: Input) {
  const { from, to, held, samples, points = 0, rule, most = 100 } = input;
  const comparison = input.comparison ?? { operator: "greater_than", value: 80 };
  const streams = [streamRecord({ data_type: input.type ?? "NUM" })];
  const order: BacktestOrder = {
    units: [backtestUnit(streams, comparison, rule)],
    streams,
    points,
    from: ticksOfSeconds(from),
    to: ticksOfSeconds(to),
  };
  const sample = held === undefined ? null : sampleOf(held);
  const run = new BacktestRun(order, {
    held: [{ stream: 1, read: true, sample, good: sample?.quality === "good" ? sample : null }],
    pasts: [{ stream: 1, since: ticksOfSeconds(from - 60), upTo: order.from, samples: [] }],
    limits: { ...BACKTEST_LIMITS, events: most },
    nowMs: 0,
  });
  run.offer(packBatch(samples.map((given) => ({ op: "upsert", stream: 1, sample: sampleOf(given) }))));
  const half: Ticks = ticksOfSeconds((from + to) / 2);
  run.advance(half);
  run.advance(order.to);
  return { run, ...run.result(new Set()) };
}

const spans = ({ events }: ReturnType<typeof evaluated>) =>
  events.map(({ start_time, activated_at, end_time, closed_at }) => [
    start_time,
    activated_at,
    end_time,
    closed_at,
  ]);

Deno.test("a backtest is a deployment at its start: it is evaluated on the held samples, and flagged initial", () => {
  const result = evaluated({ from: 10, to: 30, held: [3, 81], samples: [[20, 70]] });
  assertEquals(spans(result), [[at(10), at(10), at(20), at(20)]]);
  assertEquals(result.events[0].flags, ["initial"]);
  assertEquals(result.events[0].trigger.map(({ value }) => value), [81]);
});

Deno.test("a backtest is evaluated up to and including its end, where events stay open", () => {
  const rule = { on_delay_seconds: 10 };
  assertEquals(spans(evaluated({ from: 0, to: 15, samples: [[5, 81]], rule })), [[
    at(5),
    at(15),
    null,
    null,
  ]]);
  assertEquals(spans(evaluated({ from: 0, to: 14.9999999, samples: [[5, 81]], rule })), []);
  const atEnd = evaluated({ from: 0, to: 15, samples: [[15, 81]] });
  assertEquals([spans(atEnd), atEnd.summary.active_at_end], [[[at(15), at(15), null, null]], 1]);
});

Deno.test("blind time is the time in which a rule's truth is UNKNOWN, from the start on", () => {
  const blind = (input: Input) => evaluated(input).summary.blind_seconds;
  assertEquals(blind({ from: 0, to: 40, samples: [[10, 81], [20, null, "bad"], [25, 70]] }), 15);
  assertEquals(blind({ from: 0, to: 40, samples: [] }), 40);
  assertEquals(blind({ from: 0, to: 40, held: [-5, 70], samples: [[30, 1, "bad"]] }), 10);
  const comparison = { operator: "greater_than", value: 80, max_age_seconds: 10 };
  assertEquals(blind({ from: 0, to: 40, held: [-5, 70], samples: [[30, 70]], comparison }), 25);
});

Deno.test("active time is the time from start to end, whatever the delays", () => {
  const rule = { on_delay_seconds: 3, off_delay_seconds: 5 };
  const { summary } = evaluated({ from: 0, to: 40, samples: [[10, 81], [20, 70]], rule });
  assertEquals([summary.active_seconds, summary.active_share, summary.rate_per_day], [10, 0.25, 2_160]);
});

Deno.test("events past the limit are counted, and listed ones still close", () => {
  const samples: Given[] = Array.from({ length: 8 }, (_, i) => [i, i % 2 === 0 ? 81 : 70]);
  const result = evaluated({ from: -1, to: 10, samples, most: 2 });
  assertEquals([result.truncated, result.events.length, result.summary.events, result.summary.chattering], [
    ...[true, 2, 4],
    2,
  ]);
  assertEquals(spans(result).map(([start, , end]) => [start, end]), [[at(0), at(1)], [at(2), at(3)]]);
  assertEquals(result.summary.active_seconds, 4);
});

Deno.test("a series of texts has its newest changes", () => {
  const samples: Given[] = ["a", "a", "b", "c", "d", "e"].map((value, i) => [i + 1, value]);
  const comparison = { operator: "equals", value: "z" };
  const { series: [series] } = evaluated({
    from: 0,
    to: 10,
    held: [-1, "a"],
    samples,
    points: 2,
    type: "STR",
    comparison,
  });
  assertEquals(series.changes.map(({ value }) => value), ["d", "e"]);
  assertEquals([series.truncated, series.samples, series.held?.value, series.buckets], [true, 6, "a", []]);
});

Deno.test("progress reports the watermark and the share of the span", () => {
  const { run } = evaluated({ from: 0, to: 40, samples: [[10, 81]] });
  assertEquals(run.progress(), { judged_to: at(40), share: 1, samples: 1, events: 1 });
});

Deno.test("a backtest evaluates groups of at least n, counters and steps as live evaluation does", () => {
  const above = (value: number) => ({ stream: "A", operator: "greater_than", value });
  const rule = { conditions: [{ at_least: 2, conditions: [above(70), above(80), above(90)] }] };
  const group = evaluated({ from: 0, to: 40, samples: [[5, 75], [10, 85], [20, 75]], rule });
  assertEquals(spans(group), [[at(10), at(10), at(20), at(20)]]);
  const comparison = { operator: "changed_by", value: 2, window_seconds: 10 };
  const step = evaluated({ from: 0, to: 40, samples: [[5, 10], [20, 15]], comparison });
  assertEquals(spans(step), [[at(20), at(20), at(30), at(30)]]);
  const counter = { operator: "increase_above", value: 15, window_seconds: 10 };
  const counted = evaluated({
    from: 0,
    to: 40,
    samples: [[0.5, 0], [12, 10], [20, 20]],
    comparison: counter,
  });
  assertEquals(spans(counted), [[at(20), at(20), at(22), at(22)]]);
});
