import { isBetweenRounds, isLastStepLost, isLost, notifyFallback } from "./due.ts";
import { type CallFailure, type Escalation, FALLBACK_STEP, type NotifiedRecipient } from "./engine_types.ts";
import { leaveUnnotified, retryLater } from "./unnotified.ts";
import { withUnreached } from "./unreached.ts";
import type { WorkingState } from "./working_state.ts";

/** Messages failed for good. A step that reached nobody by that is passed: the next one follows at once. */
export function passFailed(work: WorkingState, failures: readonly CallFailure[]): void {
  for (const failure of failures) {
    for (const id of failure.event_ids) {
      for (const escalation of work.ofEvent(id)) noteFailure(work, escalation, failure);
    }
  }
}

function noteFailure(work: WorkingState, escalation: Escalation, failure: CallFailure): void {
  const { told, unreached = [], stopped, once } = escalation;
  const at = told.findIndex((one) => isSame(one, failure.called)), call = told[at];
  if (call === undefined || (stopped !== null && !once) || isNoMatter(work, escalation, { call, failure })) {
    return;
  }
  const next: Escalation = {
    ...escalation,
    told: told.with(at, { ...call, failed: true }),
    unreached: withUnreached(unreached, failure.ways),
  };
  work.put(next);
  const { step } = call;
  if (next.told.some((one) => one.step === step && !isLost(next, one))) return;
  if (step !== FALLBACK_STEP) return passStep(work, next, step ?? next.step - 1);
  if (failure.called.contact_point_id === work.context.fallback) retryLater(work);
  leaveUnnotified(work, next);
}

/** Whether the recipient is called again meanwhile. */
function isNoMatter(
  work: WorkingState,
  { told }: Escalation,
  { call, failure: { digest } }: { call: NotifiedRecipient; failure: CallFailure },
): boolean {
  const newest = Math.max(call.digest ?? 0, call.again ?? 0);
  const isOfEarlierRound = call.step === undefined && told.some((one) => one.step !== undefined);
  return isOfEarlierRound || isHeld(work, call) ||
    (digest !== null && newest > digest);
}

function passStep(work: WorkingState, escalation: Escalation, step: number): void {
  const policy = work.context.policies.get(escalation.policy_id);
  const isOver = escalation.stopped !== null || policy === undefined ||
    isBetweenRounds(escalation, work.now) || escalation.step >= policy.steps.length;
  const reached = called(escalation).some((one) => isReached(work, escalation, one));
  if (!isOver) {
    if (escalation.step === step + 1) work.put({ ...escalation, reached, next_at_ms: work.now });
    return;
  }
  if (escalation.told.some((one) => one.step === FALLBACK_STEP)) return;
  if (reached && !isLastStepLost(escalation)) return;
  const next = { ...escalation, reached };
  work.put(next);
  notifyFallback(work, { escalation: { ...next, next_at_ms: null }, next, step: next.step });
}

/** Whom the round has called; of a state that does not say so, everybody. */
function called({ told }: Escalation): NotifiedRecipient[] {
  const ofRound = told.filter(({ step }) => step !== undefined);
  return ofRound.length === 0 ? told : ofRound;
}

/** Whether the receiver took the message. What is attempted again may never arrive; what a digest holds will be sent. */
function isReached(work: WorkingState, escalation: Escalation, one: NotifiedRecipient): boolean {
  if (isLost(escalation, one)) return false;
  return isHeld(work, one) || !work.context.isUnderWay(escalation.event_id, one);
}

function isHeld(work: WorkingState, one: NotifiedRecipient): boolean {
  return work.isOpen(one, one.digest) || work.isOpen(one, one.again);
}

function isSame(a: CallFailure["called"], b: CallFailure["called"]): boolean {
  return a.user_id === b.user_id && a.contact_point_id === b.contact_point_id;
}
