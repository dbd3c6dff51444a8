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
  /** The receiver's own words at the last attempt. */
  words: string;
}

/** The same after one more attempt. */
export function afterAttempt(
  before: PointDeliveryRecord | undefined,
  { contactPointId, result: { outcome, words }, nowMs }: {
    contactPointId: number;
    result: SendResult;
    nowMs: Ms;
  },
): PointDeliveryRecord {
  const isTaken = outcome === "accepted" || outcome === "delivered";
  return {
    v: 1,
    contact_point_id: contactPointId,
    accepted_at_ms: isTaken ? nowMs : before?.accepted_at_ms ?? null,
    failing_since_ms: isTaken ? null : before?.failing_since_ms ?? nowMs,
    words: words.slice(0, MOST_WORDS),
  };
}
