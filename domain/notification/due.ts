import type { PolicyRecord } from "../notification_policy/schema.ts";
import { POLICY_LIMITS, UNTIL_ANSWERED } from "../notification_policy/limits.ts";
import type { Ms } from "../shared/time.ts";
import { type Escalation, FALLBACK_STEP, type NotifiedRecipient, STEP_LIMITS } from "./engine_types.ts";
import { timeOf, waitsForGroup } from "./memory.ts";
import { fallbackReceivers, type Receiver, receiversOf } from "./recipients.ts";
import { reappear, whileHidden } from "./hide.ts";
import { openFor } from "./open.ts";
import { isTogether, nextRound, stepDue, withForgetting } from "./run.ts";
import { groupKey } from "./state_keys.ts";
import { stopped } from "./stop.ts";
import { leaveUnnotified } from "./unnotified.ts";
import { held, released, releasedEarly, takenOver, waitsUntil } from "./working_hours.ts";
import type { WorkingState } from "./working_state.ts";

/** Does what has become due: at most so much that one commit can hold it, the oldest first. */
export function doDue(work: WorkingState): void {
  const due = [...work.due(), ...releasedEarly(work)].sort((a, b) =>
    dueTime(a) - dueTime(b) || a.event_id - b.event_id || a.policy_id - b.policy_id
  );
  const groups = new Set<string>();
  for (const escalation of due) {
    if (work.changed >= STEP_LIMITS.escalations) {
      work.hasMore = true;
      break;
    }
    if (waitsForGroup(escalation)) groups.add(groupKey(escalation));
    doOne(work, escalation);
  }
  if (groups.size > 0) takeAlong(work, groups);
}

function dueTime(escalation: Escalation): Ms {
  return timeOf(escalation) ?? Infinity;
}

/** Events that wait for their group leave with it. */
function takeAlong(work: WorkingState, groups: ReadonlySet<string>): void {
  for (const escalation of work.waitingIn(groups)) {
    if (work.changed >= STEP_LIMITS.escalations) break;
    const policy = work.context.policies.get(escalation.policy_id);
    if (policy !== undefined && stepDue(escalation, policy, 0) <= work.now) doOne(work, escalation);
  }
}

function doOne(work: WorkingState, escalation: Escalation): void {
  const { context, now } = work;
  const { next_at_ms, hidden_until_ms, policy_id } = escalation;
  const policy = context.policies.get(policy_id);
  if (next_at_ms === null && hidden_until_ms === undefined) return forget(work, escalation);
  if (policy === undefined) return withoutPolicy(work, escalation);
  if (next_at_ms === null) return reappear(work, escalation, policy);
  const hiding = context.hidingOf(escalation.event, now);
  if (hiding !== undefined && escalation.known === null) {
    return work.put({ ...escalation, next_at_ms: null, hidden_until_ms: hiding.until_ms ?? 0 });
  }
  if (hiding?.is_out_of_service) {
    return work.put({ ...whileHidden(work, escalation, { policy, hiding }), next_at_ms: null });
  }
  const until = waitsUntil(work, escalation);
  if (until !== null) return work.put(held(escalation, until));
  doStep(work, released(escalation, now), policy);
}

const HOUR = 3_600_000;

/** Removes an ended escalation that no open digest names, and its group once no message has to wait for the group's last one. */
function forget(work: WorkingState, escalation: Escalation): void {
  if (escalation.told.some((one) => work.isOpen(one, one.digest) || work.isOpen(one, one.again))) {
    return work.put({ ...escalation, forget_at_ms: work.now + HOUR });
  }
  work.remove(escalation);
  const group = work.group(escalation);
  const longest = POLICY_LIMITS.groupIntervalSeconds.max * 1_000;
  if (group !== undefined && work.now - group.last_sent_at_ms > longest) work.removeGroup(group);
}

/** The policy was removed: whoever was not told yet is told by the policies that are left. */
function withoutPolicy(work: WorkingState, escalation: Escalation): void {
  const ended = withForgetting(stopped(work, escalation, "superseded"), work.context);
  work.put(ended);
  if (ended.known === null && ended.event.is_active) openFor(work, ended.event, takenOver([escalation]));
}

/** Sends the next step that reaches somebody; steps that reach nobody are passed. */
function doStep(work: WorkingState, due: Escalation, policy: PolicyRecord): void {
  const { steps } = policy, escalation = due.step === 0 ? newRound(due) : due;
  let { step } = escalation, receivers: Receiver[] = [];
  for (; step < steps.length && receivers.length === 0; step++) {
    receivers = receiversOf(steps[step]!, escalation, work.context);
    const { event_id, policy_id, round } = escalation;
    if (receivers.length === 0) work.passed.push({ event_id, policy_id, step, round });
  }
  const reached = escalation.reached || receivers.length > 0;
  const isLast = step >= steps.length;
  const next = after({ ...escalation, step, reached, held_since_ms: undefined }, { policy, now: work.now });
  work.put(withForgetting(next, work.context));
  if (receivers.length > 0) return notify(work, { escalation, next, receivers, step: step - 1 });
  if (isLast) notifyFallback(work, { escalation, next, step });
}

