import { assert, assertEquals } from "@std/assert";
import { Engine } from "../../../../../domain/evaluation/engine.ts";
import { ProgramTable } from "../../../../../domain/evaluation/evaluating/program.ts";
import {
  NORMAL_STATE,
  RuleColumns,
  type StateOfRule,
} from "../../../../../domain/evaluation/state/rule_columns.ts";
import { NO_TIMES, RuleTimes } from "../../../../../domain/evaluation/state/rule_times.ts";
import { packSnapshot, unpackSnapshot } from "../../../../../domain/evaluation/snapshot/snapshot.ts";
import { ACTIVE, NORMAL } from "../../../../../domain/evaluation/state/state_table.ts";
import { ticksOfSeconds as secs } from "../../../../../domain/shared/time.ts";
import { EngineHarness, instance, rule, upsert } from "../engine_harness.ts";

/** More rows than `tidy` leaves unchanged. */
const MANY = 3_000;

/** Instances of one rule, all on stream 1. */
function crowd() {
  const harness = new EngineHarness();
  const deployed = Array.from({ length: MANY }, (_, i) => instance([rule({})], { instanceId: i + 1 }));
  for (const each of deployed) harness.deploy(each);
  return { harness, deployed };
}

function timesOf(onset: number) {
  return { ...NO_TIMES, onset: secs(onset) };
}

Deno.test("RuleTimes keeps each rule's times, whatever others are dropped", () => {
  const times = new RuleTimes();
  times.ensureRules(100);
  for (let rule = 0; rule < 100; rule++) times.write(rule, timesOf(rule));
  for (let rule = 0; rule < 100; rule++) if (rule % 3 !== 0) times.drop(rule);
  for (let rule = 0; rule < 100; rule++) {
    assertEquals(times.read(rule), rule % 3 === 0 ? timesOf(rule) : NO_TIMES);
    assertEquals(times.has(rule), rule % 3 === 0);
  }
  assertEquals(times.count, 34);
  for (let rule = 0; rule < 100; rule++) if (rule % 3 !== 0) times.write(rule, timesOf(-rule));
  for (let rule = 0; rule < 100; rule++) {
    assertEquals(times.read(rule), timesOf(rule % 3 === 0 ? rule : -rule));
  }
});

Deno.test("RuleTimes releases what a flood used, but not what rules still need", () => {
  const times = new RuleTimes(), phase = new Uint8Array(MANY).fill(NORMAL);
  times.ensureRules(MANY);
  for (let rule = 0; rule < MANY; rule++) times.write(rule, { ...NO_TIMES, lastActivation: secs(100) });
  phase[7] = ACTIVE;
  times.write(8, { ...NO_TIMES, lastActivation: secs(101) });
  const atItsMost = times.values.length;
  times.tidy(phase, secs(160));
  assertEquals([times.count, times.values.length], [MANY, atItsMost]);
  times.tidy(phase, secs(161));
  assertEquals(times.count, MANY, "looked through again too soon");
  times.tidy(phase, secs(220));
  assertEquals(times.count, 1);
  assertEquals(times.read(7).lastActivation, secs(100));
  assert(times.values.length < atItsMost / 2, `${times.values.length} of ${atItsMost}`);
});

Deno.test("RuleTimes returns the activations that can still affect results", () => {
  const times = new RuleTimes();
  times.ensureRules(1);
  times.write(0, { ...NO_TIMES, activationBefore: secs(10), lastActivation: secs(20) });
  assertEquals(times.recentActivations(0, secs(70)), [secs(10), secs(20)]);
  assertEquals(times.recentActivations(0, secs(70) + 1), [secs(20)]);
  assertEquals(times.recentActivations(0, secs(80) + 1), []);
});

Deno.test("a rule that is simply NORMAL has no times", () => {
  const rules = new RuleColumns(), setup = { owner: 0, firstCondition: 0, deployedAt: 0 };
  const program = new ProgramTable().programOf({ expression: rule({}).expression });
  const row = rules.add({ ...setup, program, recentActivations: [] });
  const count = (changes: Partial<StateOfRule>) => {
    rules.setState(row, { ...NORMAL_STATE, ...changes });
    return rules.times.count;
  };
  assertEquals([rules.times.count, count({ onset: 5 }), count({ phase: ACTIVE, onset: 5 }), count({})], [
    0,
    0,
    1,
    0,
  ]);
  assertEquals([count({ lastActivation: 3 }), rules.free(row), rules.times.count], [1, undefined, 0]);
  rules.add({ ...setup, program, recentActivations: [1, 2] });
  assertEquals(rules.stateOf(row), { ...NORMAL_STATE, activationBefore: 1, lastActivation: 2 });
});

Deno.test("a flood opens and closes the event of every rule, with the flag chattering where it applies", () => {
  const { harness } = crowd();
  const wave = (at: number) => {
    harness.offer(upsert(at, 81), upsert(at + 1, 70));
    return [harness.advance(at), harness.advance(at + 1)].map((
      transitions,
    ) => [transitions.length, ...new Set(transitions)]);
  };
  assertEquals(wave(0), [[MANY, "opened 0@0"], [MANY, "closed 0-1@1"]]);
  assertEquals(wave(30), [[MANY, "opened 30@30"], [MANY, "closed 30-31@31"]]);
  harness.advance(60);
  assertEquals(wave(62), [[MANY, "opened 62@62"], [MANY, "closed 62-63@63"]]);
  assertEquals(wave(90), [[MANY, "opened 90@90 chattering"], [MANY, "closed 90-91@91"]]);
  assertEquals(wave(150), [[MANY, "opened 150@150"], [MANY, "closed 150-151@151"]]);
  harness.advance(2_000);
  assertEquals(harness.engine.recentActivations(1), {});
});

Deno.test("a snapshot during a flood, packed and read again, continues alike", () => {
  const { harness, deployed } = crowd();
  harness.play([upsert(0, 81), upsert(1, 70), upsert(30, 81)], 30);
  const chunks = structuredClone(packSnapshot(harness.engine.snapshot()));
  const again = new EngineHarness(Engine.restore(unpackSnapshot(chunks), deployed));
  for (const each of [harness, again]) each.offer(upsert(50, 70), upsert(60, 81));
  assertEquals(again.advance(100), harness.advance(100));
  assertEquals(again.engine.snapshot(), harness.engine.snapshot());
});

Deno.test("a stored state of a NORMAL rule with old times equals that of a rule without times", () => {
  const { harness, deployed } = crowd();
  const snapshot = harness.engine.snapshot(), old = structuredClone(snapshot);
  old.rules.onset.fill(secs(-5));
  old.rules.since.fill(secs(-1));
  old.rules.elapsed.fill(secs(3));
  old.rules.initial.fill(1);
  const restored = Engine.restore(old, deployed);
  assertEquals(restored.snapshot(), snapshot);
  const again = new EngineHarness(restored);
  again.offer(upsert(0, 81));
  assertEquals(again.advance(1)[0], "opened 0@0");
});
