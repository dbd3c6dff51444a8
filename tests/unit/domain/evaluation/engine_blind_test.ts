import { assertEquals } from "@std/assert";
import {
  all,
  comparison,
  EngineHarness,
  instance,
  known,
  notRead,
  rule,
  sample,
  secs,
  streams,
  upsert,
} from "./engine_harness.ts";

const blindOf = ({ engine }: EngineHarness) => engine.blind().sort((a, b) => a.instanceId - b.instanceId);

Deno.test("Engine: an instance is blind by the share of its rules that are UNKNOWN, by cause", () => {
  const harness = new EngineHarness();
  const two = (stream: number) => comparison({ stream });
  harness.deploy(
    instance([rule({ ruleId: "a", expression: two(1) }), rule({ ruleId: "b", expression: two(2) })], {
      streams: streams({ 1: "NUM", 2: "NUM" }),
    }),
    [known(1, sample(-2, 5)), known(2)],
  );
  assertEquals(blindOf(harness), [{ instanceId: 1, noData: 0.5, badQuality: 0 }]);
  harness.play([upsert(1, 5, 2), upsert(1, "bad", 1)], 2);
  assertEquals(blindOf(harness), [{ instanceId: 1, noData: 0, badQuality: 0.5 }]);
  harness.play([upsert(3, 5, 1)], 4);
  assertEquals(blindOf(harness), []);
});

Deno.test("Engine: an unread stream and one with a too old sample have no data", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule({})], { streams: streams({ 1: "NUM" }) }), [notRead(1)]);
  harness.deploy(
    instance([rule({ expression: comparison({ stream: 2, maxAge: secs(60) }) })], {
      instanceId: 2,
      streams: streams({ 2: "NUM" }),
    }),
    [known(2, sample(-2, 5))],
  );
  harness.offer(upsert(0, "bad", 1));
  harness.advance(10);
  assertEquals(blindOf(harness), [{ instanceId: 1, noData: 1, badQuality: 0 }]);
  harness.advance(58);
  assertEquals(blindOf(harness).map(({ instanceId, noData }) => [instanceId, noData]), [[1, 1], [2, 1]]);
});

Deno.test("Engine: a rule decided by its other conditions is not blind", () => {
  const harness = new EngineHarness();
  const expression = all(comparison({ stream: 1 }), comparison({ stream: 2 }));
  harness.deploy(instance([rule({ expression })], { streams: streams({ 1: "NUM", 2: "NUM" }) }), [
    known(1, sample(-2, 5)),
    known(2),
  ]);
  assertEquals(blindOf(harness), []);
  harness.play([upsert(1, 81, 1)], 2);
  assertEquals(blindOf(harness).map(({ noData }) => noData), [1]);
});

Deno.test("Engine: undeployed instances are not blind, and their rows can be reused", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule({}), rule({ ruleId: "b" })]));
  harness.deploy(instance([rule({})], { instanceId: 2 }));
  harness.engine.undeploy(1);
  assertEquals(blindOf(harness), [{ instanceId: 2, noData: 1, badQuality: 0 }]);
  harness.deploy(instance([rule({})], { instanceId: 3 }));
  assertEquals(blindOf(harness).map(({ instanceId }) => instanceId), [2, 3]);
});

Deno.test("Engine: a rule that continues from a correction is blind only if it is UNKNOWN now", () => {
  const harness = new EngineHarness();
  for (const [instanceId, stream] of [[1, 1], [2, 2]]) {
    const expression = comparison({ stream });
    const deployed = instance([rule({ expression })], { instanceId, streams: streams({ [stream]: "NUM" }) });
    harness.deploy(deployed, [known(stream)]);
  }
  harness.play([upsert(1, 5, 1)], 10);
  assertEquals(blindOf(harness).map(({ instanceId }) => instanceId), [2]);
  for (const instanceId of [1, 2]) harness.engine.takeOver(instanceId, []);
  assertEquals(blindOf(harness).map(({ instanceId }) => instanceId), [2]);
  harness.engine.hold(known(2, sample(3, 5)));
  assertEquals(blindOf(harness), []);
});
