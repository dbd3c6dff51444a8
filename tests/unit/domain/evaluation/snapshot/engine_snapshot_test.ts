import { assert, assertEquals, assertThrows } from "@std/assert";
import { serialize } from "node:v8";
import { Engine } from "../../../../../domain/evaluation/engine.ts";
import {
  packSnapshot,
  type SnapshotChunk,
  unpackSnapshot,
} from "../../../../../domain/evaluation/snapshot/snapshot.ts";
import {
  emptyStates,
  STATE_BYTES,
  STATE_TIMES,
} from "../../../../../domain/evaluation/snapshot/snapshot_types.ts";
import type { DeployedInstance } from "../../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../../domain/sample/batch.ts";
import {
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  known,
  notRead,
  rule,
  secs,
  streams,
  upsert,
} from "../engine_harness.ts";

function sizeOf(chunk: SnapshotChunk): number {
  return serialize(chunk).byteLength;
}

/** Many instances, each with a stream of numbers and one of texts. Half of the samples wait. */
function crowd(
  count: number,
  text: (i: number) => string,
): { harness: EngineHarness; deployed: DeployedInstance[] } {
  const harness = new EngineHarness();
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
  for (const each of deployed) harness.deploy(each);
  for (let i = 0; i < count; i++) {
    harness.offer(upsert(1, 81, 2 * i + 1), upsert(5, 70, 2 * i + 1), upsert(1, text(i), 2 * i + 2));
    harness.offer(upsert(6, text(i + 1), 2 * i + 2));
  }
  harness.advance(2);
  return { harness, deployed };
}

Deno.test("packSnapshot() keeps every chunk within its bytes, and loses nothing", () => {
  const { harness } = crowd(2000, (i) => `text ${i} ö`);
  const snapshot = harness.engine.snapshot();
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
  const chunks = packSnapshot(crowd(2000, () => "run").harness.engine.snapshot());
  const full = chunks.filter((chunk) => sizeOf(chunk) > 40_000);
  assert(full.length >= 8, `${full.length} of ${chunks.length}`);
});

Deno.test("packSnapshot() fills chunks of samples without texts as well, and loses none of them", () => {
  const whole = crowd(2, () => "run").harness.engine.snapshot();
  const numbers = Array.from({ length: 9_000 }, (_, i) => upsert(5, i / 3, 100 + i));
  const snapshot = { ...whole, pending: packBatch(numbers) };
  const chunks = packSnapshot(snapshot);
  const sizes = chunks.map(sizeOf).filter((size) => size > 10_000);
  assert(sizes.length === 4 && sizes.every((size) => size <= 60_000), `${sizes}`);
  assertEquals(unpackSnapshot(structuredClone(chunks)), snapshot);
});

Deno.test("packSnapshot() stores in each chunk only the names of its own rules", () => {
  const { rules } = crowd(1_000, () => "run").harness.engine.snapshot();
  const whole = crowd(2, () => "run").harness.engine.snapshot();
  const chunks = packSnapshot({ ...whole, rules: { ...rules, ruleIds: [...rules.ruleIds, "of nobody"] } });
  const parts = chunks.flatMap(({ part }) => part.kind === "rules" ? [part.rules] : []);
  assert(parts.length > 1);
  for (const { rule, ruleIds } of parts) {
    assertEquals(new Set(rule), new Set(ruleIds.keys()));
  }
});

/** Quiet rules, each on a stream of its own. One instance in a hundred has an active rule. */
function quietCrowd(count: number): { harness: EngineHarness; deployed: DeployedInstance[] } {
  const harness = new EngineHarness();
  const deployed = Array.from({ length: count }, (_, i) => {
    const id = i + 1, expression = comparison({ stream: id, deadband: 5 });
    const low = comparison({ stream: id, operator: "less_than", operands: [{ literal: -1 }] });
    const rules = [rule({ ruleId: "high", expression }), rule({ ruleId: "low", expression: low })];
    return instance(rules, { instanceId: 3 * id, deployment: i % 2 + 1, streams: streams({ [id]: "NUM" }) });
  });
  for (const each of deployed) harness.deploy(each);
  for (let i = 0; i < count; i++) harness.offer(upsert(1, i % 100 === 0 ? 81 : 79, i + 1));
  harness.advance(2);
  return { harness, deployed };
}

