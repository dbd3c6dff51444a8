/** Minimal cases in which the engine once differed from the reference evaluator. */
import { upsert } from "../../../support/evaluation_rules.ts";
import { advance, close, deploy, offer, s, vector } from "../../../support/evaluation_vectors.ts";

const closedBeforeTheWatermarkReachesIt = [advance(-1), offer(upsert(0, 81)), advance(5), deploy(10)];
const sampleOfBefore = offer(upsert(6, 70));
const closing = close(11);
const later = [advance(11), offer(upsert(12, 81)), advance(20)];
const held = [{ start: 10, end: 11, initial: true, reason: "manual" as const }];

vector(
  "closed by hand before the watermark reaches its deployment, a rule is judged on what was known there",
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
  "a sample of before the deployment is taken back while it waits: what was held before it counts again",
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
