import { UNTIL_ANSWERED } from "../notification_policy/limits.ts";
import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { Ms } from "../shared/time.ts";
import type { DecisionContext, Escalation, NotifiableEvent } from "./engine_types.ts";
import type { WorkingState } from "./working_state.ts";

const MINUTE = 60_000, SECOND = 1_000;

/** An escalation that has not begun. */
export function newEscalation(
  event: NotifiableEvent,
  { policy_id, group_key, now }: { policy_id: number; group_key: string; now: Ms },
): Escalation {
  const opened = Math.min(Date.parse(event.recorded_at), now);
  return {
    v: 1,
    event_id: event.id,
    policy_id,
    group_key,
    event,
    opened_at_ms: opened,
    began_at_ms: opened,
    reason: "opened",
    step: 0,
    round: -1,
    rounds_left: 0,
    next_at_ms: null,
    reached: false,
    told: [],
    cannot: [],
    known: null,
    stopped: null,
    forget_at_ms: null,
  };
}

/** Begins the steps of a policy at the first one. `once`: only the first message is sent. */
export function begun(
  work: WorkingState,
  escalation: Escalation,
  { policy, reason, at, once = false }: {
    policy: PolicyRecord;
    reason: Escalation["reason"];
    at: Ms;
    once?: boolean;
  },
): Escalation {
  const next: Escalation = {
    ...escalation,
    reason,
    began_at_ms: at,
    step: 0,
    round: escalation.round + 1,
    rounds_left: once || policy.repeat === UNTIL_ANSWERED ? 0 : policy.repeat,
    reached: false,
    cannot: [],
    stopped: once ? escalation.stopped ?? "acknowledged" : null,
    once: once ? true : undefined,
    hidden_until_ms: undefined,
    held_since_ms: undefined,
    forget_at_ms: null,
  };
  return { ...next, next_at_ms: firstDue(work, next, policy) };
}

/** When the first step is due: it waits for others of its group, unless it is critical or leaves in a digest. */
function firstDue(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Ms {
  const at = stepDue(escalation, policy, 0);
  if (escalation.event.severity === "critical" || isTogether(escalation)) return at;
  const last = work.group(escalation)?.last_sent_at_ms ?? -Infinity;
  return Math.max(
    at,
    escalation.began_at_ms + policy.group_wait_seconds * SECOND,
    Math.min(last, work.now) + policy.group_interval_seconds * SECOND,
  );
}

/** Whether the first message of its round leaves in a digest, as the event appeared together with others. */
export function isTogether({ reason }: Pick<Escalation, "reason">): boolean {
  return reason === "digest" || reason === "restored";
}

/** When a step is due by its `after_minutes`. */
export function stepDue({ began_at_ms }: Escalation, { steps }: PolicyRecord, step: number): Ms {
  return began_at_ms + (steps[step]?.after_minutes ?? 0) * MINUTE;
}

/** The next round of the steps. */
export function nextRound(escalation: Escalation, policy: PolicyRecord, now: Ms): Escalation {
  const began = now + policy.repeat_interval_minutes * MINUTE;
  const next: Escalation = {
    ...escalation,
    reason: "repeated",
    began_at_ms: began,
    step: 0,
    round: escalation.round + 1,
    rounds_left: Math.max(0, escalation.rounds_left - 1),
    reached: false,
    cannot: [],
  };
  return { ...next, next_at_ms: stepDue(next, policy, 0) };
}

/** Whether somebody has acknowledged the event, and needs not do so again. */
export function isAnswered({ event }: Pick<Escalation, "event">): boolean {
  return event.acknowledged_at !== null;
}

const HOUR = 3_600_000;
/** How long an ended event that nobody was told of waits for a fallback that works. */
const UNNOTIFIED_KEPT_MS = 7 * 24 * HOUR;

/** When an ended escalation is removed: by whole hours, so that many are removed at once. */
export function withForgetting(
  escalation: Escalation,
  { now_ms, keep_ended_ms }: DecisionContext,
): Escalation {
  const { event, stopped, next_at_ms, hidden_until_ms, untold_since_ms } = escalation;
  const isEnded = (!event.is_active || stopped === "deleted") && next_at_ms === null &&
    hidden_until_ms === undefined;
  if (!isEnded) return { ...escalation, forget_at_ms: null };
  const at = Math.ceil((now_ms + keep_ended_ms) / HOUR) * HOUR;
  const unnotifiedUntil = untold_since_ms === undefined ? 0 : untold_since_ms + UNNOTIFIED_KEPT_MS;
  return { ...escalation, forget_at_ms: Math.max(escalation.forget_at_ms ?? at, unnotifiedUntil) };
}
