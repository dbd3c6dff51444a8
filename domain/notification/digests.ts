import { isDrill } from "../event/drill.ts";
import type { Ms } from "../shared/time.ts";
import type { Escalation, OpenDigest, RecipientBudget } from "./engine_types.ts";
import { MOST_NAMED } from "./limits.ts";
import { drillMark, type Message, severityRank } from "./message.ts";
import { digestMessageKey } from "./message_keys.ts";
import { fallbackReceivers, type Receiver, receiverOfNotified } from "./recipients.ts";
import { leaveUnnotified } from "./unnotified.ts";
import { unreachedOf } from "./unreached.ts";
import { waitsUntil } from "./working_hours.ts";
import type { WorkingState } from "./working_state.ts";

/**
 * When digests leave. `*_collect_ms`: how long the first entry waits for others; `*_every_ms`: least time between two.
 * Something urgent is told within 30 s: three of them are for the commit, the decision and the sending.
 */
export const DIGEST_TIMES = {
  urgent_collect_ms: 10_000,
  urgent_every_ms: 27_000,
  collect_ms: 30_000,
  every_ms: 300_000,
} as const;

/** A digest that names so many events leaves at once. */
export const DIGEST_EVENTS = 2_000;

type Fold =
  | { kind: "quiet"; until: Ms }
  /** Leaves soon after the working hours begin, so that all that has waited is one digest. */
  | { kind: "hours"; from: Ms }
  | { kind: "flood"; urgent: boolean };

/**
 * Puts events into an open digest of the receiver and answers its number. A digest names each of its critical events,
 * so what is too much for one goes into another.
 */
export function foldInto(work: WorkingState, messages: readonly Message[], fold: Fold): number {
  const { receiver: { target }, escalation: { event } } = messages[0]!;
  const budget = work.budget(target), mark = drillMark(event);
  const critical = messages.filter(({ escalation }) => escalation.event.severity === "critical").length;
  const open = budget.open_digests.find((one) =>
    one.kind === fold.kind && one.is_drill === mark.is_drill && (one.critical ?? 0) + critical <= MOST_NAMED
  );
  const number = open?.number ?? budget.digest_number + 1;
  const urgent = (open?.urgent ?? false) || (fold.kind === "flood" && fold.urgent);
  const due = fold.kind === "quiet"
    ? fold.until
    : fold.kind === "hours"
    ? fold.from + DIGEST_TIMES.collect_ms
    : dueOf(budget, { urgent, now: work.now });
  const digest: OpenDigest = {
    number,
    kind: fold.kind,
    ...mark,
    urgent,
    critical: (open?.critical ?? 0) + critical,
    due_at_ms: open === undefined ? due : Math.min(open.due_at_ms, due),
  };
  work.putBudget({
    ...budget,
    digest_number: Math.max(budget.digest_number, number),
    open_digests: [...budget.open_digests.filter((one) => one !== open), digest],
  });
  for (const { escalation, reason } of messages) {
    const { event_id, policy_id } = escalation, { user_id, contact_point_id } = target;
    work.folded.push({ event_id, policy_id, user_id, contact_point_id, digest: number, reason });
  }
  return number;
}

/** The time since the last digest counts. */
function dueOf({ digest_at_ms }: RecipientBudget, { urgent, now }: { urgent: boolean; now: Ms }): Ms {
  const last = digest_at_ms === null ? -Infinity : Math.min(digest_at_ms, now);
  return urgent
    ? Math.max(now + DIGEST_TIMES.urgent_collect_ms, last + DIGEST_TIMES.urgent_every_ms)
    : Math.max(now + DIGEST_TIMES.collect_ms, last + DIGEST_TIMES.every_ms);
}

/** Sends the digests that are due, or full. */
export function sendDigests(work: WorkingState): void {
  for (const before of work.budgets()) {
    const budget = withPresentTimes(before, work.now);
    const due = budget.open_digests.filter((digest) => isDue(work, budget, digest));
    if (budget !== before) work.putBudget(budget);
    for (const alike of Map.groupBy(due, ({ is_drill }) => is_drill).values()) {
      for (const some of together(alike)) sendDigest(work, work.budget(budget), some);
    }
  }
}

/** The digests that leave as one message: what quiet hours or working hours held goes with the first other one. */
function together(due: readonly OpenDigest[]): OpenDigest[][] {
  const [first, ...more] = due.filter(({ kind }) => kind === "flood");
  const held = due.filter(({ kind }) => kind !== "flood");
  if (first === undefined) return held.length === 0 ? [] : [held];
  return [[first, ...held], ...more.map((one) => [one])];
}

function isDue(work: WorkingState, budget: RecipientBudget, { due_at_ms, number }: OpenDigest): boolean {
  return due_at_ms <= work.now || work.digestSize(budget, number) >= DIGEST_EVENTS;
}