Deno.test("packSnapshot() stores quiet rules in a few bytes each, and loses nothing of them", () => {
  const { harness, deployed } = quietCrowd(5_000);
  const snapshot = harness.engine.snapshot();
  for (const maxBytes of [60_000, 5_000]) {
    const chunks = packSnapshot(snapshot, maxBytes);
    for (const chunk of chunks) assert(sizeOf(chunk) <= maxBytes, `${sizeOf(chunk)} (${chunk.part.kind})`);
    assertEquals(unpackSnapshot(structuredClone(chunks)), snapshot);
  }
  const parts = packSnapshot(snapshot).map(({ part }) => part);
  const quiet = parts.flatMap((part) => part.kind === "quiet_rules" ? [part.rules] : []);
  const others = parts.flatMap((part) => part.kind === "rules" ? [part.rules] : []);
  assertEquals(quiet.reduce((sum, { instance }) => sum + instance.length, 0), 2 * (5_000 - 50));
  assertEquals(others.reduce((sum, { instance }) => sum + instance.length, 0), 2 * 50);
  const bytes = quiet.reduce((sum, rules) => sum + serialize(rules).byteLength, 0);
  assert(bytes < 10 * 2 * 5_000, `${bytes}`);
  const again = Engine.restore(unpackSnapshot(structuredClone(packSnapshot(snapshot))), deployed);
  assertEquals(again.snapshot(), snapshot);
});

Deno.test("packSnapshot() stores all columns of a rule that is not quiet in a single column", () => {
  const { rules, ...rest } = quietCrowd(2).harness.engine.snapshot();
  const kindsWith = (change: (changed: typeof rules) => void) => {
    const changed = structuredClone(rules);
    change(changed);
    const snapshot = { ...rest, rules: changed }, chunks = packSnapshot(snapshot);
    assertEquals(unpackSnapshot(chunks), snapshot);
    return new Set(chunks.flatMap(({ part }) => part.kind === "quiet_rules" ? [...part.rules.instance] : []));
  };
  assertEquals(kindsWith(() => {}), new Set([6]), "the first instance has an active rule");
  const last = rules.instance.length - 1;
  for (const name of [...STATE_BYTES, ...STATE_TIMES, "unfilled"] as const) {
    if (name === "truth") continue;
    assertEquals(kindsWith((changed) => changed[name]![last] = 3), new Set(), name);
  }
  for (const latches of [1, 2 ** 39 - 1, 2 ** 52]) {
    assertEquals(kindsWith((changed) => changed.latches[last] = latches), new Set([6]), `${latches}`);
  }
  for (const deployment of [0, 255, 256, 2 ** 31 - 1]) {
    assertEquals(kindsWith((changed) => changed.deployment[last] = deployment), new Set([6]));
  }
  assertEquals(kindsWith((changed) => changed.truth[last] = 2), new Set([6]));
});

Deno.test("unpackSnapshot() reads old snapshots without quiet rules", () => {
  const { harness, deployed } = quietCrowd(10);
  const { rules, ...rest } = harness.engine.snapshot(), { unfilled: _, ...before } = rules;
  const [chunk, ...others] = packSnapshot({ ...rest, rules: emptyStates(0) });
  const stored: SnapshotChunk = { ...chunk, part: { kind: "rules", rules: before } };
  const engine = Engine.restore(unpackSnapshot([stored, chunk, ...others]), deployed);
  assertEquals(engine.snapshot(), { ...rest, rules });
});

Deno.test("unpackSnapshot() keeps one of each stream and time of the waiting samples of several engines", () => {
  const harnesses = [harnessWith({}), new EngineHarness()];
  harnesses[1].deploy(instance([rule()], { instanceId: 2 }));
  for (const harness of harnesses) harness.offer(upsert(8, 3), upsert(5, 1), upsert(5, 2), upsert(7, 2));
  const chunks = harnesses.flatMap((harness) => packSnapshot(harness.engine.snapshot()));
  for (const order of [chunks, chunks.toReversed()]) {
    const { pending } = unpackSnapshot(order);
    assertEquals([[...pending.times], [...pending.values]], [[secs(5), secs(7), secs(8)], [2, 2, 3]]);
  }
});

