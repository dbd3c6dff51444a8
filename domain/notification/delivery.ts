import type { Ms } from "../shared/time.ts";
import type { CallFailure } from "./engine_types.ts";
import type {
  DeliveryDraft,
  DeliveryState,
  NotificationReason,
  SendResult,
  Target,
  Unreached,
} from "./types.ts";
import { withUnreached } from "./unreached.ts";

/** One attempt at a delivery. */
export interface DeliveryAttempt {
  at_ms: Ms;
  latency_ms: number;
  /** `interrupted`: the process ended during the attempt, so nobody knows what became of it. */
  outcome: SendResult["outcome"] | "interrupted";
  status: number | null;
  /** The receiver's own words, or what prevented the attempt. */
  words: string;
}

/** A message to one recipient, from the decision to what became of it. */
export interface DeliveryRecord extends DeliveryDraft {
  v: 1;
  /** A ULID; the log is in its order. */
  id: string;
  created_at_ms: Ms;
  state: DeliveryState;
  /** The last attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /** Of all attempts, also those that are left out. */
  attempt_count: number;
  /** Null: none follows. */
  next_attempt_at_ms: Ms | null;
  settled_at_ms: Ms | null;
  /** The key of the digest that names it instead. */
  folded_into: string | null;
  /** The delivery that failed for good, and that this one replaces. */
  instead_of: string | null;
  /** Why it was cancelled; null: it was not, or what it told of has ended. */
  cancelled_because: string | null;
}

/** Longer than an operator looks for, and small enough to be rewritten at each attempt. */
export const KEPT_ATTEMPTS = 40;
/** The most characters of the words of an attempt that is not the last one. */
const OLD_WORDS = 200;
export const MOST_WORDS = 2_000;

/** How long a delivery is attempted, from the first attempt that it was due for. */
export const ATTEMPTED_MS = 24 * 3_600_000;

export const OPEN_STATES: readonly DeliveryState[] = ["queued", "sending"];

export function isOpen({ state }: Pick<DeliveryRecord, "state">): boolean {
  return OPEN_STATES.includes(state);
}

export function newDelivery(
  draft: DeliveryDraft,
  { id, nowMs, insteadOf = null }: { id: string; nowMs: Ms; insteadOf?: string | null },
): DeliveryRecord {
  return {
    ...draft,
    v: 1,
    id,
    created_at_ms: nowMs,
    state: "queued",
    attempts: [],
    attempt_count: 0,
    next_attempt_at_ms: draft.due_at_ms,
    settled_at_ms: null,
    folded_into: null,
    instead_of: insteadOf,
    cancelled_because: null,
  };
}

export function beganAttempt(record: DeliveryRecord): DeliveryRecord {
  return { ...record, state: "sending", attempt_count: record.attempt_count + 1 };
}

/** A delivery that was being sent when its process ended: it is sent again at once, with the same key. */
export function interrupted(record: DeliveryRecord, nowMs: Ms): DeliveryRecord {
  const attempt: DeliveryAttempt = {
    at_ms: nowMs,
    latency_ms: 0,
    outcome: "interrupted",
    status: null,
    words: "Andon ended during the attempt",
  };
  return { ...record, state: "queued", attempts: withAttempt(record, attempt), next_attempt_at_ms: nowMs };
}

/** The delivery after an attempt that began at `beganMs`. */
export function settledAttempt(
  record: DeliveryRecord,
  result: SendResult,
  { beganMs, nowMs, random }: { beganMs: Ms; nowMs: Ms; random: () => number },
): DeliveryRecord {
  const { outcome, status, latency_ms } = result;
  const words = result.words.slice(0, MOST_WORDS);
  const attempts = withAttempt(record, { at_ms: beganMs, latency_ms, outcome, status, words });
  if (outcome !== "retry") {
    return { ...record, state: outcome, attempts, next_attempt_at_ms: null, settled_at_ms: nowMs };
  }
  const nextMs = nowMs + jitteredDelay(record.attempt_count, { retryAfterMs: result.retry_after_ms, random });
  if (nextMs > record.due_at_ms + ATTEMPTED_MS) {
    return { ...record, state: "failed", attempts, next_attempt_at_ms: null, settled_at_ms: nowMs };
  }
  return { ...record, state: "queued", attempts, next_attempt_at_ms: nextMs };
}

