import { assertEquals } from "@std/assert";
import { LiveTable } from "../../../../services/actor_clients/live_values.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import type { Sample, SampleChange, SampleValue } from "../../../../domain/sample/types.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);

function sample(time: number, value: SampleValue | null): Sample {
  return { time, value, quality: value === null ? "bad" : "good" };
}

function upsert(stream: number, time: number, value: SampleValue | null): SampleChange {
  return { op: "upsert", stream, sample: sample(time, value) };
}

Deno.test("a stream's live value is its newest sample; of several at one time the last received", () => {
  const live = new LiveTable(() => NOW_MS);
  assertEquals([live.get(0), live.get(7_000)], [undefined, undefined]);
  live.take(packBatch([upsert(3, 20, 1), upsert(3, 10, 2), upsert(0, 5, "on"), upsert(7_000, 1, true)]));
  assertEquals([live.get(3), live.get(0), live.get(7_000)], [
    sample(20, 1),
    sample(5, "on"),
    sample(1, true),
  ]);
  live.take(packBatch([upsert(1, 9, "off"), upsert(3, 20, null), upsert(0, 6, "high")]));
  assertEquals([live.get(3), live.get(0), live.get(1)], [
    sample(20, null),
    sample(6, "high"),
    sample(9, "off"),
  ]);
  assertEquals([live.get(2), live.get(6_999)], [undefined, undefined]);
});

Deno.test("listeners are called only with the streams that have a new value", () => {
  const live = new LiveTable(() => NOW_MS), heard: number[][] = [];
  const stop = live.onChange((streams) => heard.push([...streams]));
  live.take(packBatch([upsert(3, 20, 1), upsert(4, 20, 1)]));
  live.take(packBatch([upsert(3, 19, 1), { op: "remove", stream: 4, time: 20 }]));
  live.take(packBatch([upsert(3, 19, 1), upsert(4, 20, 2)]));
  stop();
  live.take(packBatch([upsert(3, 30, 1)]));
  assertEquals(heard, [[3, 4], [4]]);
  assertEquals(live.get(4), sample(20, 2));
});

Deno.test("a sample more than 60 s ahead of the clock is set aside until the clock has reached it", () => {
  let nowMs = NOW_MS;
  const live = new LiveTable(() => nowMs), heard: number[][] = [];
  const at = (seconds: number) => ticksFromMs(NOW_MS + 1_000 * seconds);
  live.onChange((streams) => heard.push([...streams]));
  live.take(packBatch([upsert(1, at(-5), 10), upsert(1, at(86_400), 90), upsert(1, at(61), 20)]));
  assertEquals([live.get(1), live.setAside(1)], [sample(at(-5), 10), sample(at(86_400), 90)]);
  live.take(packBatch([upsert(1, at(60), 11)]));
  assertEquals(live.get(1), sample(at(60), 11));
  assertEquals(heard, [[1], [1]]);
  nowMs += 1_000;
  assertEquals([live.get(1), live.setAside(1)], [sample(at(61), 20), sample(at(86_400), 90)]);
});

Deno.test("listeners hear of a value that the clock has reached, with the next batch", () => {
  let nowMs = NOW_MS;
  const live = new LiveTable(() => nowMs), heard: number[][] = [];
  live.onChange((streams) => heard.push([...streams]));
  live.take(packBatch([upsert(1, ticksFromMs(NOW_MS + 90_000), 90)]));
  nowMs += 30_000;
  live.take(packBatch([upsert(2, ticksFromMs(NOW_MS), 1)]));
  assertEquals(heard, [[1, 2]]);
});

Deno.test("a sample that is set aside is forgotten when it is removed at the source", () => {
  const live = new LiveTable(() => NOW_MS),
    [one, other] = [90, 120].map((s) => ticksFromMs(NOW_MS + 1_000 * s));
  live.take(packBatch([upsert(1, one, 1), upsert(1, other, 2), { op: "remove", stream: 1, time: other }]));
  assertEquals(live.setAside(1), sample(one, 1));
  live.take(packBatch([{ op: "removeWindow", stream: 1, from: one, to: other }]));
  assertEquals([live.get(1), live.setAside(1)], [undefined, undefined]);
});
