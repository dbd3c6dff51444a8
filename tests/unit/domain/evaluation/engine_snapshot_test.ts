import { assert, assertEquals, assertThrows } from "@std/assert";
import { serialize } from "node:v8";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { packSnapshot, type SnapshotChunk, unpackSnapshot } from "../../../../domain/evaluation/snapshot.ts";
import type { DeployedInstance } from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import {
  comparison,
  House,
  houseWith,
  instance,
  known,
  notRead,
  rule,
  secs,
  streams,
  upsert,
} from "./engine_house.ts";

function sizeOf(chunk: SnapshotChunk): number {
  return serialize(chunk).byteLength;
}

/** Many instances with a stream of numbers and one of texts each, half of their samples waiting. */
function crowd(count: number, text: (i: number) => string): { house: House; deployed: DeployedInstance[] } {
  const house = new House();
  const deployed = Array.from({ length: count }, (_, i) => {
    const number = 2 * i + 1, words = 2 * i + 2;
    const rules = [
      rule({
        ruleId: `level is over the limit ${i % 7}`,
        expression: comparison({ stream: number, deadband: 5 }),
      }),
      rule({
        ruleId: "says ö",
        expression: comparison({ stream: words, operator: "contains", operands: [{ literal: "ö" }] }),
      }),
    ];
    return instance(rules, { instanceId: i, streams: streams({ [number]: "NUM", [words]: "STR" }) });
  });
  for (const each of deployed) house.deploy(each);
  for (let i = 0; i < count; i++) {
    house.offer(upsert(1, 81, 2 * i + 1), upsert(5, 70, 2 * i + 1), upsert(1, text(i), 2 * i + 2));
    house.offer(upsert(6, text(i + 1), 2 * i + 2));
  }
  house.advance(2);
  return { house, deployed };
}

Deno.test("packSnapshot() keeps every chunk within its bytes, and loses nothing", () => {
  const { house } = crowd(2000, (i) => `text ${i} ö`);
  const snapshot = house.engine.snapshot();
  for (const maxBytes of [60_000, 5_000]) {
    const chunks = packSnapshot(snapshot, maxBytes);
    for (const chunk of chunks) {
      assert(sizeOf(chunk) <= maxBytes, `${sizeOf(chunk)} of ${maxBytes} (${chunk.part.kind})`);
    }
    assertEquals(unpackSnapshot(structuredClone(chunks)), snapshot);
  }
  assert(packSnapshot(snapshot).length > 5);
});

Deno.test("packSnapshot() fills its chunks well", () => {
  const chunks = packSnapshot(crowd(2000, () => "run").house.engine.snapshot());
  const full = chunks.filter((chunk) => sizeOf(chunk) > 40_000);
  assert(full.length >= 8, `${full.length} of ${chunks.length}`);
});

Deno.test("packSnapshot() fills chunks of samples without texts as well, and loses none of them", () => {
  const whole = crowd(2, () => "run").house.engine.snapshot();
  const numbers = Array.from({ length: 9_000 }, (_, i) => upsert(5, i / 3, 100 + i));
  const snapshot = { ...whole, pending: packBatch(numbers) };
  const chunks = packSnapshot(snapshot);
  const sizes = chunks.map(sizeOf).filter((size) => size > 10_000);
  assert(sizes.length === 4 && sizes.every((size) => size <= 60_000), `${sizes}`);
  assertEquals(unpackSnapshot(structuredClone(chunks)), snapshot);
});

Deno.test("packSnapshot() names in each chunk the rules of its own rows alone", () => {
  const { rules } = crowd(1_000, () => "run").house.engine.snapshot();
  const whole = crowd(2, () => "run").house.engine.snapshot();
  const chunks = packSnapshot({ ...whole, rules: { ...rules, ruleIds: [...rules.ruleIds, "of nobody"] } });
  const parts = chunks.flatMap(({ part }) => part.kind === "rules" ? [part.rules] : []);
  assert(parts.length > 1);
  for (const { rule, ruleIds } of parts) {
    assertEquals(new Set(rule), new Set(ruleIds.keys()));
  }
});

Deno.test("packSnapshot() spreads a text that is longer than a chunk", () => {
  const long = ["ö".repeat(200_000), "x".repeat(61_000), "ö\ud800".repeat(70_000)];
  const { house } = crowd(4, (i) => long[i] ?? "run");
  const snapshot = house.engine.snapshot();
  const chunks = packSnapshot(snapshot);
  for (const chunk of chunks) assert(sizeOf(chunk) <= 60_000, `${sizeOf(chunk)}`);
  assertEquals(unpackSnapshot(chunks.toReversed()).newest.texts.toSorted(), snapshot.newest.texts.toSorted());
  assertEquals(unpackSnapshot(chunks), snapshot);
});

Deno.test("packSnapshot() of an engine without instances keeps the watermark", () => {
  const snapshot = new Engine({ watermark: 77 }).snapshot();
  assertEquals(Engine.restore(unpackSnapshot(packSnapshot(snapshot)), []).watermark, 77);
});

Deno.test("packSnapshot() refuses chunks too small to hold anything", () => {
  assertThrows(() => packSnapshot(new Engine().snapshot(), 1000), RangeError, "1000");
});

