import { assertEquals, assertRejects } from "@std/assert";
import { Trends } from "../../../../actors/source/trends.ts";
import type { TrendMessage } from "../../../../actors/source/contract.ts";
import type { DataSource } from "../../../../connectors/source.ts";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import { TREND_SAMPLES } from "../../../../domain/trend/types.ts";

const nowMs = Date.UTC(2026, 0, 31, 8);
const stream = { id: 1, data_type: "NUM", source: {} } as StreamRecord;
const to = ticksFromMs(nowMs) - 1;
const asked = (from: number): TrendMessage => ({ type: "trend", stream, from, to, points: 2 });

/** A source with so many samples, whose windows wait for the test when `held`. */
function sceneOf(count: number, waits = false) {
  const scene = { reads: 0, atOnce: 0, most: 0, now: nowMs, fails: false, free: () => {} };
  const gate = new Promise<void>((resolve) => scene.free = resolve);
  const source = {
    capabilities: { history: true, feed: true, types: true, assets: true, sampled: false },
    atOrBefore: () => Promise.resolve(null),
    async window(_stream, _from, _to, bound) {
      scene.reads++;
      scene.most = Math.max(scene.most, ++scene.atOnce);
      if (waits) await gate;
      scene.atOnce--;
      if (scene.fails) throw new Refusal("CONNECTION_FAILED", "No");
      const length = Math.min(count, (bound?.atMost ?? count) + 1);
      return Array.from({ length }, (_, i) => ({ time: to - length + i, value: i, quality: "good" }));
    },
  } as Partial<DataSource> as DataSource;
  return { scene, trends: new Trends({ source, now: () => scene.now, maxAgeSeconds: 0 }) };
}

Deno.test("a trend is made of 200,000 samples at most; of more, parts are read and the rest is named", async () => {
  const exact = await sceneOf(TREND_SAMPLES).trends.read(asked(to - TREND_SAMPLES));
  assertEquals([exact.samples, exact.basis, exact.unread], [TREND_SAMPLES, "all", []]);
  const { trends } = sceneOf(TREND_SAMPLES + 1);
  const parts = await trends.read(asked(to - TREND_SAMPLES));
  assertEquals([parts.basis, parts.unread.length > 0], ["parts", true]);
});

Deno.test("a span in the past is read once a minute, one that goes on each time", async () => {
  const { scene, trends } = sceneOf(3);
  await trends.read(asked(to - 10));
  await trends.read(asked(to - 10));
  scene.now += 59_999;
  await trends.read(asked(to - 10));
  assertEquals(scene.reads, 1);
  scene.now += 1;
  await trends.read(asked(to - 10));
  assertEquals(scene.reads, 2);
  const open = { ...asked(to - 10), to: ticksFromMs(scene.now) };
  await trends.read(open);
  await trends.read(open);
  assertEquals(scene.reads, 4);
});

Deno.test("what failed is read again, and only the newest hundred spans are kept", async () => {
  const { scene, trends } = sceneOf(3);
  scene.fails = true;
  await assertRejects(() => trends.read(asked(to - 10)), Refusal, "No");
  scene.fails = false;
  await trends.read(asked(to - 10));
  assertEquals(scene.reads, 2);
  for (let i = 1; i <= 99; i++) await trends.read(asked(to - 10 - i));
  await trends.read(asked(to - 10));
  assertEquals(scene.reads, 101);
  await trends.read(asked(to - 200));
  await trends.read(asked(to - 10));
  assertEquals(scene.reads, 103);
});

Deno.test("four trends are read at once, 96 wait, and more are refused", async () => {
  const { scene, trends } = sceneOf(3, true);
  const reads = Array.from({ length: 100 }, (_, i) => trends.read(asked(to - 10 - i)));
  const refused = await assertRejects(() => trends.read(asked(to - 200)), Refusal, "Too many");
  assertEquals(refused.code, "UNAVAILABLE");
  scene.free();
  await Promise.all(reads);
  assertEquals([scene.reads, scene.most], [100, 4]);
  await trends.read(asked(to - 201));
});
