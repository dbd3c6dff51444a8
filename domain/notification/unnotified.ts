import { isDrill } from "../event/drill.ts";
import type { Ms } from "../shared/time.ts";
import { type Escalation, STEP_LIMITS } from "./engine_types.ts";
import { fallbackReceivers, reportsFallback } from "./recipients.ts";
import { withForgetting } from "./run.ts";
import { escalationKey } from "./state_keys.ts";
import type { WorkingState } from "./working_state.ts";

/** How long after it failed for good a fallback is tried again with what nobody was told. */
export const RETRY_MS: Ms = 600_000;
/** Of those that nobody was told of, the oldest that are over are given up. */
export const MOST_UNNOTIFIED = 2_000;

/** Nobody could be told, also not the fallback: told once a fallback works. */
export function leaveUnnotified(work: WorkingState, escalation: Escalation): void {
  const present = work.escalation(escalationKey(escalation)) ?? escalation;
  work.unnotifiedEvents.add(present.event_id);
  if (isDrill(present.event)) return;
  if (!reportsFallback(present.event, work.context)) {
    const untold_since_ms = present.untold_since_ms ?? work.now;
    return work.put(withForgetting({ ...present, untold_since_ms }, work.context));
  }
  // A fallback that works need not be told that it did not; meanwhile another contact point may pass its test.
  if (present.stopped === null) work.put({ ...present, next_at_ms: work.now + RETRY_MS });
}

/** Tells the fallback, once it works or is tried again, what nobody was told: in order, several events as a digest. */
export function notifyUnnotified(work: WorkingState): void {
  if (work.state.unnotified.size > MOST_UNNOTIFIED) giveUp(work);
  if (!mayNotify(work)) return;
  const { hidingOf } = work.context;
  const all = work.unnotifiedEscalations()
    .filter(({ event }) => !hidingOf(event, work.now)?.is_out_of_service).sort(byBegin);
  const room = Math.max(0, STEP_LIMITS.escalations - work.changed);
  const isOne = all.length === 1 && work.budget(fallbackOf(work)).open_digests.length === 0;
  for (const escalation of all.slice(0, room)) notifyOne(work, escalation, { folds: !isOne });
  work.hasMore ||= all.length > room;
}

/** Whether the fallback works, or is to be tried again. */
function mayNotify(work: WorkingState): boolean {
  const { context: { fallback, isBroken }, now } = work;
  if (fallback === null || (work.state.unnotified.size === 0 && work.unnotifiedEscalations().length === 0)) {
    return false;
  }
  const { retry_at_ms, ...budget } = work.budget(fallbackOf(work));
  const isDue = !isBroken(fallback) || (retry_at_ms ?? Infinity) <= now;
  if (isDue && retry_at_ms !== undefined) work.putBudget(budget);
  if (!isDue && retry_at_ms === undefined) retryLater(work);
  return isDue;
}

/** The fallback has failed for good. */
export function retryLater(work: WorkingState): void {
  work.putBudget({ ...work.budget(fallbackOf(work)), retry_at_ms: work.now + RETRY_MS });
}

function fallbackOf({ context }: WorkingState) {
  return { user_id: null, contact_point_id: context.fallback ?? 0 };
}

function notifyOne(work: WorkingState, unnotified: Escalation, { folds }: { folds: boolean }): void {
  const { untold_since_ms = work.now, ...rest } = unnotified;
  const escalation = { ...rest, round: unnotified.round + 1 };
  work.put(escalation);
  for (const receiver of fallbackReceivers(escalation.event, work.context)) {
    work.messages.push({
      escalation,
      receiver,
      reason: escalation.reason,
      step: escalation.step,
      escalates: false,
      folds,
      isFallback: true,
      due_at_ms: untold_since_ms,
    });
  }
}

function giveUp(work: WorkingState): void {
  const ended = work.unnotifiedEscalations().filter(({ event }) => !event.is_active).sort(byBegin);
  const tooMany = Math.min(work.state.unnotified.size - MOST_UNNOTIFIED, STEP_LIMITS.escalations);
  for (const { untold_since_ms: _, ...escalation } of ended.slice(0, tooMany)) work.put(escalation);
}

function byBegin(a: Escalation, b: Escalation): number {
  return a.opened_at_ms - b.opened_at_ms || a.event_id - b.event_id || a.policy_id - b.policy_id;
}
