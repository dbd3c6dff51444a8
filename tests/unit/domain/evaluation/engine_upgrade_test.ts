import { assertEquals, assertThrows } from "@std/assert";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { Replay } from "../../../../domain/evaluation/replay.ts";
import type { BoundRule, DeployedInstance, KnownStream } from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import {
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
  written,
} from "./engine_harness.ts";

const above = (value: number, stream = 1) => comparison({ stream, operands: [{ literal: value }] });

/** The same deployment with other rules. Rules that began later have a start of their own. */
function upgraded(rules: BoundRule[], types = streams({ 1: "NUM" })): DeployedInstance {
  return instance(rules, { streams: types });
}

function upgrade(
  harness: EngineHarness,
  to: DeployedInstance,
  { at, read }: { at: number; read: KnownStream[] },
): string[] {
  return written(harness.engine.upgrade(to, { at: secs(at), known: read }));
}

/** A rule that comes with an upgrade. */
const since = (at: number, changes: Partial<BoundRule> = {}) => rule({ deployedAt: secs(at), ...changes });

Deno.test("upgrade() keeps a rule of both versions with its delay, its latch and its open event", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([
    rule({ ruleId: "slow", onDelay: secs(10) }),
    rule({ ruleId: "latched", expression: comparison({ deadband: 5 }) }),
    rule({ ruleId: "gone" }),
  ]));
  assertEquals(harness.play([upsert(0, 81)], 4), ["opened 0@0", "opened 0@0"]);
  const to = upgraded([
    since(5, { ruleId: "new", expression: above(90) }),
    rule({ ruleId: "latched", expression: comparison({ deadband: 5 }) }),
    rule({ ruleId: "slow", onDelay: secs(10) }),
  ]);
  assertEquals(upgrade(harness, to, { at: 5, read: [known(1, sample(0, 81))] }), []);
  assertEquals(harness.engine.state(1)?.map(({ ruleId, phase }) => [ruleId, phase]), [
    ["new", "normal"],
    ["latched", "active"],
    ["slow", "pending"],
  ]);
  const transitions = harness.engine.advance(secs(10));
  assertEquals([written(transitions), transitions[0].ruleIndex], [["opened 0@10"], 2]);
  assertEquals(harness.play([upsert(11, 77), upsert(12, 74)], 12), ["closed 0-11@11", "closed 0-12@12"]);
});

Deno.test("upgrade() restarts a rule with the same id that comes with the new version", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule({ onDelay: secs(10) })]));
  harness.play([upsert(0, 81)], 4);
  const to = upgraded([since(5, { onDelay: secs(10) })]);
  assertEquals(upgrade(harness, to, { at: 5, read: [known(1, sample(0, 81))] }), []);
  assertEquals(harness.advance(20), ["opened 5@15 initial"]);
});

Deno.test("upgrade() evaluates new rules at its instant only, whatever the watermark", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]));
  harness.offer(upsert(1, 70), upsert(4, 99), upsert(5, 70));
  harness.advance(2);
  const to = upgraded([rule(), since(5, { ruleId: "r2" })]);
  assertEquals(upgrade(harness, to, { at: 5, read: harness.engine.known(to, secs(5)) }), []);
  assertEquals(harness.play([upsert(6, 81)], 6), ["opened 4@4", "closed 4-5@5", "opened 6@6", "opened 6@6"]);
});

Deno.test("upgrade() to unread streams: they are UNKNOWN until their first read", () => {
  const harness = new EngineHarness();
  harness.deploy(instance([rule()]));
  harness.advance(3);
  const to = upgraded(
    [rule(), since(5, { ruleId: "r2", expression: above(80, 2) })],
    streams({ 1: "NUM", 2: "NUM" }),
  );
  assertEquals(upgrade(harness, to, { at: 5, read: [known(1), notRead(2)] }), []);
  assertEquals([harness.engine.unread(), harness.engine.bound()], [[2], [1, 2]]);
  assertEquals(written(harness.engine.firstRead(known(2, sample(1, 85)), secs(5))), ["opened 5@5 initial"]);
  const back = upgraded([rule()]);
  upgrade(harness, back, { at: 6, read: [known(1)] });
  assertEquals(harness.engine.bound(), [1], "what nobody names is let go");
});

Deno.test("upgrade() of an instance that is not deployed, or to invalid rules, is refused and changes nothing", () => {
  const harness = new EngineHarness();
  const options = { at: secs(5), known: [known(1)] };
  assertThrows(() => harness.engine.upgrade(upgraded([rule()]), options), RangeError, "not deployed");
  harness.deploy(instance([rule()]));
  const unlisted = upgraded([since(5, { expression: above(80, 9) })]);
  assertThrows(
    () => harness.engine.upgrade(unlisted, options),
    RangeError,
    "which its instance does not list",
  );
  assertEquals(harness.play([upsert(6, 81)], 6), ["opened 6@6"]);
});

Deno.test("a snapshot after an upgrade restores its rules, and when they began", () => {
  const harness = new EngineHarness();
  const of = comparison({ maxAge: secs(10) });
  harness.deploy(instance([rule()]));
  harness.play([upsert(0, 81)], 4);
  const to = upgraded([rule(), since(5, { ruleId: "r2", expression: of, onDelay: secs(3) })]);
  upgrade(harness, to, { at: 5, read: [known(1, sample(0, 81))] });
  const again = new EngineHarness(Engine.restore(harness.engine.snapshot(), [to]));
  assertEquals(again.advance(20), harness.advance(20));
  assertEquals(again.engine.state(1), harness.engine.state(1));
});

Deno.test("Replay ends the events of rules that an upgrade replaces, and continues the others", () => {
  const before = instance([rule(), rule({ ruleId: "gone" })], { deployedAt: secs(0) });
  const after = instance([rule(), since(5, { ruleId: "new" })], { deployedAt: secs(0) });
  const held = [known(1)];
  const deploy = { at: secs(0), sequence: 1, kind: "deploy" as const, known: held };
  const command = { at: secs(4), sequence: 2, kind: "upgrade" as const, known: [known(1, sample(1, 81))] };
  const commands = [deploy, { ...command, instance: after, clock: secs(5) }];
  const replay = new Replay({
    watermark: secs(0) - 1,
    held,
    units: [{ instance: before, states: null, commands }],
  });
  replay.offer(packBatch([upsert(1, 81), upsert(7, 70)]));
  replay.advance(secs(9));
  const events = replay.events(1).map((
    { ruleId, onset, end, under },
  ) => [ruleId, onset, end?.endAt, end?.reason, under === after]);
  assertEquals(events, [
    ["r1", secs(1), secs(7), "condition_cleared", false],
    ["gone", secs(1), secs(5), "superseded", false],
    ["new", secs(5), secs(7), "condition_cleared", true],
  ]);
});
