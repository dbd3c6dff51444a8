/** What the texts of an event say of the comparison that opened it: the rows of docs/rule_vectors.md, "Texts". */
import { assertEquals } from "@std/assert";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { BacktestRun } from "../../../../domain/backtest/run.ts";
import { BACKTEST_LIMITS, type BacktestEvent } from "../../../../domain/backtest/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import type { Ticks } from "../../../../domain/shared/time.ts";
import type { Json } from "../../../support/andon_client.ts";
import { backtestUnit } from "../../../support/backtest_order.ts";
import { s } from "../../../support/evaluation_vectors.ts";
import { streamRecord } from "../../../support/stream_records.ts";
import { TEXT_VECTORS } from "../../../support/rule_reading_vectors.ts";

const STREAMS: StreamRecord[] = [
  streamRecord({ id: 1, stream_name: "A", uom: "°C" }),
  streamRecord({ id: 2, stream_name: "R", uom: null }),
];

const good = (time: Ticks, value: number): Sample => ({ time, value, quality: "good" });

/** The event of a rule that is evaluated from −60 s on. Both streams have held 70; at 0 come `at0`. */
function eventOf(condition: Json, { rule = {}, at0 }: { rule?: Json; at0: Record<number, number> }) {
  const known = STREAMS.map(({ id }) => ({
    stream: id,
    read: true,
    sample: good(s(-9_000), 70),
    good: null,
  }));
  const order = { units: [backtestUnit(STREAMS, condition, rule)], streams: STREAMS, points: 0 };
  const run = new BacktestRun({ ...order, from: s(-60), to: s(60) }, {
    held: known,
    pasts: known.map(({ stream, sample }) => ({ stream, since: s(-9_000), upTo: s(-60), samples: [sample] })),
    limits: BACKTEST_LIMITS,
    nowMs: 0,
  });
  run.offer(packBatch(
    Object.entries(at0).map(([stream, value]) => (
      { op: "upsert", stream: Number(stream), sample: good(s(0), value) }
    )),
  ));
  run.advance(s(60));
  return run.result(new Set()).events.find(({ rule_id }) => rule_id === "r1");
}

for (const { condition, value, template, text } of TEXT_VECTORS) {
  Deno.test(`${condition.operator}: "${template}" becomes "${text}"`, () => {
    const at0 = { [condition.stream === "R" ? 2 : 1]: value };
    assertEquals(eventOf(condition, { at0, rule: { event_description: template } })?.event_description, text);
  });
}

function opening(event: BacktestEvent | undefined) {
  const { subject, value, limit, unit } = event?.opened_by ?? {};
  return [subject, value, limit, unit];
}

Deno.test("the texts speak of the first comparison that is TRUE and not inside not", () => {
  const above = (stream: string, value: number) => ({ stream, operator: "greater_than", value });
  const conditions = [{ any: [above("A", 100), above("R", 80)] }];
  assertEquals(opening(eventOf({}, { at0: { 1: 90, 2: 81 }, rule: { conditions } })), ["R", 81, "80", ""]);
  const negated = [{ not: above("A", 100) }, above("R", 80)];
  assertEquals(opening(eventOf({}, { at0: { 1: 90, 2: 81 }, rule: { conditions: negated } })), [
    "R",
    81,
    "80",
    "",
  ]);
});

Deno.test("a rule of which nothing outside not is TRUE speaks of its first comparison", () => {
  const conditions = [{ not: { stream: "A", operator: "less_than", value: 80 } }];
  assertEquals(opening(eventOf({}, { at0: { 1: 90 }, rule: { conditions } })), ["A", 90, "80", "°C"]);
});

Deno.test("a distance, a count and a limit that is a stream are as they were in that instant", () => {
  const deviation = { operator: "deviation_above", of: "R", value: 15 };
  assertEquals(opening(eventOf(deviation, { at0: { 1: 90 } })), ["the distance of A and R", 20, "15", "°C"]);
  const count = { operator: "count_above", value: 0, limit: 80, window_seconds: 10 };
  assertEquals(opening(eventOf(count, { at0: { 1: 90 } })), [
    "the number of samples of A above 80 °C in the last 10 s",
    1,
    "0",
    "",
  ]);
  const other = { operator: "greater_than", value: "R" };
  assertEquals(opening(eventOf(other, { at0: { 1: 90 } })), ["A", 90, "70", "°C"]);
});

Deno.test("silence is in seconds, and what does not move has its range beside the tolerance", () => {
  const silent = { operator: "stale_for", value: 30 };
  assertEquals(opening(eventOf(silent, { at0: { 1: 90 } }))[2], "30");
  assertEquals(opening(eventOf(silent, { at0: { 1: 90 } }))[3], "s");
  const flat = { operator: "flat_for", value: 10, tolerance: 2 };
  assertEquals(opening(eventOf(flat, { at0: {} })).slice(1), [0, "2", "°C"]);
});
