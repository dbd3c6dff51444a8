import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { Escalation, NotifiableEvent } from "./engine_types.ts";
import { reappeared, whileHidden } from "./hide.ts";
import { hidesOtherwise } from "./hiding.ts";
import { severityRank } from "./message.ts";
import { closed, openFor } from "./open.ts";
import { begun, isAnswered, stepDue, withForgetting } from "./run.ts";
import { stopped, withdraw } from "./stop.ts";
import { released, takenOver } from "./working_hours.ts";
import { notifyAgain, resolved } from "./notify_again.ts";
import type { WorkingState } from "./working_state.ts";

/** Compares an event's present state with what its escalations know. An undefined event is deleted. */
export function observe(
  work: WorkingState,
  { id, isNew, isRestored, event }: {
    id: number;
    isNew: boolean;
    isRestored: boolean;
    event: NotifiableEvent | undefined;
  },
): void {
  const escalations = work.ofEvent(id);
  if (event === undefined) {
    for (const escalation of escalations) withdraw(work, escalation, "deleted");
    return;
  }
  const seen = notifiable(event);
  const [before] = escalations;
  if (before === undefined) {
    const reason = isRestored ? "restored" : reasonOf(seen);
    if (isNew || seen.is_active) openFor(work, seen, { reason });
    return;
  }
  const hiding = work.context.hidingOf(seen, work.now);
  if (hasSeen(before, seen) && !escalations.some((one) => hidesOtherwise(one, hiding))) return;
  for (const escalation of escalations) change(work, escalation, seen);
  const isRaised = severityRank(seen.severity) > severityRank(before.event.severity);
  if (isRaised && seen.is_active) raise(work, seen);
}

/** Whether an escalation has considered the event as it is; undefined: deleted. */
export function hasSeen(escalation: Escalation, event: NotifiableEvent | undefined): boolean {
  if (event === undefined) return escalation.stopped === "deleted";
  return JSON.stringify(escalation.event) === JSON.stringify(notifiable(event));
}

function change(work: WorkingState, before: Escalation, event: NotifiableEvent): void {
  const escalation = { ...before, event };
  if (event.flags.includes("retracted")) return withdraw(work, escalation, "retracted");
  const policy = work.context.policies.get(before.policy_id);
  const corrected = corrections(work, escalation, policy);
  const called = policy === undefined || !isReAlarmed(before.event, event)
    ? corrected
    : calledAgain(work, corrected, policy);
  const next = policy === undefined ? called : answers(work, called, policy);
  work.put(withForgetting(next, work.context));
}

function isReAlarmed(
  { re_alarm: before }: NotifiableEvent,
  { re_alarm, is_active }: NotifiableEvent,
): boolean {
  return is_active && re_alarm !== undefined && re_alarm.at !== before?.at;
}

/** Why an event is told that needs a new acknowledgement; one that needed it for a while leaves in a digest. */
function reasonOf({ re_alarm }: NotifiableEvent): "re_alarm" | "digest" | undefined {
  return re_alarm && (re_alarm.is_late ? "digest" : "re_alarm");
}

/** The event needs a new acknowledgement: the steps begin again. */
function calledAgain(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  const { event, stopped: why, known, hidden_until_ms } = escalation;
  const hasNotBegun = why === null && known === null;
  const hasEnded = why !== null && why !== "acknowledged";
  if (hidden_until_ms !== undefined || hasNotBegun || hasEnded) return escalation;
  return begun(work, escalation, { policy, reason: reasonOf(event) ?? "re_alarm", at: work.now });
}

/** A start that moved by more than this is told. */
const MOVED_MS = 60_000;

/** Tells corrections of what was told, and resumes what a correction has revived. */
function corrections(
  work: WorkingState,
  escalation: Escalation,
  policy: PolicyRecord | undefined,
): Escalation {
  const { event, known } = escalation;
  if (known === null) return policy === undefined ? escalation : revived(work, escalation, policy);
  const moved = Math.abs(Date.parse(event.start_time) - Date.parse(known.start_time)) > MOVED_MS;
  const isRevived = known.state !== "firing" && (event.is_active || known.state !== "resolved");
  if (!moved && !isRevived) return escalation;
  const state = event.is_active ? "firing" : isRevived ? "resolved" : known.state;
  const next: Escalation = {
    ...escalation,
    known: { ...known, state, start_time: moved ? event.start_time : known.start_time },
  };
  notifyAgain(work, next, "corrected");
  return policy === undefined || !isRevived ? next : revived(work, next, policy);
}

