import { assert, assertEquals } from "@std/assert";
import { readBookmark, writeBookmark } from "../../../../simulator/data_hub/bookmark.ts";
import { createChangeLog, KEPT_MS } from "../../../../simulator/data_hub/change_log.ts";
import { createOverlay, hides } from "../../../../simulator/data_hub/overlay.ts";
import { loadBank } from "../../../../simulator/data_hub/load_streams.ts";
import { eventJson } from "../../../../simulator/data_hub/event_json.ts";
import { indexCodec } from "../../../../simulator/data_hub/index_codec.ts";
import { stateType } from "../../../../simulator/data_hub/plant/plant_types.ts";
import { runBetween, shiftRunTime } from "../../../../simulator/data_hub/curves.ts";
import { episodes } from "../../../../simulator/data_hub/schedule.ts";

Deno.test("a bookmark restores its mark; another run repeats every write, another seed refuses it", () => {
  const issuer = { seed: 1, run: "a" };
  const text = writeBookmark(issuer, { at: 1_954_000_000_123_456, seq: 12 });
  assert(/^[A-Za-z0-9._~-]+$/.test(text));
  assertEquals(readBookmark(issuer, text), { at: 1_954_000_000_123_456, seq: 12 });
  assertEquals(readBookmark({ seed: 1, run: "b" }, text), { at: 1_954_000_000_123_456, seq: 0 });
  assertEquals(readBookmark({ seed: 2, run: "a" }, text), undefined);
  assertEquals(readBookmark(issuer, "%%"), undefined);
});

Deno.test("the change log drops changes older than an hour and reports that", () => {
  const log = createChangeLog();
  const add = (madeAtMs: number) =>
    log.add({ streamId: "s", operation: "Insert", events: [{ at: 1, members: {} }], madeAt: 0, madeAtMs });
  for (const ms of [0, 1_000, KEPT_MS + 500]) add(ms);
  assertEquals(log.since(0), undefined);
  assertEquals(log.since(1)?.map((change) => change.seq), [2, 3]);
  assertEquals(log.since(3), []);
});

Deno.test("the overlay keeps samples in order of index and counts them", () => {
  const overlay = createOverlay(3);
  for (const at of [5, 1, 3]) overlay.put("S", { at, members: {}, writtenAt: at });
  overlay.put("s", { at: 3, members: { Value: 1 }, writtenAt: 9 });
  assertEquals(overlay.of("s")?.samples.map(({ at, writtenAt }) => [at, writtenAt]), [[1, 1], [3, 3], [
    5,
    5,
  ]]);
  assertEquals(overlay.hasRoom(1), false);
  overlay.removeRange("s", { from: 2, to: 9, at: 4 });
  assertEquals(overlay.hasRoom(2), true);
  const stream = overlay.of("s");
  assert(stream !== undefined);
  assertEquals([1, 2, 4, 5].map((at) => hides(stream, at)), [true, true, true, false]);
});

Deno.test("load streams are found by id and name, and distributed over their slots", () => {
  const bank = loadBank({ seed: 1, count: 1_000, periodMs: 10_000, cycleSamples: 120 });
  assertEquals([bank.indexOf("load_999"), bank.indexOf("LOAD_1000"), bank.indexOf("Load.Bank3.S7")], [
    999,
    undefined,
    307,
  ]);
  assertEquals(bank.stream(307).name, "Load.Bank3.S7");
  const slots = new Set(Array.from({ length: 1_000 }, (_, i) => bank.slotOf(i)));
  assertEquals(slots.size, bank.slots);
});

Deno.test("eventJson() omits an enumeration's 0 unless verbose", () => {
  const codec = indexCodec(stateType);
  assert(codec !== undefined);
  const event = { at: 0, members: { Value: 0 } };
  const Timestamp = "2020-01-01T00:00:00.0000000Z";
  assertEquals(eventJson(event, { codec, type: stateType, verbose: false }), { Timestamp });
  assertEquals(eventJson(event, { codec, type: stateType, verbose: true }), { Timestamp, Value: 0 });
});

Deno.test("shiftRunTime() counts the time without stops, and restarts with each shift", () => {
  const plan = { periodMs: 120_000, durationMs: [20_000, 40_000] as [number, number], phase: 0 };
  const stops = [1, 2].map((seed) => episodes({ ...plan, seed, jitter: 1 }));
  const run = shiftRunTime(stops);
  const shift = Date.UTC(2026, 2, 1, 8);
  assertEquals(run(shift), 0);
  let before = 0;
  for (let ms = shift; ms < shift + 8 * 3_600_000; ms += 61_000) {
    const now = run(ms);
    assert(now >= before && now - before <= 61_000);
    assert(Math.abs(now - runBetween(stops, { startMs: shift, endMs: ms })) < 1e-6);
    before = now;
  }
  assert(before < 8 * 3_600_000 * 0.8);
});
