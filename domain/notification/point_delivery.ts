import type { Ms } from "../shared/time.ts";
import { MOST_WORDS } from "./delivery.ts";
import type { SendResult } from "./types.ts";

/** What became of the last messages by a contact point. */
export interface PointDeliveryRecord {
  v: 1;
  contact_point_id: number;
  /** When its receiver last took a message; null: never. */
  accepted_at_ms: Ms | null;
  /** Since when each attempt has failed; null: the last one did not. */
  failing_since_ms: Ms | null;
  /** Since when messages fail for good; null or absent: they do not. A passed test ends it too. */
  lost_since_ms?: Ms | null;
  /** The receiver's own words at the last attempt. */
  words: string;
}

/** Whether messages fail for good. */
export function isLost(record: PointDeliveryRecord | undefined): boolean {
  return (record?.lost_since_ms ?? null) !== null;
}

/** The same after one more attempt. */
export function afterAttempt(
  before: PointDeliveryRecord | undefined,
  { contactPointId, result: { outcome, words }, isLost, nowMs }: {
    contactPointId: number;
    result: SendResult;
    /** Whether the message failed for good. */
    isLost: boolean;
    nowMs: Ms;
  },
): PointDeliveryRecord {
  const isTaken = outcome === "accepted" || outcome === "delivered";
  const lostSince = before?.lost_since_ms ?? (isLost ? nowMs : null);
  return {
    v: 1,
    contact_point_id: contactPointId,
    accepted_at_ms: isTaken ? nowMs : before?.accepted_at_ms ?? null,
    failing_since_ms: isTaken ? null : before?.failing_since_ms ?? nowMs,
    lost_since_ms: isTaken ? null : lostSince,
    words: words.slice(0, MOST_WORDS),
  };
}

/** The same after a test that began then: one that passed ends a failure that had begun. */
export function afterTest(
  before: PointDeliveryRecord,
  { passed, atMs }: { passed: boolean; atMs: Ms },
): PointDeliveryRecord | undefined {
  if (!isLost(before) || !passed || atMs <= (before.lost_since_ms ?? 0)) return undefined;
  return { ...before, failing_since_ms: null, lost_since_ms: null };
}