/** An event that is active again goes on where its escalation ended. */
function revived(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  const { event, stopped: why, known } = escalation, step = policy.steps[escalation.step];
  if (!event.is_active || (why !== "closed" && why !== "retracted")) return escalation;
  const again = { ...escalation, stopped: null, round: escalation.round + 1 };
  if (known === null) return begun(work, again, { policy, reason: "opened", at: work.now });
  if (step === undefined) return again;
  const before = stepDue(again, policy, Math.max(0, escalation.step - 1));
  const next_at_ms = work.now + stepDue(again, policy, escalation.step) - before;
  return { ...again, began_at_ms: next_at_ms - (step.after_minutes * 60_000), next_at_ms };
}

/** What stops, hides or ends an escalation. */
function answers(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  let next = escalation;
  const { event } = next, { stop_on } = policy;
  const hiding = work.context.hidingOf(event, work.now);
  if (hiding !== undefined) next = whileHidden(work, next, { policy, hiding });
  else if (next.hidden_until_ms !== undefined) next = reappeared(work, next, policy);
  const isAcknowledged = stop_on.includes("acknowledge") && isAnswered(next);
  if (next.stopped === null && isAcknowledged) {
    next = stopped(work, next, "acknowledged");
  }
  if (next.stopped === null && !event.is_active && stop_on.includes("close")) {
    next = closed(work, next, policy);
  }
  return event.is_active || hiding?.is_out_of_service ? next : resolved(work, next, policy);
}

/** The severity was raised: the policies that take the event as it is now tell it. */
function raise(work: WorkingState, event: NotifiableEvent): void {
  const { policies } = work.context;
  const matching = new Set(policies.matching(event).map(({ id }) => id));
  const escalations = work.ofEvent(event.id);
  const wasNotified = escalations.some(({ known }) => known !== null);
  const isAcknowledged = isAnswered({ event });
  for (const escalation of escalations) {
    const policy = policies.get(escalation.policy_id);
    if (policy === undefined || escalation.hidden_until_ms !== undefined) continue;
    const { stopped: why } = escalation;
    if (matching.has(policy.id)) restart(work, escalation, { policy, wasNotified });
    else if (why === null) work.put(stopped(work, escalation, "superseded"));
  }
  openFor(
    work,
    event,
    wasNotified ? { reason: "severity_raised", once: isAcknowledged } : takenOver(escalations),
  );
}

/** Calls the first step again; an acknowledged event is told once more, and nobody needs to answer. */
function restart(
  work: WorkingState,
  escalation: Escalation,
  { policy, wasNotified }: { policy: PolicyRecord; wasNotified: boolean },
): void {
  const once = policy.stop_on.includes("acknowledge") && isAnswered(escalation);
  if (!wasNotified && !once) {
    const { reason, began_at_ms } = released(escalation, work.now);
    return work.put(begun(work, escalation, { policy, reason, at: began_at_ms }));
  }
  work.put(begun(work, escalation, { policy, reason: "severity_raised", at: work.now, once }));
}

/** What is remembered of an event. */
function notifiable(event: NotifiableEvent): NotifiableEvent {
  const { id, severity, is_active, start_time, recorded_at, closed_at, shelved_until } = event;
  const {
    acknowledged_at,
    re_alarm,
    category,
    template_id,
    instance_id,
    rule_id,
    plant_node_floc_id,
    flags,
    revision,
  } = event;
  return {
    id,
    severity,
    is_active,
    start_time,
    recorded_at,
    closed_at,
    acknowledged_at,
    ...re_alarm && { re_alarm },
    shelved_until,
    category,
    template_id,
    instance_id,
    rule_id,
    plant_node_floc_id,
    flags,
    revision,
  };
}
