/** The vectors of the evaluation standard, evaluated by the reference evaluator and by the engine. */
import { assertEquals } from "@std/assert";
import type { BoundExpression } from "../../../../domain/evaluation/types.ts";
import { engineOfScenario } from "../../../support/engine_runner.ts";
import type { Step } from "../../../support/evaluation_scenario.ts";
import { comparison, instanceOf, rule, upsert } from "../../../support/evaluation_rules.ts";
import {
  advance,
  close,
  deploy,
  inTurn,
  offer,
  s,
  undeploy,
  vector,
} from "../../../support/evaluation_vectors.ts";

const deadband5 = { expression: comparison({ deadband: 5 }) };
const below10 = comparison({ stream: 2, operator: "less_than", operands: [{ literal: 10 }] });
const onAAndB = (kind: "all" | "any", b: BoundExpression = below10) => ({
  expression: { kind, of: [comparison(), b] },
});

vector("vector 1: strictly greater", {
  steps: inTurn([upsert(0, 80), upsert(1, 80.01), upsert(2, 80)], 10),
  events: [{ start: 1, end: 2 }],
});
vector("vector 2: a deadband holds until the reset line", {
  rule: deadband5,
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(2, 75.1), upsert(3, 75)], 10),
  events: [{ start: 0, end: 3 }],
});
vector("vector 3: an on-delay ends in silence", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81)], 20),
  events: [{ start: 0, activated: 10, end: null }],
});
vector("vector 4: an interrupted on-delay restarts: none before 21", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(9.999, 79), upsert(11, 81)], 20.9999999),
  events: [],
});
vector("vector 4: an interrupted on-delay restarts: activated at 21", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(9.999, 79), upsert(11, 81)], 21),
  events: [{ start: 11, activated: 21, end: null }],
});
vector("vector 5: FALSE at the end of the on-delay wins", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(10, 79)], 30),
  events: [],
});
vector("vector 6: an off-delay interrupted by TRUE keeps the event", {
  rule: { offDelay: s(5) },
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(3, 81), upsert(9, 79)], 20),
  events: [{ start: 0, end: 9, closed: 14 }],
});
vector("vector 7: all, before B turns bad", {
  rule: onAAndB("all"),
  steps: inTurn([upsert(0, 81), upsert(0, 5, 2), upsert(1, "bad", 2)], 0.9999999),
  events: [{ start: 0, end: null }],
});
vector("vector 7: all with a bad part stays open, its data state unknown", {
  rule: onAAndB("all"),
  steps: inTurn([upsert(0, 81), upsert(0, 5, 2), upsert(1, "bad", 2)], 20),
  events: [{ start: 0, end: null, dataState: "unknown" }],
});
vector("vector 8: any needs one TRUE part only", {
  rule: onAAndB("any"),
  steps: inTurn([upsert(0, 81), upsert(0, "bad", 2)], 20),
  events: [{ start: 0, end: null }],
});
vector("vector 9: closed by hand while TRUE waits for FALSE", {
  steps: [
    ...inTurn([upsert(0, 81)], 1),
    close(1),
    ...inTurn([upsert(2, 82), upsert(3, 70), upsert(4, 81)], 10).slice(1),
  ],
  events: [{ start: 0, end: 1, reason: "manual" }, { start: 4, end: null }],
});

const vector10 = [upsert(3, 81), upsert(2, 85), upsert(4, 70)];
for (const order of ["012", "021", "102", "120", "201", "210"]) {
  const offers = [...order].map((i) => offer(vector10[Number(i)]));
  vector(`vector 10: wait 5, arriving in the order ${order}`, {
    steps: [deploy(-100), advance(-1), ...offers, advance(5)],
    events: [{ start: 2, end: 4 }],
  });
}

