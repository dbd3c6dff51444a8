/** Cases of until that random plans found. */
import { comparison, upsert } from "../../../support/evaluation_rules.ts";
import type { Step } from "../../../support/evaluation_scenario.ts";
import { advance, offer, s, vector } from "../../../support/evaluation_vectors.ts";

const until = comparison({ stream: 2, operator: "less_than", operands: [{ literal: 60 }] });
const held = offer(upsert(0, 81), upsert(0, 50, 2));
const deployUnread: Step = { do: "deploy", instanceId: 1, at: s(10), unread: [2] };

vector("until is not asked in the instant that opens the event, though a stream of it is first read there", {
  rule: { until },
  steps: [
    held,
    advance(5),
    deployUnread,
    { do: "first_read", stream: 2, changes: [] },
    advance(14),
    offer(upsert(15, 82)),
    advance(20),
  ],
  events: [{ start: 10, end: 15, initial: true }],
});
