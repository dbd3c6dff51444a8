import { assertEquals, assertThrows } from "@std/assert";
import {
  alikeInstance,
  type AlikeInstances,
} from "../../../../domain/evaluation/deployment/alike_instances.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type { BoundExpression, BoundRule, DeployedInstance } from "../../../../domain/evaluation/types.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";

import { comparison, EngineHarness, instance, rule, secs, streams, upsert } from "./engine_harness.ts";

const COUNT = 60, STREAMS = 40;
const all = (...of: BoundExpression[]): BoundExpression => ({ kind: "all", of });
const above = (stream: number, limit: number, deadband = 0) =>
  comparison({ stream, operator: "greater_than", operands: [{ literal: limit }], deadband });

/** The model of a template's instances: streams 1 and 2 are bindings, the template names stream 3 directly. */
const LIKES: BoundRule[][] = [
  [rule({ expression: above(1, 50, 5) })],
  [rule({ expression: above(1, 60), until: { kind: "not", of: all(above(1, 30), above(2, 20)) } })],
  [
    rule({
      ruleId: "both",
      expression: all(above(1, 40), above(2, 60, 3)),
      onDelay: secs(2),
      offDelay: secs(1),
    }),
    rule({ ruleId: "first", expression: above(2, 30) }),
  ],
  [rule({ expression: { kind: "not", of: all(above(1, 20), above(3, 70)) } })],
  [rule({ expression: all(above(1, 10), above(-1, 3)) })],
  [rule({ expression: comparison({ stream: 1, maxAge: secs(4) }) })],
  [rule({ expression: comparison({ stream: 1, operands: [{ stream: 2 }] }) })],
  [rule({ expression: comparison({ stream: 1, operator: "avg_above", window: secs(3) }) })],
  [rule({
    expression: comparison({ stream: 1, operator: "between", operands: [{ literal: 2 }, { literal: 70 }] }),
  })],
];

/** A generator of whole numbers below a bound, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

function alikeOf(rules: BoundRule[], place: number): AlikeInstances {
  const below = numbers(place + 7);
  const like = instance(rules, { instanceId: 99_999, streams: streams({ 1: "NUM", 2: "NUM", 3: "NUM" }) });
  const columns = {
    ids: new Int32Array(COUNT),
    deployments: new Int32Array(COUNT),
    deployedAt: new Float64Array(COUNT),
  };
  const bound = new Int32Array(2 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    columns.ids[i] = place * 1_000 + 3 * i;
    columns.deployments[i] = 1 + below(3);
    columns.deployedAt[i] = secs(-1 - below(3));
    bound[2 * i] = 10 + below(STREAMS);
    do bound[2 * i + 1] = 10 + below(STREAMS); while (bound[2 * i + 1] === bound[2 * i]);
  }
  return { like, slots: [1, 2], ...columns, streams: bound };
}

const everyAlike = () => LIKES.map(alikeOf);

function instancesOf(alike: AlikeInstances[]): DeployedInstance[] {
  return alike.flatMap((each) => Array.from(each.ids, (_, i) => alikeInstance(each, i)));
}

function changesFrom(seconds: number, below: (limit: number) => number): SampleChange[] {
  return Array.from({ length: 400 }, (_, i) => {
    const value = below(25) === 0 ? "bad" : below(100);
    return upsert(seconds + i / 40, value, i % 10 === 0 ? 3 : 10 + below(STREAMS));
  });
}

/** An engine that has evaluated for some time. */
function evaluated(instances: readonly DeployedInstance[]): EngineHarness {
  const harness = new EngineHarness(new Engine({ watermark: secs(-10) }));
  for (const each of instances) harness.deploy(each);
  harness.play(changesFrom(0, numbers(5)), 8);
  return harness;
}

function restored(harness: EngineHarness, deployed: Parameters<typeof Engine.restoring>[1]): EngineHarness {
  const steps = Engine.restoring(harness.engine.snapshot(), deployed);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return new EngineHarness(value);
  }
}

Deno.test("an engine with alike instances as columns decides as one with each instance as an object", () => {
  const alike = everyAlike(), instances = instancesOf(alike), before = evaluated(instances);
  const plain = restored(before, { instances }), copied = restored(before, { instances: [], alike });
  assertEquals(copied.engine.snapshot(), plain.engine.snapshot());
  assertEquals(copied.engine.snapshot(), before.engine.snapshot());
  const below = numbers(9), gone = instances.filter(() => below(4) === 0);
  for (let round = 0; round < 4; round++) {
    const changes = changesFrom(8 + 10 * round, below), lives: string[][] = [];
    for (const harness of [plain, copied]) {
      lives.push(harness.play(changes, 18 + 10 * round));
      if (round === 1) { for (const { instanceId } of gone) harness.engine.undeploy(instanceId); }
      const again = { deployedAt: secs(40) };
      if (round === 2) {
        for (const each of gone) lives.push(harness.deploy({ ...each, ...again, deployment: 9 }));
      }
      for (const { instanceId } of instances) lives.push([JSON.stringify(harness.engine.read(instanceId))]);
    }
    assertEquals(lives.slice(lives.length / 2), lives.slice(0, lives.length / 2));
    assertEquals(copied.engine.snapshot(), plain.engine.snapshot());
  }
});

Deno.test("alike instances are restored if the snapshot has them with the same deployment", () => {
  const alike = everyAlike(), instances = instancesOf(alike);
  const before = evaluated(instances.filter(({ instanceId }) => instanceId % 2 === 0));
  const others = alike.map((each) => ({
    ...each,
    deployments: each.deployments.map((deployment, i) => i % 3 === 0 ? deployment + 1 : deployment),
  }));
  const copied = restored(before, { instances: [], alike: others });
  const has = instancesOf(others).filter(({ instanceId }) => copied.engine.has(instanceId));
  const same = new Map(instances.map(({ instanceId, deployment }) => [instanceId, deployment]));
  const expected = instancesOf(others).filter(({ instanceId, deployment }) =>
    instanceId % 2 === 0 && same.get(instanceId) === deployment
  );
  assertEquals(has.map(({ instanceId }) => instanceId), expected.map(({ instanceId }) => instanceId));
  assertEquals(
    copied.engine.snapshot(),
    restored(before, { instances: instancesOf(others) }).engine.snapshot(),
  );
});

Deno.test("an alike instance that is deployed is refused", () => {
  const [alike] = everyAlike(), before = evaluated(instancesOf([alike]));
  assertThrows(
    () => restored(before, { instances: instancesOf([alike]).slice(5, 6), alike: [alike] }),
    RangeError,
  );
});