export function cancelled(
  record: DeliveryRecord,
  { nowMs, because = null }: { nowMs: Ms; because?: string | null },
): DeliveryRecord {
  return {
    ...record,
    state: "cancelled",
    next_attempt_at_ms: null,
    settled_at_ms: nowMs,
    cancelled_because: because,
  };
}

/** The same message by the person's next way; undefined when there is none. */
export function byNextWay(failed: DeliveryRecord, nowMs: Ms): DeliveryDraft | undefined {
  const [target, ...otherwise] = failed.otherwise;
  if (target === undefined) return undefined;
  const { event_key, reason, policy_id, step, round, event_ids, severity, is_drill, escalates } = failed;
  const { digest, unreached } = failed;
  return {
    ...{ event_key, reason, policy_id, step, round, event_ids, severity, escalates },
    ...is_drill === true && { is_drill },
    ...digest !== undefined && { digest },
    ...unreached !== undefined && { unreached },
    called: calledBy(failed),
    failed_ways: failedWays(failed),
    key: `${failed.key}/${target.contact_point_id}`,
    target,
    otherwise,
    due_at_ms: nowMs,
  };
}

/** The recipient of a delivery as the escalations remember it. */
function calledBy({ called, target: { user_id, contact_point_id } }: DeliveryDraft) {
  return called ?? { user_id, contact_point_id };
}

/** Each way that failed, and why. */
function failedWays({ failed_ways = [], target, attempts }: DeliveryRecord): Unreached[] {
  const { user_id, contact_point_id } = target;
  return withUnreached(failed_ways, [{ user_id, contact_point_id, words: attempts.at(-1)?.words ?? "" }]);
}

/** Reasons that tell of something that the recipient need not know of if it cannot be reached. */
const CALLS_NOBODY: readonly NotificationReason[] = ["resolved", "corrected", "heartbeat", "test"];

/** Whether it failed for good by the last way of its recipient, whom it called. */
export function isLostCall({ state, otherwise, reason }: DeliveryRecord): boolean {
  return state === "failed" && otherwise.length === 0 && !CALLS_NOBODY.includes(reason);
}

/** What a lost call means for the escalations of its events. */
export function callFailure(record: DeliveryRecord): CallFailure {
  const { event_ids, digest = null } = record;
  return { event_ids, digest, called: calledBy(record), ways: failedWays(record) };
}

/** One and the same recipient at a contact point. */
export function targetKey({ contact_point_id, user_id, address }: Target): string {
  return `${contact_point_id}/${user_id ?? ""}/${address ?? ""}`;
}

/** Reasons that tell of an end or a change of what was told, and so never overtake it. */
const FOLLOWING: readonly NotificationReason[] = ["resolved", "corrected"];

export function isFollowing({ reason }: Pick<DeliveryDraft, "reason">): boolean {
  return FOLLOWING.includes(reason);
}

function withAttempt(record: DeliveryRecord, attempt: DeliveryAttempt): DeliveryAttempt[] {
  const old = record.attempts.slice(1 - KEPT_ATTEMPTS);
  return [...old.map((one) => ({ ...one, words: one.words.slice(0, OLD_WORDS) })), attempt];
}

const FIRST_MS = 5_000, LONGEST_MS = 3_600_000;

/**
 * How long to wait after attempt `attempts` (from 1): 5 s, doubled each time up to an hour, less up to half of it by
 * chance; and at least what the receiver asked for.
 */
function jitteredDelay(
  attempts: number,
  { retryAfterMs, random }: { retryAfterMs: Ms | null; random: () => number },
): Ms {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.ceil(Math.max(fullMs * (1 - random() / 2), retryAfterMs ?? 0));
}
