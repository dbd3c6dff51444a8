/** Minimal cases in which the engine once differed from the reference evaluator. */
import { assertEquals } from "@std/assert";
import type { BoundExpression } from "../../../../domain/evaluation/types.ts";
import { CorrectingRunner } from "../../../support/correcting_runner.ts";
import { comparison, instanceOf, rule, upsert } from "../../../support/evaluation_rules.ts";
import { referenceOfScenario, type Step } from "../../../support/evaluation_scenario.ts";
import { advance, close, deploy, offer, s, undeploy, vector } from "../../../support/evaluation_vectors.ts";

const closedBeforeTheWatermarkReachesIt = [advance(-1), offer(upsert(0, 81)), advance(5), deploy(10)];
const sampleOfBefore = offer(upsert(6, 70));
const closing = close(11);
const later = [advance(11), offer(upsert(12, 81)), advance(20)];
const held = [{ start: 10, end: 11, initial: true, reason: "manual" as const }];

vector(
  "closed by hand before the watermark reaches its deployment, a rule is evaluated on what was known there",
  {
    steps: [...closedBeforeTheWatermarkReachesIt, sampleOfBefore, closing, ...later],
    events: held,
  },
);
vector("closed by hand before the watermark reaches its deployment, late samples change nothing", {
  steps: [...closedBeforeTheWatermarkReachesIt, closing, sampleOfBefore, ...later],
  events: held,
});
vector(
  "a sample from before the deployment is removed while it waits: the value held before it counts again",
  {
    rule: { onDelay: s(5) },
    steps: [
      offer(upsert(0, 81), upsert(9, 84.5)),
      advance(4),
      deploy(10),
      offer({ op: "remove", stream: 1, time: s(9) }),
      advance(30),
    ],
    events: [{ start: 10, activated: 15, end: null, initial: true }],
  },
);

const meanOrHigh: BoundExpression = {
  kind: "any",
  of: [
    comparison({ stream: 2, operator: "avg_above", window: s(10) }),
    comparison({ operands: [{ literal: 0 }] }),
  ],
};
vector(
  "a sample of a stream that has not been read is no instant, though a window would measure more at it",
  {
    rule: { expression: meanOrHigh },
    steps: [
      { do: "deploy", instanceId: 1, at: s(-100), unread: [1] },
      offer(upsert(0, 70, 2), upsert(5, 100, 2), upsert(7.6, -1)),
      advance(20),
      { do: "first_read", stream: 1, changes: [] },
      advance(30),
    ],
    events: [{ start: 8, end: null }],
  },
);

/** The steps after which states are stored and late changes are evaluated. */
interface Pace {
  stored: number[];
  corrected: number[];
}

function corrects(
  name: string,
  expression: BoundExpression,
  steps: Step[],
  { stored, corrected }: Pace,
): void {
  Deno.test(name, () => {
    const scenario = { watermark: s(-200), instances: [instanceOf([rule({ expression })])], steps };
    const runner = new CorrectingRunner(scenario, {
      isStoredAfter: (step) => stored.includes(step),
      isCorrectedAfter: (step) => corrected.includes(step),
    });
    const events = runner.run();
    assertEquals(events, referenceOfScenario(scenario, runner.contexts));
  });
}

corrects(
  "a correction begins at no state between a deployment's command and its instant: a window would see what came since",
  comparison({ operator: "avg_above", operands: [{ literal: -1 }], window: s(2) }),
  [
    advance(10),
    deploy(20),
    advance(14),
    offer(upsert(12, 0)),
    advance(18),
    offer(upsert(15, 0)),
    advance(30),
  ],
  { stored: [2], corrected: [3, 5] },
);

corrects(
  "a correction runs on past states after which a close names an event that is over there",
  comparison({ operator: "stale_for", operands: [{ literal: 1 }] }),
  [
    ...[deploy(-5), offer(upsert(7, 0)), advance(12), offer(upsert(9, 0)), offer(upsert(11, 0))],
    ...[close(17), offer(upsert(8, 0)), advance(30)],
  ],
  { stored: [2], corrected: [5, 6] },
);

corrects(
  "a correction runs on past states of between a deployment's command and its instant, though it was over again there",
  comparison({
    operator: "count_above",
    limit: { literal: -1 },
    operands: [{ literal: 3.5 }],
    window: s(20),
  }),
  [
    ...[offer(upsert(0.5, 0), upsert(1, 0), upsert(3, 0)), advance(3), deploy(20), undeploy(20)],
    ...[offer(upsert(2, 0), upsert(2.5, 0)), advance(45)],
  ],
  { stored: [0, 2, 4], corrected: [] },
);
