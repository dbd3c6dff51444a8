import type { EventRecord, Severity } from "../event/types.ts";
import type { Ms } from "../shared/time.ts";

/** Who a step of an escalation calls. Ids of records; a user by the user's id. */
export type Recipient =
  | { kind: "user"; id: number }
  | { kind: "team"; id: number }
  | { kind: "roster"; id: number }
  | { kind: "contact_point"; id: number };

/** Where a message goes: a contact point, and at it the address of a person or its own receiver. */
export interface Target {
  contact_point_id: number;
  /** Null: the contact point's own receiver, such as a shared mailbox or a channel. */
  user_id: number | null;
  /** The person's address at the contact point, such as a mail address or a telephone number. */
  address: string | null;
}

/** A way by which somebody could not be reached for good, and why. */
export interface Unreached {
  /** Null: the contact point's own receiver. */
  user_id: number | null;
  contact_point_id: number;
  /** The receiver's own words, or what prevented the attempt; at most 200 characters. */
  words: string;
}

/** Why a message is sent. */
export type NotificationReason =
  | "opened"
  | "severity_raised"
  | "escalated"
  | "repeated"
  | "re_alarm"
  | "resolved"
  | "corrected"
  | "digest"
  /** A digest of events that were open in a backup that was restored. */
  | "restored"
  | "heartbeat"
  | "test";

/** `delivered` only where the receiver reports it; the 250 of a mail relay is `accepted`. */
export type DeliveryState =
  | "queued"
  | "sending"
  | "accepted"
  | "delivered"
  | "failed"
  | "folded"
  | "cancelled";

/** A message to be sent, as the decision about notifications makes it. */
export interface DeliveryDraft {
  /**
   * The same at each attempt, so that the receiver recognises a repeat: event (or group and digest number), change,
   * revision, round, step, recipient and contact point, joined by `/`.
   */
  key: string;
  /** One event from raised to resolved, such as PagerDuty's `dedup_key`; null for several events. */
  event_key: string | null;
  reason: NotificationReason;
  target: Target;
  /** The policy that asked for it; null: the fallback, a test or a heartbeat. */
  policy_id: number | null;
  /** From 0. */
  step: number;
  /** From 0. */
  round: number;
  /** The events that the message names, the most severe first. */
  event_ids: number[];
  severity: Severity;
  /** Whether its events are drills. Absent: they are not. */
  is_drill?: true;
  /** Whether a higher step follows unless somebody answers. */
  escalates: boolean;
  due_at_ms: Ms;
  /** Further ways of the same person, taken when this one fails for good. */
  otherwise: Target[];
  /** The recipient as the escalations remember it. Absent: that of `target`. */
  called?: Pick<Target, "user_id" | "contact_point_id">;
  /** The number of the digest. Absent: it is none. */
  digest?: number;
  /** Whom the steps before it could not reach; the message names them. Absent: nobody. */
  unreached?: Unreached[];
  /** The ways of the same person that failed before this one. Absent: it is the first. */
  failed_ways?: Unreached[];
}

/** The message that a contact point sends: plain data, in the reader's zone and words. */
export interface OutgoingMessage {
  key: string;
  event_key: string | null;
  reason: NotificationReason;
  severity: Severity;
  /** Whether it only tests that people are reached. */
  is_drill: boolean;
  /** `firing` until the last of its events is over. */
  status: "firing" | "resolved";
  /** The person's address; null: the contact point's own receiver. */
  to: string | null;
  /** One line. */
  title: string;
  /** Plain text with plain links. */
  text: string;
  /** The console's page, and the page with the buttons of a person; null without PUBLIC_URL. */
  link: string | null;
  answer_link: string | null;
  events: readonly NotifiedEvent[];
  sent_at: string;
}

/** An event as a message names it. */
export interface NotifiedEvent extends
  Pick<
    EventRecord,
    | "id"
    | "severity"
    | "is_active"
    | "start_time"
    | "end_time"
    | "template_instance"
    | "category"
    | "rule_id"
    | "plant_node_floc_id"
    | "acknowledged_at"
    | "acknowledged_by"
    | "revision"
    | "flags"
    | "trigger"
  > {
  display_name: string;
  event_description: string;
  limit: NonNullable<EventRecord["limit"]> | null;
  opened_by: NonNullable<EventRecord["opened_by"]> | null;
  guidance: NonNullable<EventRecord["guidance"]> | null;
  /** The path of the plant node, such as `North/Line 1/Pump 3`; null without one. */
  location: string | null;
  link: string | null;
}

/** What became of one attempt. */
export interface SendResult {
  /** `retry`: may be tried again with the same key. `failed`: for good. */
  outcome: "accepted" | "delivered" | "retry" | "failed";
  /** The status code of HTTP or SMTP, or the reason code of MQTT; null when there was no answer. */
  status: number | null;
  /** The receiver's own words, or what prevented the attempt; at most 2,000 characters. */
  words: string;
  latency_ms: number;
  /** From the receiver, such as `Retry-After`; null: none. */
  retry_after_ms: number | null;
  /** The server refused the person's address, which says nothing about the contact point. Absent: it did not. */
  is_address_refused?: true;
}

/** Sends messages to one contact point. Never throws: what went wrong is in the result. */
export interface ContactPointSender extends AsyncDisposable {
  send(message: OutgoingMessage, options: { signal: AbortSignal }): Promise<SendResult>;
}