Deno.test("unpackSnapshot() refuses no chunks, unknown versions and different watermarks", () => {
  const [chunk] = packSnapshot(new Engine({ watermark: 1 }).snapshot());
  assertThrows(() => unpackSnapshot([]), RangeError, "at least one");
  const unknown: SnapshotChunk = { ...chunk, ...{ v: 2 } as object };
  assertThrows(() => unpackSnapshot([unknown]), RangeError, "version 2");
  assertThrows(() => unpackSnapshot([chunk, { ...chunk, watermark: 2 }]), RangeError, "watermarks");
});

Deno.test("unpackSnapshot() of several engines takes the instances asked for and every stream", () => {
  const [a, b] = [houseWith({}), new House()];
  b.deploy(instance([rule()], { instanceId: 2 }));
  for (const house of [a, b]) house.play([upsert(0, 81)], 1);
  const chunks = [a, b].flatMap((house) => packSnapshot(house.engine.snapshot()));
  const part = unpackSnapshot(chunks, (id) => id === 2);
  assertEquals([[...part.rules.instance], [...part.streams.id], part.newest.count], [[2], [1], 1]);
});

Deno.test("unpackSnapshot(): a stream that one engine had not read is read anew", () => {
  const [a, b] = [houseWith({}), new House()];
  b.deploy(instance([rule()], { instanceId: 2 }), [notRead(1)]);
  const chunks = [a, b].flatMap((house) => packSnapshot(house.engine.snapshot()));
  for (const order of [chunks, chunks.toReversed()]) {
    assertEquals([...unpackSnapshot(order).streams.read], [0]);
  }
});

Deno.test("Engine.restore() takes the instances of the same deployment, and drops what no one names", () => {
  const house = houseWith({});
  house.deploy(instance([rule()], { instanceId: 2 }));
  house.play([upsert(0, 81)], 1);
  const snapshot = house.engine.snapshot();
  const first = instance([rule()]), redeployed = instance([rule()], { instanceId: 2, deployment: 2 });
  const engine = Engine.restore(snapshot, [first, redeployed, instance([rule()], { instanceId: 3 })]);
  assertEquals([engine.state(1)?.[0].phase, engine.state(2), engine.state(3)], [
    "active",
    undefined,
    undefined,
  ]);
  assertEquals(Engine.restore(snapshot, []).bound(), []);
});

Deno.test("Engine.restore() finds rules by id when their order has changed", () => {
  const house = new House();
  const low = rule({ ruleId: "low", expression: comparison({ operator: "less_than" }) }),
    high = rule({ ruleId: "high" });
  house.deploy(instance([high, low]));
  house.play([upsert(0, 81)], 1);
  const engine = Engine.restore(house.engine.snapshot(), [instance([low, high])]);
  assertEquals(engine.state(1)?.map((each) => [each.ruleId, each.phase]), [["low", "normal"], [
    "high",
    "active",
  ]]);
});

Deno.test("Engine.restore() keeps latches past the 32nd comparison", () => {
  const of = Array.from({ length: 40 }, (_, i) => comparison({ stream: i + 1, deadband: 5 }));
  const types = Object.fromEntries(of.map((_, i) => [i + 1, "NUM" as const]));
  const deployed = instance([rule({ expression: { kind: "all", of } })], { streams: streams(types) });
  const house = new House();
  house.deploy(deployed);
  house.play(of.map((_, i) => upsert(0, 81, i + 1)), 1);
  house.engine = Engine.restore(structuredClone(house.engine.snapshot()), [deployed]);
  assertEquals(house.play([upsert(2, 78, 40), upsert(3, 78, 1)], 4), []);
  assertEquals(house.play([upsert(5, 74, 40)], 6), ["closed 0-5@5"]);
});

Deno.test("Engine.restore() keeps timers, unread streams and what waits", () => {
  const house = houseWith({ onDelay: secs(10) });
  const second = instance([rule({ expression: comparison({ stream: 2 }) })], {
    instanceId: 2,
    streams: streams({ 2: "NUM" }),
  });
  house.deploy(second, [notRead(2)]);
  house.play([upsert(0, 81), upsert(30, 79)], 6);
  const first = instance([rule({ onDelay: secs(10) })]);
  house.engine = Engine.restore(house.engine.snapshot(), [first, second]);
  assertEquals([house.engine.unread(), house.engine.held(2)], [[2], notRead(2)]);
  assertEquals(house.engine.held(1), known(1, { time: 0, value: 81, quality: "good" }));
  assertEquals(house.advance(40), ["opened 0@10", "closed 0-30@30"]);
});

Deno.test("a rule that the snapshot has as simply NORMAL forgets the activations of an earlier deployment", () => {
  const house = new House(), deployed = instance([rule()]);
  house.deploy(deployed);
  house.play([upsert(1, 5)], 2);
  const again = instance([rule()], { recentActivations: { r1: [secs(-1), secs(0)] } });
  const restored = Engine.restore(house.engine.snapshot(), [again]);
  assertEquals(restored.recentActivations(1), {});
  assertEquals(restored.snapshot(), house.engine.snapshot());
});
