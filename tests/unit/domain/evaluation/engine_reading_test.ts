import { assertEquals } from "@std/assert";
import { EngineHarness, instance, known, rule, sample, secs, upsert } from "./engine_harness.ts";

Deno.test("read() evaluates the truth of a rule whose state comes from a replay", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]));
  harness.play([upsert(0, 70)], 5);
  harness.engine.takeOver(1, []);
  assertEquals(harness.engine.read(1)?.rules[0].truth, "false");
});

Deno.test("read() returns what was known at a deployment that the watermark has not reached", () => {
  const harness = new EngineHarness();
  const deployed = instance([rule()], { deployedAt: secs(10) });
  harness.deploy(deployed, [known(1, sample(3, 81))]);
  harness.offer(upsert(12, 70));
  const reading = harness.engine.read(1);
  assertEquals([reading?.at, reading?.rules[0].phase, reading?.rules[0].comparisons[0].truth], [
    ...[secs(10), "active", "true"],
  ]);
  const [stream] = reading?.streams ?? [];
  assertEquals([stream.sample?.value, stream.waiting.count, stream.waiting.newest?.value], [81, 2, 70]);
  assertEquals(harness.engine.held(1)?.sample, null, "what is held stays as it is evaluated");
});

Deno.test("read() returns undefined for an instance that is not deployed", () => {
  const harness = new EngineHarness();
  assertEquals(harness.engine.read(1), undefined);
});