Deno.test("packSnapshot() spreads a text that is longer than a chunk", () => {
  const long = ["ö".repeat(200_000), "x".repeat(61_000), "ö\ud800".repeat(70_000)];
  const { harness } = crowd(4, (i) => long[i] ?? "run");
  const snapshot = harness.engine.snapshot();
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

Deno.test("unpackSnapshot() of several engines takes the selected instances and every stream", () => {
  const [a, b] = [harnessWith({}), new EngineHarness()];
  b.deploy(instance([rule()], { instanceId: 2 }));
  for (const harness of [a, b]) harness.play([upsert(0, 81)], 1);
  const chunks = [a, b].flatMap((harness) => packSnapshot(harness.engine.snapshot()));
  const part = unpackSnapshot(chunks, (id) => id === 2);
  assertEquals([[...part.rules.instance], [...part.streams.id], part.newest.count], [[2], [1], 1]);
});

Deno.test("unpackSnapshot(): a stream that one engine had not read is unread", () => {
  const [a, b] = [harnessWith({}), new EngineHarness()];
  b.deploy(instance([rule()], { instanceId: 2 }), [notRead(1)]);
  const chunks = [a, b].flatMap((harness) => packSnapshot(harness.engine.snapshot()));
  for (const order of [chunks, chunks.toReversed()]) {
    assertEquals([...unpackSnapshot(order).streams.read], [0]);
  }
});

Deno.test("Engine.restore() takes the instances of the same deployment, and drops streams that no rule names", () => {
  const harness = harnessWith({});
  harness.deploy(instance([rule()], { instanceId: 2 }));
  harness.play([upsert(0, 81)], 1);
  const snapshot = harness.engine.snapshot();
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
  const harness = new EngineHarness();
  const low = rule({ ruleId: "low", expression: comparison({ operator: "less_than" }) }),
    high = rule({ ruleId: "high" });
  harness.deploy(instance([high, low]));
  harness.play([upsert(0, 81)], 1);
  const engine = Engine.restore(harness.engine.snapshot(), [instance([low, high])]);
  assertEquals(engine.state(1)?.map((each) => [each.ruleId, each.phase]), [["low", "normal"], [
    "high",
    "active",
  ]]);
});

Deno.test("Engine.restore() keeps latches past the 32nd comparison", () => {
  const of = Array.from({ length: 40 }, (_, i) => comparison({ stream: i + 1, deadband: 5 }));
  const types = Object.fromEntries(of.map((_, i) => [i + 1, "NUM" as const]));
  const deployed = instance([rule({ expression: { kind: "all", of } })], { streams: streams(types) });
  const harness = new EngineHarness();
  harness.deploy(deployed);
  harness.play(of.map((_, i) => upsert(0, 81, i + 1)), 1);
  harness.engine = Engine.restore(structuredClone(harness.engine.snapshot()), [deployed]);
  assertEquals(harness.play([upsert(2, 78, 40), upsert(3, 78, 1)], 4), []);
  assertEquals(harness.play([upsert(5, 74, 40)], 6), ["closed 0-5@5"]);
});

Deno.test("Engine.restore() keeps timers, unread streams and waiting samples", () => {
  const harness = harnessWith({ onDelay: secs(10) });
  const second = instance([rule({ expression: comparison({ stream: 2 }) })], {
    instanceId: 2,
    streams: streams({ 2: "NUM" }),
  });
  harness.deploy(second, [notRead(2)]);
  harness.play([upsert(0, 81), upsert(30, 79)], 6);
  const first = instance([rule({ onDelay: secs(10) })]);
  harness.engine = Engine.restore(harness.engine.snapshot(), [first, second]);
  assertEquals([harness.engine.unread(), harness.engine.held(2)], [[2], notRead(2)]);
  assertEquals(harness.engine.held(1), known(1, { time: 0, value: 81, quality: "good" }));
  assertEquals(harness.advance(40), ["opened 0@10", "closed 0-30@30"]);
});

Deno.test("a rule that the snapshot has as simply NORMAL drops the activations of an earlier deployment", () => {
  const harness = new EngineHarness(), deployed = instance([rule()]);
  harness.deploy(deployed);
  harness.play([upsert(1, 5)], 2);
  const again = instance([rule()], { recentActivations: { r1: [secs(-1), secs(0)] } });
  const restored = Engine.restore(harness.engine.snapshot(), [again]);
  assertEquals(restored.recentActivations(1), {});
  assertEquals(restored.snapshot(), harness.engine.snapshot());
});
