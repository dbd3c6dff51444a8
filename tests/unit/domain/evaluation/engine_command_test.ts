import { assertEquals } from "@std/assert";
import {
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  known,
  notRead,
  rule,
  sample,
  secs,
  streams,
  upsert,
} from "./engine_harness.ts";

Deno.test("closeByHand() returns undefined for an event that is not open", () => {
  const harness = harnessWith({});
  assertEquals(harness.engine.closeByHand(1, "r1", 0), undefined);
  harness.play([upsert(0, 81)], 1);
  assertEquals(harness.engine.closeByHand(1, "r1", secs(1)), undefined);
  assertEquals(harness.engine.closeByHand(1, "r9", 0), undefined);
  assertEquals(harness.engine.closeByHand(9, "r1", 0), undefined);
  assertEquals(harness.engine.closeByHand(1, "r1", 0), "held");
  assertEquals(harness.engine.closeByHand(1, "r1", 0), undefined);
});

Deno.test("closeByHand() while UNKNOWN holds the rule until it is FALSE", () => {
  const harness = harnessWith({});
  harness.play([upsert(0, 81), upsert(1, "bad")], 1);
  assertEquals(harness.engine.closeByHand(1, "r1", 0), "held");
  assertEquals(harness.play([upsert(2, 81), upsert(3, "bad"), upsert(4, 79), upsert(5, 81)]), ["opened 5@5"]);
});

Deno.test("closeByHand() while CLEARING forgets the off-delay", () => {
  const harness = harnessWith({ offDelay: secs(10) });
  harness.play([upsert(0, 81), upsert(1, 79)], 2);
  assertEquals(harness.engine.closeByHand(1, "r1", 0), "normal");
  assertEquals(harness.advance(100), []);
});

Deno.test("undeploy() returns open events and recent activations, which count for chattering after a redeployment", () => {
  const harness = harnessWith({});
  harness.play([upsert(0, 81), upsert(1, 79), upsert(2, 81), upsert(3, 79), upsert(4, 81)], 5);
  const ended = harness.engine.undeploy(1);
  assertEquals(ended, {
    open: [{ ruleIndex: 0, ruleId: "r1", onset: secs(4) }],
    recentActivations: { r1: [secs(2), secs(4)] },
  });
  assertEquals([harness.engine.state(1), harness.engine.bound()], [undefined, []]);
  const again = instance([rule()], {
    deployment: 2,
    deployedAt: secs(6),
    recentActivations: ended.recentActivations,
  });
  assertEquals(harness.deploy(again, [known(1, sample(4, 81))]), ["opened 6@6 initial chattering"]);
});

Deno.test("Engine: a third activation within 60 s chatters, a later one does not", () => {
  const flicker = (third: number) =>
    harnessWith({}).play(
      [upsert(0, 81), upsert(1, 79), upsert(2, 81), upsert(3, 79), upsert(third, 81)],
      third,
    )
      .at(-1);
  assertEquals(flicker(60), "opened 60@60 chattering");
  assertEquals(flicker(60.0000001), "opened 60.0000001@60.0000001");
});

Deno.test("undeploy() of an instance leaves others on the same streams unchanged", () => {
  const harness = new EngineHarness();
  for (const instanceId of [1, 2, 3]) harness.deploy(instance([rule({ onDelay: secs(5) })], { instanceId }));
  harness.offer(upsert(0, 81));
  harness.advance(1);
  assertEquals(harness.engine.undeploy(2), { open: [], recentActivations: {} });
  assertEquals(harness.engine.undeploy(2), { open: [], recentActivations: {} });
  assertEquals(harness.advance(9), ["opened 0@5", "opened 0@5"]);
});

Deno.test("undeploy() drops waiting samples of streams that no rule names any longer", () => {
  const harness = new EngineHarness();
  const two = instance([rule({ expression: comparison({ stream: 2 }) })], {
    instanceId: 2,
    streams: streams({ 2: "NUM" }),
  });
  harness.deploy(instance([rule()]));
  harness.deploy(two);
  harness.offer(upsert(5, 81), upsert(5, 81, 2));
  harness.engine.undeploy(2);
  assertEquals(harness.offer(upsert(6, 81, 2)).unbound, 1);
  assertEquals(harness.engine.known({ ...two, deployedAt: secs(9) }), [notRead(2)]);
  harness.deploy({ ...two, deployment: 2, deployedAt: secs(1) });
  assertEquals(harness.advance(10), ["opened 5@5"]);
});

Deno.test("Engine reuses rows: other instances in them start clean", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule({ expression: comparison({ deadband: 5 }) })], { instanceId: 1 }));
  harness.play([upsert(0, 81)], 1);
  harness.engine.undeploy(1);
  harness.deploy(
    instance([rule({ expression: comparison({ deadband: 5 }) })], { instanceId: 5, deployedAt: secs(1) }),
  );
  assertEquals(harness.engine.held(1), known(1));
  assertEquals(harness.play([upsert(2, 78)], 9), []);
  assertEquals(harness.state(5), {
    ruleId: "r1",
    phase: "normal",
    truth: "false",
    onset: null,
    activatedAt: null,
    falseSince: null,
  });
});

Deno.test("state() shows the times of the phase that a rule is in", () => {
  const harness = harnessWith({ onDelay: secs(5), offDelay: secs(5) });
  const view = (seconds: number) => {
    harness.advance(seconds);
    const { phase, onset, activatedAt, falseSince } = harness.state();
    return [phase, onset, activatedAt, falseSince];
  };
  harness.offer(upsert(0, 81), upsert(8, 79));
  assertEquals(view(1), ["pending", 0, null, null]);
  assertEquals(view(6), ["active", 0, secs(5), null]);
  assertEquals(view(9), ["clearing", 0, secs(5), secs(8)]);
  assertEquals(view(20), ["normal", null, null, null]);
});

Deno.test("Engine returns the transitions of one instant in the order of instance and rule", () => {
  const harness = new EngineHarness();
  const rules = [rule(), rule({ ruleId: "r2" })];
  for (const instanceId of [7, 3, 5]) harness.deploy(instance(rules, { instanceId }));
  harness.offer(upsert(0, 81));
  const order = harness.engine.advance(0).map((each) => [each.instanceId, each.ruleIndex]);
  assertEquals(order, [[3, 0], [3, 1], [5, 0], [5, 1], [7, 0], [7, 1]]);
});
