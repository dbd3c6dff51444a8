import { sendDigests } from "./digests.ts";
import { doDue, moveOn } from "./due.ts";
import type { DecisionContext, DecisionInput, NotificationState, Step } from "./engine_types.ts";
import { passFailed } from "./failures.ts";
import { sendMessages } from "./messages.ts";
import { observe } from "./observe.ts";
import { notifyUnnotified } from "./unnotified.ts";
import { WorkingState } from "./working_state.ts";

/**
 * Decides who is told what. Compares the present state of each event with what was told of it, so it does not matter
 * how many changes came between, and does what has become due. Changes nothing: the answer is written, then applied.
 */
export function decide(state: NotificationState, input: DecisionInput, context: DecisionContext): Step {
  const work = new WorkingState(state, context);
  if (input.kind === "notices") observeAll(work, input);
  if (input.kind === "cannot") moveOn(work, input);
  if (input.kind === "failed") passFailed(work, input.failures);
  doDue(work);
  notifyUnnotified(work);
  sendMessages(work);
  sendDigests(work);
  return work.step();
}

/** Several notices of one event are one: only its present state counts. */
function observeAll(
  work: WorkingState,
  { notices, events }: Extract<DecisionInput, { kind: "notices" }>,
): void {
  const changes = Map.groupBy(notices, ({ event_id }) => event_id);
  for (const [id, ofEvent] of changes) {
    const isNew = ofEvent.some(({ change }) => change === "created");
    const isRestored = ofEvent.some(({ change }) => change === "restored");
    observe(work, { id, isNew, isRestored, event: events.get(id) });
  }
}
