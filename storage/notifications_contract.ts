import type { Actor } from "../domain/access/types.ts";
import type { DeliveryRecord } from "../domain/notification/delivery.ts";
import type { StoredNotificationState } from "../domain/notification/engine_types.ts";
import type { PointDeliveryRecord } from "../domain/notification/point_delivery.ts";
import type { AnswerRecord, LinkAnswer, LinkRecord } from "../domain/notification/link.ts";
import type { DeliveryState, EventNotice } from "../domain/notification/types.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { Commit, Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { ContactAddresses } from "./contact_addresses_contract.ts";
import type { ContactPoints } from "./contact_points.ts";
import type { Heartbeats } from "./heartbeats_contract.ts";
import type { NotificationDrills } from "./notification_drills_contract.ts";
import type { NotificationPolicies } from "./notification_policies.ts";
import type { OwnConditions } from "./own_conditions_contract.ts";
import type { Page, PageRequest } from "./page.ts";
import type { Rosters } from "./rosters.ts";
import type { Teams } from "./teams.ts";

/** What notifications persist. */
export interface NotificationStorage {
  readonly contactPoints: ContactPoints;
  readonly contactAddresses: ContactAddresses;
  readonly notificationPolicies: NotificationPolicies;
  readonly notificationDrills: NotificationDrills;
  readonly teams: Teams;
  readonly rosters: Rosters;
  readonly notifications: Notifications;
  readonly heartbeats: Heartbeats;
  readonly ownConditions: OwnConditions;
}

/** What a start of the notifier reads. */
export interface StoredNotifications {
  state: StoredNotificationState;
  /** The deliveries that are not settled, oldest first. */
  open: DeliveryRecord[];
  /** What became of the last messages, one record a contact point that has sent any. */
  points: PointDeliveryRecord[];
}

/** What one commit changed in events, with the keys that hold it. */
export interface OutboxEntry {
  versionstamp: string;
  keys: Key[];
  notices: EventNotice[];
}

export interface DeliveryFilter {
  eventId?: number;
  userId?: number;
  contactPointId?: number;
  state?: DeliveryState;
  isDrill?: boolean;
  /** Created at or after. */
  fromMs?: Ms;
}

/** An answer from a message, about events for which the person may give it. */
export interface GivenAnswer {
  answer: LinkAnswer;
  by: Actor;
  eventIds: readonly number[];
}

/** A restore of a backup. */
export interface Restore {
  /** Of its commit. */
  versionstamp: string;
  record: RestoreRecord;
}

export interface RestoreRecord {
  v: 1;
  at_ms: Ms;
  /** Whether the notifier has discarded what was due in the backup. Absent: it has not. */
  is_considered?: true;
}

/** Deliveries of notifications, and what the notifier remembers. Only the notifier writes deliveries. */
export interface Notifications {
  read(): Promise<StoredNotifications>;
  /** What the notifier has not considered yet, in the order of commits; `most` commits. */
  outbox(most: number): Promise<OutboxEntry[]>;
  /** The deliveries that failed for good by the last way of their recipient and were not considered yet. */
  lost(): Promise<DeliveryRecord[]>;
  /** The present records of events, in the order of the ids. */
  events(ids: readonly number[]): Promise<(Entry<EventRecord> | undefined)[]>;
  /** Since when keys of messages carry the id of the store: 0 or the first call. `mark` says so, to be written first. */
  keysSince(): Promise<{ sinceMs: Ms; mark?: Mutation }>;
  /**
   * Writes on the notifier's lane, under the lease of this process: one atomic if it fits, else several in the given
   * order, of which the first has the checks and the last the frames. False: a check failed, so nothing was written.
   * Throws a Refusal when it was not written.
   */
  commit(
    pieces: readonly Commit["mutations"][],
    options?: Pick<Commit, "checks" | "frames">,
  ): Promise<boolean>;
  /** Newest first, with the exact total. Throws VALIDATION_FAILED when too many would have to be scanned. */
  list(filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliveryRecord>>;
  /** All that told of an event, oldest first, at most 1,000. */
  ofEvent(eventId: number): Promise<DeliveryRecord[]>;
  answersOf(eventId: number): Promise<AnswerRecord[]>;
  /** Undefined for an unknown or expired token. */
  link(token: string): Promise<LinkRecord | undefined>;
  /** Records an answer and audits it: false when it was given before. */
  answer(link: LinkRecord, given: GivenAnswer): Promise<boolean>;
  /** The last restore that has written this store; undefined: none has. */
  restored(): Promise<Restore | undefined>;
}
