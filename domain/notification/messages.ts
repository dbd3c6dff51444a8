import { isDrill } from "../event/drill.ts";
import { takeFromBudget } from "./budget.ts";
import { foldInto } from "./digests.ts";
import { type Escalation, FALLBACK_STEP, type NotifiedRecipient } from "./engine_types.ts";
import { MOST_NAMED } from "./limits.ts";
import { drillMark, type Message, severityRank } from "./message.ts";
import { eventKey, messageKey } from "./message_keys.ts";
import { unreachedOf } from "./unreached.ts";
import { escalationKey, recipientKey } from "./state_keys.ts";
import type { NotificationReason } from "./types.ts";
import { waitsUntil } from "./working_hours.ts";
import type { WorkingState } from "./working_state.ts";

/** Sends all messages of a decision: what one group, step and receiver share is one delivery. */
export function sendMessages(work: WorkingState): void {
  const named = new Map<string, number | null>();
  const joined = Map.groupBy(work.messages, joinKey);
  const bySeverity = [...joined.values()].sort((a, b) => mostSevere(b) - mostSevere(a));
  for (const messages of bySeverity) {
    const fresh = messages.filter((message) => !named.has(nameKey(message)));
    for (let at = 0; at < fresh.length; at += MOST_NAMED) {
      const some = fresh.slice(at, at + MOST_NAMED), digest = deliver(work, some);
      for (const message of some) named.set(nameKey(message), digest);
    }
    for (const message of messages) remember(work, message, named.get(nameKey(message)) ?? null);
  }
}

/** A message is joined with those that say the same about other events of the group. */
function joinKey({ escalation, receiver, reason, step, folds, isFallback }: Message): string {
  const { policy_id, group_key } = escalation;
  const way = recipientKey(receiver.target);
  return [policy_id, group_key, kindOf(reason), step, folds, isHeld(escalation), isFallback, way].join("/");
}

/** Two policies that tell the same receiver of the same event at once: the receiver gets one message. */
function nameKey({ escalation: { event_id }, receiver, reason }: Message): string {
  return [event_id, kindOf(reason), recipientKey(receiver.target)].join("/");
}

function kindOf(reason: NotificationReason): "resolved" | "corrected" | "firing" {
  return reason === "resolved" || reason === "corrected" ? reason : "firing";
}

/** Hands out one delivery, or the number of the digest that names its events. */
function deliver(work: WorkingState, messages: readonly Message[]): number | null {
  const { receiver, folds, step, reason, escalation } = messages[0]!, { event } = escalation;
  const isFiring = kindOf(reason) === "firing";
  const isCritical = mostSevere(messages) === severityRank("critical");
  const { quiet_until_ms } = receiver, hoursFrom = isCritical ? null : waitsUntil(work, escalation);
  if (hoursFrom !== null) return foldInto(work, messages, { kind: "hours", from: hoursFrom });
  if (quiet_until_ms !== null && !isCritical) {
    return foldInto(work, messages, { kind: "quiet", until: quiet_until_ms });
  }
  if (isHeld(escalation) && isFiring && !isCritical) {
    return foldInto(work, messages, { kind: "hours", from: work.now });
  }
  if (folds) return foldInto(work, messages, { kind: "flood", urgent: isFiring && isCritical });
  const isEscalation = isFiring && step > 0;
  if (!isDrill(event) && !takeFromBudget(work, receiver.target, { isEscalation })) {
    return foldInto(work, messages, { kind: "flood", urgent: isFiring && (isCritical || isEscalation) });
  }
  draft(work, messages);
  return null;
}

function draft(work: WorkingState, messages: readonly Message[]): void {
  const sorted = messages.toSorted((a, b) =>
    severityRank(b.escalation.event.severity) - severityRank(a.escalation.event.severity) ||
    a.escalation.event_id - b.escalation.event_id
  );
  const { escalation, receiver, reason, step, isFallback } = sorted[0]!;
  const single = sorted.length === 1;
  const unreached = kindOf(reason) === "firing" ? unreachedOf(sorted.map((one) => one.escalation)) : [];
  const number = numberOf(work, escalation, { single });
  work.deliveries.push({
    key: messageKey(
      [
        single ? escalation.event_id : `g${number}/${encodeURIComponent(escalation.group_key)}`,
        reason,
        single ? escalation.event.revision : 0,
        `p${escalation.policy_id}`,
        escalation.round,
        isFallback ? `f${step}` : step,
        recipientKey(receiver.target),
      ].join("/"),
      escalation,
      work.context,
    ),
    event_key: single ? eventKey(escalation, work.context) : null,
    reason,
    target: receiver.target,
    policy_id: isFallback ? null : escalation.policy_id,
    step,
    round: escalation.round,
    event_ids: sorted.map((message) => message.escalation.event_id),
    severity: escalation.event.severity,
    ...drillMark(escalation.event),
    escalates: sorted.some(({ escalates }) => escalates),
    due_at_ms: sorted.reduce((least, { due_at_ms }) => Math.min(least, due_at_ms), Infinity),
    otherwise: receiver.otherwise,
    ...unreached.length > 0 && { unreached },
  });
}

/** Notes a message of the group, and numbers it by its time when it is about several events. */
function numberOf(
  work: WorkingState,
  { policy_id, group_key }: Escalation,
  { single }: { single: boolean },
): number {
  const last = work.group({ policy_id, group_key })?.number ?? 0;
  const number = single ? last : Math.max(last + 1, work.now);
  work.putGroup({ v: 1, policy_id, group_key, last_sent_at_ms: work.now, number });
  return number;
}

/** Notes who was told, and what of the event. */
function remember(work: WorkingState, message: Message, digest: number | null): void {
  const { escalation, receiver, reason, step, isFallback } = message;
  const present = work.escalation(escalationKey(escalation));
  if (present === undefined) return;
  const { severity, is_active, start_time } = present.event;
  const state = present.stopped === "retracted" || present.stopped === "deleted"
    ? present.stopped
    : is_active
    ? "firing"
    : "resolved";
  work.put({
    ...present,
    told: withNotified(present.told, {
      ...receiver.target,
      digest,
      ...kindOf(reason) === "firing" && { step: isFallback ? FALLBACK_STEP : step },
    }),
    known: { severity, state, start_time },
  });
}

/**
 * The most recipients that one escalation remembers, as many as a stored value holds; later ones hear neither of its end
 * nor of corrections.
 */
const MOST_NOTIFIED = 750;

function withNotified(
  all: readonly NotifiedRecipient[],
  { user_id, contact_point_id, digest, step }: NotifiedRecipient,
): NotifiedRecipient[] {
  const at = all.findIndex((one) => one.user_id === user_id && one.contact_point_id === contact_point_id);
  const call = step === undefined ? {} : { step };
  if (at < 0) {
    return all.length < MOST_NOTIFIED ? [...all, { user_id, contact_point_id, digest, ...call }] : [...all];
  }
  const before = step === undefined ? all[at]! : calledAgain(all[at]!, step);
  if (digest === before.digest) return all.with(at, before);
  if (digest === null) return all.with(at, { ...before, digest, again: before.digest ?? before.again });
  return all.with(at, { ...before, again: digest });
}

function calledAgain({ failed: _, ...before }: NotifiedRecipient, step: number): NotifiedRecipient {
  return { ...before, step };
}

/** Whether the step has waited for working hours. */
function isHeld({ held_since_ms }: Escalation): boolean {
  return held_since_ms !== undefined;
}

function mostSevere(messages: readonly Message[]): number {
  return messages.reduce(
    (most, { escalation }) => Math.max(most, severityRank(escalation.event.severity)),
    0,
  );
}
