/** Edge cases besides the vectors of the standard, evaluated by the reference evaluator and by the engine. */
import { assertEquals } from "@std/assert";
import type { BoundRule } from "../../../../domain/evaluation/types.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";
import { engineOfScenario } from "../../../support/engine_runner.ts";
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

const bothBanded: Partial<BoundRule> = {
  expression: { kind: "all", of: [comparison({ deadband: 5 }), comparison({ stream: 2, deadband: 5 })] },
  offDelay: s(5),
};

vector("an activation exactly 60 s after the second last one is chattering", {
  steps: inTurn([0, 1, 30, 31, 60, 61].map((at, i) => upsert(at, i % 2 === 0 ? 81 : 79)), 70),
  events: [{ start: 0, end: 1 }, { start: 30, end: 31 }, { start: 60, end: 61, chattering: true }],
});
vector("an activation more than 60 s after the second last one is not chattering", {
  steps: inTurn([0, 1, 30, 31, 60.0000001, 61].map((at, i) => upsert(at, i % 2 === 0 ? 81 : 79)), 70),
  events: [{ start: 0, end: 1 }, { start: 30, end: 31 }, { start: 60.0000001, end: 61 }],
});
vector("chattering counts activations over a redeployment", {
  steps: [
    ...inTurn([upsert(0, 81), upsert(1, 79), upsert(2, 81), upsert(3, 79)], 4),
    ...[undeploy(4), deploy(5), offer(upsert(6, 81)), advance(10)],
  ],
  events: [{ start: 0, end: 1 }, { start: 2, end: 3 }, { start: 6, end: null, chattering: true }],
});
vector("a latch outlasts CLEARING", {
  rule: bothBanded,
  steps: inTurn([upsert(0, 81), upsert(0, 81, 2), upsert(1, 78), upsert(2, 74, 2), upsert(4, 81, 2)], 20),
  events: [{ start: 0, end: null }],
});
vector("a latch ends with the event", {
  rule: bothBanded,
  steps: inTurn([upsert(0, 81), upsert(0, 81, 2), upsert(1, 78), upsert(2, 74, 2), upsert(7.1, 81, 2)], 20),
  events: [{ start: 0, end: 2, closed: 7 }],
});
vector("a condition latches while the rule is CLEARING", {
  rule: bothBanded,
  steps: inTurn([
    ...[upsert(0, 81), upsert(0, 81, 2), upsert(1, 70), upsert(1, 70, 2)],
    ...[upsert(2, 81), upsert(3, 78), upsert(4, 81, 2)],
  ], 20),
  events: [{ start: 0, end: null }],
});
vector("a latch waits through UNKNOWN", {
  rule: { expression: comparison({ deadband: 5 }) },
  steps: inTurn([upsert(0, 81), upsert(1, "bad"), upsert(2, 78), upsert(3, 75)], 20),
  events: [{ start: 0, end: 3 }],
});
vector("a deadband says nothing before the rule is ACTIVE", {
  rule: { expression: comparison({ deadband: 5 }), onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(5, 79), upsert(6, 81)], 20),
  events: [{ start: 6, activated: 16, end: null }],
});
vector("data that is UNKNOWN for less than 600 s keeps the onset", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(4, "bad"), upsert(603.9999999, 81)], 700),
  events: [{ start: 0, activated: 609.9999999, end: null }],
});
vector("data that is UNKNOWN for 600 s ends the wait", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(4, "bad"), upsert(604.0000001, 81)], 700),
  events: [{ start: 604.0000001, activated: 614.0000001, end: null }],
});
vector("two spans of UNKNOWN are no unbroken span", {
  rule: { onDelay: s(10) },
  steps: inTurn(
    [upsert(0, 81), upsert(4, "bad"), upsert(500, 81), upsert(501, "bad"), upsert(1000, 81)],
    1100,
  ),
  events: [{ start: 0, activated: 1005, end: null }],
});
vector("UNKNOWN at the end of the on-delay shifts it to the next TRUE", {
  rule: { onDelay: s(10) },
  steps: inTurn([upsert(0, 81), upsert(10, "bad"), upsert(12, 81)], 30),
  events: [{ start: 0, activated: 12, end: null }],
});
vector("TRUE at the end of the off-delay wins", {
  rule: { offDelay: s(5) },
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(6, 81)], 30),
  events: [{ start: 0, end: null }],
});
vector("UNKNOWN of any length does not end CLEARING", {
  rule: { offDelay: s(5) },
  steps: inTurn([upsert(0, 81), upsert(1, 79), upsert(2, "bad"), upsert(2000, 79)], 3000),
  events: [{ start: 0, end: 1, closed: 2004 }],
});
vector("an on-delay counts from the deployment, and the event is initial", {
  rule: { onDelay: s(10) },
  steps: [...inTurn([upsert(0, 81)], 3), undeploy(3), deploy(4), advance(30)],
  events: [{ start: 4, activated: 14, end: null, initial: true }],
});
vector("a sample that precedes the deployment but arrives later is no instant", {
  steps: [advance(5), deploy(10), offer(upsert(8, 81)), advance(20)],
  events: [],
});
vector("a rule closed by hand while UNKNOWN waits for FALSE", {
  steps: [
    ...[...inTurn([upsert(0, 81), upsert(1, "bad")], 1), close(1)],
    ...inTurn([upsert(2, 81), upsert(3, 70), upsert(4, 81)], 10).slice(1),
  ],
  events: [{ start: 0, end: 1, reason: "manual", dataState: "unknown" }, { start: 4, end: null }],
});
vector("a rule closed by hand inside its deadband is evaluated without it", {
  rule: { expression: comparison({ deadband: 5 }) },
  steps: [
    ...[...inTurn([upsert(0, 81), upsert(1, 78)], 1), close(1)],
    ...inTurn([upsert(2, 79), upsert(3, 81)], 10).slice(1),
  ],
  events: [{ start: 0, end: 1, reason: "manual" }, { start: 3, end: null }],
});
vector("a rule closed by hand while CLEARING is NORMAL", {
  rule: { offDelay: s(5) },
  steps: [
    ...[...inTurn([upsert(0, 81), upsert(1, 79)], 2), close(2)],
    ...inTurn([upsert(3, 81)], 10).slice(1),
  ],
  events: [{ start: 0, end: 2, reason: "manual" }, { start: 3, end: null }],
});
vector("an uncertain sample counts as bad", {
  steps: [deploy(-100), offer(uncertain(0, 81)), advance(10)],
  events: [],
});
vector("an uncertain sample counts where it is accepted", {
  rule: { expression: comparison({ acceptUncertain: true }) },
  steps: [deploy(-100), offer(uncertain(0, 81)), advance(10)],
  events: [{ start: 0, end: null }],
});
vector("a rule of 50 comparisons is evaluated whole", {
  rule: { expression: { kind: "all", of: Array.from({ length: 50 }, () => comparison({ deadband: 5 })) } },
  steps: inTurn([upsert(0, 81), upsert(1, 76), upsert(2, 75)], 10),
  events: [{ start: 0, end: 2 }],
});

Deno.test("evaluated samples are late, known ones duplicate, samples of other streams unbound", () => {
  const steps = [
    ...[
      deploy(-100),
      offer(upsert(0, 70)),
      advance(5),
      offer(upsert(5, 81), upsert(4, 81), upsert(6, 70, 3)),
    ],
    ...[offer(upsert(7, 70)), offer(upsert(7, 70)), advance(20)],
  ];
  const run = engineOfScenario({ watermark: s(-200), instances: [instanceOf([rule()])], steps });
  assertEquals(run.counts, { accepted: 2, late: 2, duplicate: 1, unbound: 1 });
  assertEquals(run.events, []);
});

function uncertain(seconds: number, value: number): SampleChange {
  return { op: "upsert", stream: 1, sample: { time: s(seconds), value, quality: "uncertain" } };
}
