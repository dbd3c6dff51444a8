import { assert, assertEquals } from "@std/assert";
import { readTrend } from "../../../../actors/source/trend_read.ts";
import type { DataSource } from "../../../../connectors/source.ts";
import type { DataType, Sample } from "../../../../domain/sample/types.ts";
import { TICKS_PER_SECOND } from "../../../../domain/shared/time.ts";
import { TREND_PARTS, TREND_SAMPLES } from "../../../../domain/trend/types.ts";

const DAY = 86_400 * TICKS_PER_SECOND, PAGE = 10_000;
const from = 0, to = 30 * DAY, points = 400;
const stream = { id: 1, source: { kind: "any" } };

interface Scene {
  every: number;
  /** Samples that the source chooses; undefined: it does not choose. */
  chosen?: number | null;
  valueAt?: (second: number) => Sample["value"];
}

/** A stream with a sample each `every` seconds, and the reads made of it. */
function sceneOf({ every, chosen, valueAt = (second) => second }: Scene) {
  const step = every * TICKS_PER_SECOND, windows: { from: number; to: number }[] = [];
  const source = {
    capabilities: { history: true, feed: true, types: true, assets: true, sampled: chosen !== undefined },
    sampled: ({ intervals }) =>
      Promise.resolve(
        chosen === null || chosen === undefined
          ? null
          : Array.from({ length: chosen }, (_, i) => sampleAt(Math.floor(i * DAY * 30 / chosen) + intervals)),
      ),
    window(_stream, after, until, { atMost = Infinity } = {}) {
      windows.push({ from: after + 1, to: until });
      const samples: Sample[] = [];
      for (let time = Math.max(0, Math.ceil((after + 1) / step) * step); time <= until; time += step) {
        samples.push(sampleAt(time));
        if (samples.length > atMost && samples.length % PAGE === 0) break;
      }
      return Promise.resolve(samples);
    },
  } as Partial<DataSource> as DataSource;
  function sampleAt(time: number): Sample {
    return { time, value: valueAt(time / TICKS_PER_SECOND), quality: "good" };
  }
  const read = (dataType: DataType = "NUM", span = { from, to }) =>
    readTrend(source, { stream, dataType, ...span, points });
  return { read, windows };
}

Deno.test("30 days of a 1 s stream are read by the samples that the source chooses, in one request", async () => {
  const { read, windows } = sceneOf({ every: 1, chosen: 1_600 });
  const { basis, samples, unread } = await read();
  assertEquals([basis, samples.length, unread, windows.length], ["extremes", 1_600, [], 0]);
});

Deno.test("a slow stream is read whole, whether the source chooses or not", async () => {
  for (const chosen of [300, null, undefined]) {
    const { read } = sceneOf({ every: 3_600, chosen });
    const { basis, samples, unread } = await read();
    assertEquals([basis, samples.length, unread], ["all", 721, []]);
  }
});

Deno.test("a short span is read whole", async () => {
  const { read } = sceneOf({ every: 1, chosen: 1_600 });
  const { basis, samples } = await read("NUM", { from, to: DAY / 24 });
  assertEquals([basis, samples.length], ["all", 3_601]);
});

Deno.test("a source that does not choose is read in 24 parts, evenly, to the end of the span", async () => {
  const { read, windows } = sceneOf({ every: 1 });
  const { basis, samples, unread } = await read();
  assertEquals([basis, windows.length], ["parts", 1 + TREND_PARTS]);
  assertEquals(windows.slice(1).map(({ to: end }) => end).at(-1), to);
  assertEquals([windows[1].from, unread.length], [from, TREND_PARTS - 1]);
  assert(samples.length <= TREND_SAMPLES, `${samples.length} samples`);
  for (const { time } of samples) {
    assert(unread.every((part) => time <= part.from || time >= part.to - 1), "a sample is in an unread part");
  }
});

Deno.test("of a busy text the newest part is read, back to enough changes", async () => {
  const { read, windows } = sceneOf({ every: 1, valueAt: (second) => `step ${Math.floor(second / 10)}` });
  const { basis, samples, unread } = await read("STR");
  assertEquals([basis, unread.length, unread[0].from], ["parts", 1, from]);
  assertEquals([samples.at(-1)?.time, samples[0].time - unread[0].to < TICKS_PER_SECOND], [to, true]);
  assert(windows.length <= TREND_PARTS, `${windows.length} windows`);
});

Deno.test("a text that seldom changes is read whole in one request", async () => {
  const { read, windows } = sceneOf({ every: 3_600, valueAt: () => "idle" });
  const { basis, samples } = await read("STR");
  assertEquals([basis, samples.length, windows.length], ["all", 721, 1]);
});