vector("vector 12: a restart inside the on-delay activates once", {
  rule: { onDelay: s(10) },
  steps: [...inTurn([upsert(0, 81)], 6), { do: "restart" }, advance(30)],
  events: [{ start: 0, activated: 10, end: null }],
});
vector("vector 13: max age, before it is reached", {
  rule: { expression: comparison({ maxAge: s(60) }) },
  steps: inTurn([upsert(0, 81)], 59.9999999),
  events: [{ start: 0, end: null }],
});
vector("vector 13: past its max age a value is unknown and closes nothing", {
  rule: { expression: comparison({ maxAge: s(60) }) },
  steps: inTurn([upsert(0, 81)], 60),
  events: [{ start: 0, end: null, dataState: "unknown" }],
});
vector("vector 14: NaN, a text, null and an infinity raise nothing", {
  steps: inTurn([upsert(0, NaN), upsert(1, "abc"), upsert(2, null), upsert(3, 1e309)], 10),
  events: [],
});
vector("vector 15: undeployed and deployed again", {
  steps: [...inTurn([upsert(0, 81)], 3), undeploy(3), deploy(4), advance(20)],
  events: [{ start: 0, end: 3, reason: "undeployed" }, { start: 4, end: null, initial: true }],
});
vector("vector 16: the third activation within 60 s chatters", {
  steps: inTurn([0, 1, 2, 3, 4, 5, 6, 7].map((i) => upsert(5 * i, i % 2 === 0 ? 81 : 79)), 60),
  events: [
    { start: 0, end: 5 },
    { start: 10, end: 15 },
    { start: 20, end: 25, chattering: true },
    { start: 30, end: 35, chattering: true },
  ],
});
vector("vector 17: UNKNOWN shifts an on-delay", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(4, "bad"), upsert(7, 81)], 30),
  events: [{ start: 0, activated: 13, end: null }],
});
vector("vector 18: an age at the end of the on-delay comes before it", {
  rule: { onDelay: s(10), expression: comparison({ maxAge: s(10) }) },
  steps: inTurn([upsert(0, 81)], 700),
  events: [],
});
vector("vector 19: UNKNOWN shifts an off-delay", {
  rule: { offDelay: s(5) },
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(2, "bad"), upsert(4, 79)], 30),
  events: [{ start: 0, end: 1, closed: 8 }],
});
vector("vector 20: a deadband latches each condition", {
  rule: {
    expression: { kind: "all", of: [comparison({ deadband: 5 }), comparison({ stream: 2, deadband: 5 })] },
  },
  steps: inTurn([upsert(0, 81), upsert(0, 81, 2), upsert(1, 78), upsert(2, 74)], 10),
  events: [{ start: 0, end: 2 }],
});
vector("vector 25: an event reads an unknown data state while CLEARING too", {
  rule: { offDelay: s(5) },
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(2, "bad")], 20),
  events: [{ start: 0, end: null, dataState: "unknown" }],
});
const lost: Step = { do: "lost", stream: 1 };
const back: Step = { do: "first_read", stream: 1, changes: [] };
vector("vector 31a: an active event of a lost stream stays open, and ends by the first read after it", {
  steps: [...inTurn([upsert(0, 81)], 5), lost, offer(upsert(7, 70)), advance(10), back, advance(20)],
  events: [{ start: 0, end: 10 }],
});
vector("vector 31b: nothing opens while its stream is lost", {
  steps: [...inTurn([upsert(0, 70)], 5), lost, offer(upsert(7, 81)), advance(10)],
  events: [],
});
vector("vector 31c: every operator of a lost stream is UNKNOWN, silence too", {
  rule: { expression: comparison({ operator: "stale_for", operands: [{ literal: 10 }] }) },
  steps: [...inTurn([upsert(0, 70)], 12), lost, advance(60)],
  events: [{ start: -90, end: 0 }, { start: 10, end: null, dataState: "unknown" }],
});
vector("vector 31d: an on-delay stops while its stream is lost", {
  rule: { onDelay: s(10) },
  steps: [...inTurn([upsert(0, 81)], 4), lost, advance(7), back, advance(30)],
  events: [{ start: 0, end: null, activated: 13 }],
});
vector("vector 30: TRUE after exactly 600 s of UNKNOWN keeps the onset: samples come before timers", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(4, "bad"), upsert(604, 81)], 700),
  events: [{ start: 0, activated: 610, end: null }],
});

Deno.test("vector 14: four samples are accepted and none is lost (engine)", () => {
  const changes = [upsert(0, NaN), upsert(1, "abc"), upsert(2, null), upsert(3, 1e309)];
  const scenario = { watermark: s(-200), instances: [instanceOf([rule()])], steps: inTurn(changes, 10) };
  assertEquals(engineOfScenario(scenario).counts, { accepted: 4, late: 0, duplicate: 0, unbound: 0 });
});
