import type { PointDeliveryRecord } from "../domain/notification/point_delivery.ts";

/** The notifier, as routes use it. */
export interface NotifierPort {
  /** Null: it does not exist any more. */
  contactPointName(id: number): string | null;
  /** What became of the last messages by a contact point, and how many wait. */
  contactPointDelivery(id: number): ContactPointDelivery;
  /** A person answers "I cannot": resolves once the escalation has moved on. */
  cannot(answer: { event_id: number; user_id: number }): Promise<void>;
}

export interface ContactPointDelivery
  extends Pick<PointDeliveryRecord, "accepted_at_ms" | "failing_since_ms" | "lost_since_ms" | "words"> {
  queued: number;
}
