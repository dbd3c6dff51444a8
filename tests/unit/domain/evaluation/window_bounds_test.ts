import { assertEquals } from "@std/assert";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { unpackSnapshot } from "../../../../domain/evaluation/snapshot/snapshot.ts";
import { packSnapshot } from "../../../../domain/evaluation/snapshot/snapshot.ts";
import { RULE_LIMITS } from "../../../../domain/rule/limits.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { comparison, EngineHarness, instance, known, rule, sample, secs, upsert } from "./engine_harness.ts";

const mean = (window: number) =>
  comparison({ operator: "avg_above", operands: [{ literal: 1 }], window: secs(window) });
const past = (seconds: number, upTo: number) => ({
  stream: 1,
  since: secs(upTo - seconds),
  upTo: secs(upTo),
  samples: [sample(upTo - seconds, 5)],
});

Deno.test("a window holds 100,000 samples, and is UNKNOWN with one more", () => {
  const { windowSamples } = RULE_LIMITS;
  assertEquals(windowSamples, 100_000);
  const harness = new EngineHarness(), deployed = instance([rule({ expression: mean(1_000) })]);
  harness.engine.deploy(deployed, [known(1, sample(-1_001, 5))], { pasts: [past(1_000, -1)] });
  assertEquals(harness.state().truth, "true");
  const step = 500 / windowSamples;
  const offer = (from: number, to: number) =>
    harness.engine.offer(packBatch(
      Array.from({ length: to - from }, (_, i) => (
        { op: "upsert", stream: 1, sample: { time: secs((from + i + 1) * step), value: 5, quality: "good" } }
      )),
    ));
  offer(0, windowSamples - 1);
  harness.advance((windowSamples - 1) * step);
  assertEquals(harness.state().truth, "true");
  offer(windowSamples - 1, windowSamples);
  harness.advance(windowSamples * step);
  assertEquals(harness.state().truth, "unknown");
});

Deno.test("a window is UNKNOWN until its history has been read, and is then evaluated", () => {
  const harness = new EngineHarness(), deployed = instance([rule({ expression: mean(10) })]);
  const [stream] = harness.engine.known(deployed);
  assertEquals(harness.deploy(deployed, [{ ...stream, ...known(1, sample(-5, 5)), unfilled: true }]), []);
  assertEquals([harness.state().truth, harness.engine.unread()], ["unknown", [1]]);
  harness.engine.fill(past(10, -1));
  assertEquals(harness.state().truth, "unknown", "nothing is evaluated by it");
  const [opened] = harness.engine.firstRead(known(1, sample(-5, 5)), secs(-1));
  assertEquals([opened.kind, opened.onset, harness.engine.unread()], ["opened", secs(-1), []]);
});

Deno.test("a restored engine knows which windows wait, and evaluates them once they are filled", () => {
  const harness = new EngineHarness(), deployed = instance([rule({ expression: mean(10) })]);
  harness.deploy(deployed, [{ ...known(1, sample(-5, 5)), unfilled: true }]);
  const chunks = structuredClone(packSnapshot(harness.engine.snapshot()));
  const restored = Engine.restore(unpackSnapshot(chunks), [deployed]);
  assertEquals([restored.unread(), restored.reaches()], [[1], [{ stream: 1, reach: secs(10) }]]);
});

Deno.test("an old snapshot without windows is read: nothing waits", () => {
  const harness = new EngineHarness(), deployed = instance([rule()]);
  harness.deploy(deployed, [known(1, sample(-5, 81))]);
  const { unfilled: _, ...rules } = harness.engine.snapshot().rules;
  const restored = Engine.restore({ ...harness.engine.snapshot(), rules }, [deployed]);
  assertEquals(restored.unread(), []);
  assertEquals(restored.state(1), harness.engine.state(1));
});

Deno.test("the history of a run without windows leaves the windows of others unchanged", () => {
  const harness = new EngineHarness(), other = new EngineHarness();
  const changed = comparison({ operator: "changed", operands: [], window: secs(1) });
  harness.engine.deploy(instance([rule({ expression: mean(10) })]), [known(1, sample(-11, 5))], {
    pasts: [past(10, -1)],
  });
  other.engine.deploy(instance([rule({ expression: changed })]), [known(1, sample(-11, 5))], {
    pasts: [past(10, -1)],
  });
  for (const each of [harness, other]) {
    for (const second of [1, 2, 3]) each.offer(upsert(second, 5 * second));
    each.advance(4);
  }
  const before = harness.engine.past(1);
  harness.engine.fill(other.engine.past(1)!);
  assertEquals(harness.engine.past(1), before);
});

Deno.test("a removed sample affects a window for as long as it would be in it", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule({ expression: mean(10) })]), [known(1, null)]);
  harness.offer(upsert(20, 5));
  harness.advance(20);
  assertEquals(harness.engine.remembers(1, secs(0)), true, "it would be held until 20");
  harness.advance(29);
  assertEquals(harness.engine.remembers(1, secs(0)), true);
  harness.advance(30);
  assertEquals(harness.engine.remembers(1, secs(0)), false);
});
