import { assert, assertEquals } from "@std/assert";
import { Checkpoints, type InstanceStates } from "../../../../actors/evaluation/checkpoint_retention.ts";
import type { RuleState } from "../../../../domain/evaluation/state/rule_states.ts";
import { type Ticks, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { LIMITS, valueBytes } from "../../../../storage/store/size.ts";

const MINUTE = ticksOfSeconds(60);
const HORIZON = ticksOfSeconds(6 * 3600);
const START = ticksOfSeconds(3600 * 24 * 365);

function storeAt(retained: Checkpoints, watermark: Ticks): void {
  const at = { watermark, sequence: watermark, shard: 0, shards: 1 };
  const dropped = { watermark, checkpoints: retained.stale(watermark, HORIZON), keys: [] };
  retained.store(at, { instances: [], dropped });
}

Deno.test("Checkpoints is due every so many milliseconds, not before, and first at once", () => {
  const retained = new Checkpoints(300_000);
  assertEquals([retained.isDue(-Infinity), retained.isDue(START)], [false, true]);
  storeAt(retained, START);
  assertEquals([retained.isDue(START + 5 * MINUTE - 1), retained.isDue(START + 5 * MINUTE)], [false, true]);
});

Deno.test("Checkpoints keeps each of the last hour, one an hour of the horizon, and one past it", () => {
  const retained = new Checkpoints(300_000);
  const last = START + 12 * 60 * MINUTE;
  for (let at = START; at <= last; at += 5 * MINUTE) storeAt(retained, at);
  const ages = retained.of(0).map(({ watermark }) => (last - watermark) / MINUTE).toReversed();
  assertEquals(ages.filter((age) => age < 60), [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]);
  const hourly = ages.filter((age) => age >= 60 && age <= 360);
  assert(hourly.length >= 5 && hourly.length <= 6, `${hourly}`);
  assertEquals(
    ages.filter((age) => age > 360).length <= 1 && ages.some((age) => age >= 360),
    true,
    `${ages}`,
  );
});

Deno.test("Checkpoints finds an instance's states where another number of shards left them", () => {
  const retained = new Checkpoints(300_000);
  const at = (shard: number) => ({ watermark: START, sequence: 1, shard, shards: 2, parts: 1 });
  retained.load([{ shard: 0, checkpoints: [at(0)] }, { shard: 1, checkpoints: [at(1)] }], 0);
  assertEquals([retained.of(4), retained.of(7)], [[at(0)], [at(1)]]);
});

Deno.test("Checkpoints cuts what it stores into values that a key can hold", () => {
  const retained = new Checkpoints(300_000);
  const state: RuleState = {
    ruleId: "x".repeat(60),
    phase: 2,
    truth: 2,
    initial: 0,
    latches: 1,
    onset: START,
    activatedAt: START,
    falseSince: START,
    elapsed: 1,
    since: START,
    lastActivation: START,
    activationBefore: START,
  };
  const instances = Array.from({ length: 2_000 }, (_, i): InstanceStates => (
    { instanceId: i, deployment: 1, states: [state, state] }
  ));
  const dropped = { watermark: START, checkpoints: [], keys: [] };
  const mutations = retained.store({ watermark: START, sequence: 1, shard: 0, shards: 1 }, {
    instances,
    dropped,
  });
  for (const mutation of mutations) {
    assert(mutation.type === "set" && valueBytes(mutation.value) <= LIMITS.valueBytes);
  }
  assertEquals(mutations.length, (retained.of(0)[0]?.parts ?? 0) + 1);
});