/** Nobody has been called in this round. Who answered "I cannot" between two rounds meant the one before. */
function newRound({ unreached: _, ...escalation }: Escalation): Escalation {
  const { reason, cannot, told } = escalation;
  return {
    ...escalation,
    told: told.map(({ step: _, ...one }) => one),
    cannot: reason === "repeated" ? [] : cannot,
  };
}

/** What follows a step: the next one, the next round, or nothing. */
function after(escalation: Escalation, { policy, now }: { policy: PolicyRecord; now: Ms }): Escalation {
  const { step, rounds_left, stopped: why } = escalation;
  if (why !== null) return { ...escalation, next_at_ms: null };
  if (step < policy.steps.length) return { ...escalation, next_at_ms: stepDue(escalation, policy, step) };
  if (rounds_left > 0 || policy.repeat === UNTIL_ANSWERED) return nextRound(escalation, policy, now);
  return { ...escalation, next_at_ms: null };
}

interface StepCalls {
  /** As it was when the step became due. */
  escalation: Escalation;
  next: Escalation;
  step: number;
}

function notify(
  work: WorkingState,
  { escalation, next, receivers, step }: StepCalls & { receivers: Receiver[] },
): void {
  const { reason, reached, next_at_ms } = escalation;
  for (const receiver of receivers) {
    work.messages.push({
      escalation,
      receiver,
      reason: reached ? "escalated" : reason,
      step,
      escalates: next.next_at_ms !== null,
      folds: isTogether(escalation) && !reached,
      isFallback: false,
      due_at_ms: next_at_ms ?? work.now,
    });
  }
}

/** Nobody else was told: the fallback is. */
export function notifyFallback(work: WorkingState, { escalation, next, step }: StepCalls): void {
  const receivers = fallbackReceivers(escalation.event, work.context);
  if (receivers.length === 0) return leaveUnnotified(work, next);
  const { reason, next_at_ms } = escalation;
  for (const receiver of receivers) {
    work.messages.push({
      escalation,
      receiver,
      reason: escalation.reached ? "escalated" : reason,
      step,
      escalates: next.next_at_ms !== null,
      folds: isTogether(escalation) && !escalation.reached,
      isFallback: true,
      due_at_ms: next_at_ms ?? work.now,
    });
  }
}

/** A person answers "I cannot": the next step is due at once; after the last one, the fallback is told. */
export function moveOn(
  work: WorkingState,
  { event_id, user_id }: { event_id: number; user_id: number },
): void {
  for (const escalation of work.ofEvent(event_id)) {
    const { stopped: why, told, cannot } = escalation;
    if (why !== null || cannot.includes(user_id) || !told.some((one) => one.user_id === user_id)) continue;
    const policy = work.context.policies.get(escalation.policy_id);
    const next = { ...escalation, cannot: [...cannot, user_id] };
    const isLast = policy === undefined || isBetweenRounds(next, work.now) ||
      next.step >= policy.steps.length;
    if (!isLast) work.put({ ...next, next_at_ms: work.now });
    else {
      work.put(next);
      if (isLastStepLost(next)) {
        notifyFallback(work, { escalation: { ...next, next_at_ms: null }, next, step: next.step });
      }
    }
  }
}

/** Whether the present round is over and the next one has not begun. */
export function isBetweenRounds({ began_at_ms, step, next_at_ms }: Escalation, now: Ms): boolean {
  return step === 0 && next_at_ms !== null && began_at_ms > now;
}

/**
 * Whether everybody whom the last step has called, or the fallback after it, could not be reached or cannot. Whoever was
 * reached before has not answered, which is why that step was called.
 */
export function isLastStepLost(escalation: Escalation): boolean {
  const { told } = escalation,
    rankOf = ({ step = -1 }: NotifiedRecipient) => step === FALLBACK_STEP ? Infinity : step;
  const last = told.reduce((most, one) => Math.max(most, rankOf(one)), -1);
  return told.filter((one) => rankOf(one) === last).every((one) => isLost(escalation, one));
}

/** Whether a recipient could not be reached, or cannot. */
export function isLost({ cannot }: Escalation, { failed, user_id }: NotifiedRecipient): boolean {
  return failed === true || (user_id !== null && cannot.includes(user_id));
}