/**
 * After the clock was set back: nothing was sent later than now, and a digest waits no longer than one that begins
 * now. The same object when all times are past.
 */
function withPresentTimes(budget: RecipientBudget, now: Ms): RecipientBudget {
  const latest = ({ kind, urgent }: OpenDigest) =>
    kind !== "flood" ? Infinity : now + (urgent ? DIGEST_TIMES.urgent_every_ms : DIGEST_TIMES.every_ms);
  const { sent_at_ms, escalated_at_ms, digest_at_ms, open_digests } = budget;
  const isPast = [...sent_at_ms, ...escalated_at_ms, digest_at_ms ?? 0].every((time) => time <= now) &&
    open_digests.every((one) => one.due_at_ms <= latest(one));
  if (isPast) return budget;
  const past = (time: Ms) => Math.min(time, now);
  return {
    ...budget,
    sent_at_ms: sent_at_ms.map(past),
    escalated_at_ms: escalated_at_ms.map(past),
    digest_at_ms: digest_at_ms === null ? null : past(digest_at_ms),
    open_digests: open_digests.map((one) => ({ ...one, due_at_ms: Math.min(one.due_at_ms, latest(one)) })),
  };
}

/** Sends what is due to one recipient as one message. */
function sendDigest(work: WorkingState, budget: RecipientBudget, due: readonly OpenDigest[]): void {
  const named = new Map<number, Escalation>();
  for (const { number } of due) {
    for (const escalation of work.inDigest(budget, number)) named.set(escalation.event_id, escalation);
  }
  const rest = budget.open_digests.filter((one) => !due.includes(one));
  const events = [...named.values()].map(({ event }) => event)
    .sort((a, b) => severityRank(b.severity) - severityRank(a.severity) || a.id - b.id);
  const [first] = events;
  if (first === undefined) return work.putBudget({ ...budget, open_digests: rest });
  const receiver = receiverOfNotified(budget, first, work.context) ??
    fallbackReceivers(first, work.context)[0];
  if (receiver === undefined) { for (const escalation of named.values()) leaveUnnotified(work, escalation); }
  const held = receiver?.quiet_until_ms ?? null, hoursFrom = allWaitUntil(work, [...named.values()]);
  if (hoursFrom !== null) {
    return hold(work, budget, { due, kind: "hours", until: hoursFrom + DIGEST_TIMES.collect_ms });
  }
  if (held !== null && first.severity !== "critical" && due.some(({ kind }) => kind !== "quiet")) {
    return hold(work, budget, { due, kind: "quiet", until: held });
  }
  const digest_at_ms = isDrill(first) ? budget.digest_at_ms : work.now;
  work.putBudget({ ...budget, digest_at_ms, open_digests: rest });
  if (receiver !== undefined) {
    draftDigest(work, { budget, due, receiver, named: [...named.values()], events });
  }
}

/** Until when all that a digest names waits for working hours; null: something in it does not. */
function allWaitUntil(work: WorkingState, named: readonly Escalation[]): Ms | null {
  return named.every((one) => waitsUntil(work, one) !== null) ? work.workingHoursFrom() : null;
}

/** Quiet hours have begun, or working hours ended, since the digest was opened. */
function hold(
  work: WorkingState,
  budget: RecipientBudget,
  { due, kind, until }: { due: readonly OpenDigest[]; kind: "quiet" | "hours"; until: Ms },
): void {
  const open_digests = budget.open_digests.map((one) =>
    due.includes(one) ? { ...one, kind, urgent: false, due_at_ms: until } : one
  );
  work.putBudget({ ...budget, open_digests });
}

function draftDigest(
  work: WorkingState,
  { budget, due, receiver, named, events }: {
    budget: RecipientBudget;
    due: readonly OpenDigest[];
    receiver: Receiver;
    named: readonly Escalation[];
    events: readonly Escalation["event"][];
  },
): void {
  const number = Math.max(...due.map((one) => one.number)), unreached = unreachedOf(named);
  work.deliveries.push({
    key: digestMessageKey(budget, { ...work.context, number }),
    event_key: null,
    reason: named.some(({ reason }) => reason === "restored") ? "restored" : "digest",
    target: receiver.target,
    policy_id: null,
    step: 0,
    round: 0,
    event_ids: events.map(({ id }) => id),
    severity: events[0]!.severity,
    ...drillMark(events[0]!),
    escalates: named.some(({ next_at_ms, stopped }) => next_at_ms !== null && stopped === null),
    due_at_ms: Math.min(...due.map(({ due_at_ms }) => due_at_ms)),
    otherwise: receiver.otherwise,
    called: { user_id: budget.user_id, contact_point_id: budget.contact_point_id },
    digest: number,
    ...unreached.length > 0 && { unreached },
  });
}
