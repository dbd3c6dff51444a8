import { assertEquals } from "@std/assert";
import { LiveTable } from "../../../main/live_values.ts";
import { packBatch } from "../../../domain/sample/batch.ts";
import type { Sample, SampleChange, SampleValue } from "../../../domain/sample/types.ts";

function sample(time: number, value: SampleValue | null): Sample {
  return { time, value, quality: value === null ? "bad" : "good" };
}

function upsert(stream: number, time: number, value: SampleValue | null): SampleChange {
  return { op: "upsert", stream, sample: sample(time, value) };
}

Deno.test("a stream's live value is its newest sample; of several at one time the last received", () => {
  const live = new LiveTable();
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
  const live = new LiveTable(), heard: number[][] = [];
  const stop = live.onChange((streams) => heard.push([...streams]));
  live.take(packBatch([upsert(3, 20, 1), upsert(4, 20, 1)]));
  live.take(packBatch([upsert(3, 19, 1), { op: "remove", stream: 4, time: 20 }]));
  live.take(packBatch([upsert(3, 19, 1), upsert(4, 20, 2)]));
  stop();
  live.take(packBatch([upsert(3, 30, 1)]));
  assertEquals(heard, [[3, 4], [4]]);
  assertEquals(live.get(4), sample(20, 2));
});
