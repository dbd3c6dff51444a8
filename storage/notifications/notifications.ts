import { timeSlices } from "../../concurrency/time_slices.ts";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import type { AnswerRecord, LinkAnswer, LinkRecord } from "../../domain/notification/link.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Commit, Entry, EventNotice, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { hashOf } from "../access/token_hashes.ts";
import { keys, NOTIFIER_LANE } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Page, PageRequest } from "../page.ts";
import type { RecordKind } from "../records.ts";
import { entriesUnder } from "../store/entries.ts";
import { audit, type NounContext, unchanged, write } from "../write.ts";
import { commitsOf } from "../writes/atomic_budget.ts";
import { saveAnswer, saveLink } from "../writes/notification.ts";
import { type OutboxValue, readRows } from "../writes/outbox.ts";
import { ulidFloor } from "../writes/ulid.ts";
import type { StoredNotificationState } from "../../domain/notification/engine_types.ts";
import type { PointDeliveryRecord } from "../../domain/notification/point_delivery.ts";
import type { DeliveryState } from "../../domain/notification/types.ts";
import type { Actor } from "../../domain/access/types.ts";
import { invalid } from "../../domain/shared/refusal.ts";

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

/** The most deliveries that a filtered list scans, and that an event's page shows. */
export const MOST_SCANNED_DELIVERIES = 100_000;
const MOST_OF_EVENT = 1_000;
const AT_ONCE = 500;

interface KeysSince {
  v: 1;
  since_ms: Ms;
}

/** Deliveries of notifications, and what the notifier remembers. Only the notifier writes deliveries. */
export class Notifications {
  constructor(readonly context: NounContext, private readonly most = MOST_SCANNED_DELIVERIES) {}

  async read(): Promise<StoredNotifications> {
    const [escalations, groups, budgets, points, open] = await Promise.all([
      this.#records(keys.notificationEscalation(""), kinds.notificationEscalation),
      this.#records(keys.notificationGroup(""), kinds.notificationGroup),
      this.#records(keys.notificationBudget(""), kinds.notificationBudget),
      this.#records(keys.pointDelivery(0), kinds.pointDelivery),
      this.#open(),
    ]);
    return { state: { escalations, groups, budgets }, open, points };
  }

  /** What the notifier has not considered yet, in the order of commits; `most` commits. */
  async outbox(most: number): Promise<OutboxEntry[]> {
    const { store } = this.context, prefix = keys.outbox("").slice(0, 1);
    const found = await store.list<OutboxValue>({ prefix, limit: most });
    return await Promise.all(found.map(async ({ key, value }): Promise<OutboxEntry> => {
      const more = Array.from({ length: value.more ?? 0 }, (_, i) => keys.moreOutbox(i, String(key[1])));
      const values = await store.getMany<OutboxValue>(more);
      const notices = [value, ...values.flatMap((part) => part?.value ?? [])].flatMap(readRows);
      return { versionstamp: String(key[1]), keys: [key, ...more], notices };
    }));
  }

  /** The deliveries that failed for good by the last way of their recipient and were not considered yet. */
  async lost(): Promise<DeliveryRecord[]> {
    const { store } = this.context, prefix = keys.deliveryLost("").slice(0, 1);
    return await this.#deliveries((await store.list({ prefix })).map(({ key }) => String(key[1])));
  }

  /** The present records of events, in the order of the ids. */
  async events(ids: readonly number[]): Promise<(Entry<EventRecord> | undefined)[]> {
    const found = await this.context.store.getMany(ids.map((id) => keys.event(id)));
    return found.map((entry) => entry && { ...entry, value: kinds.event.read(entry.value) });
  }

  /** Since when keys of messages carry the id of the store: 0 or the first call. `mark` says so, to be written first. */
  async keysSince(): Promise<{ sinceMs: Ms; mark?: Mutation }> {
    const { store, now } = this.context, key = keys.messageKeysSince();
    const known = await store.get<KeysSince>(key);
    if (known !== undefined) return { sinceMs: known.value.since_ms };
    const stored = await Promise.all(
      [keys.notificationEscalation(""), keys.deliveryOpen("")].map((key) =>
        store.list({ prefix: key.slice(0, 1), limit: 1 })
      ),
    );
    const value: KeysSince = { v: 1, since_ms: stored.flat().length === 0 ? 0 : now() };
    return { sinceMs: value.since_ms, mark: { type: "set", key, value } };
  }

  /**
   * Writes on the notifier's lane, under the lease of this process: one atomic if it fits, else several in the given
   * order, of which the first has the checks and the last the frames. False: a check failed, so nothing was written.
   * Throws a Refusal when it was not written.
   */
  async commit(
    pieces: readonly Commit["mutations"][],
    { checks = [], frames = [] }: Pick<Commit, "checks" | "frames"> = {},
  ): Promise<boolean> {
    const last = pieces.length - 1;
    const commits = commitsOf(
      pieces.map((mutations, i) => ({ mutations, frames: i === last ? frames : [] })),
    );
    for (const [i, commit] of commits.entries()) {
      const { ok } = await this.context.store.commit(i === 0 ? { ...commit, checks } : commit, NOTIFIER_LANE);
      if (!ok) return false;
    }
    return true;
  }

  /** Newest first, with the exact total. Throws VALIDATION_FAILED when too many would have to be scanned. */
  async list(filter: DeliveryFilter, { limit, offset }: PageRequest): Promise<Page<DeliveryRecord>> {
    const rows: DeliveryRecord[] = [];
    let total = 0, scanned = 0;
    const slice = timeSlices();
    for await (const record of this.#newestFirst(filter)) {
      if (++scanned > this.most) throw invalid("hours", tooMany(this.most));
      await slice();
      if (!isMeant(record, filter)) continue;
      if (total >= offset && rows.length < limit) rows.push(record);
      total++;
    }
    return { rows, total };
  }

  /** All that told of an event, oldest first, at most 1,000. */
  async ofEvent(eventId: number): Promise<DeliveryRecord[]> {
    const newest: DeliveryRecord[] = [];
    for await (const record of this.#newestFirst({ eventId })) {
      if (newest.push(record) >= MOST_OF_EVENT) break;
    }
    return newest.reverse();
  }

  async answersOf(eventId: number): Promise<AnswerRecord[]> {
    const prefix = keys.notificationAnswer(eventId, 0).slice(0, 2);
    return (await this.context.store.list({ prefix })).map(({ value }) =>
      kinds.notificationAnswer.read(value)
    );
  }

  /** Undefined for an unknown or expired token. */
  async link(token: string): Promise<LinkRecord | undefined> {
    const entry = await this.#link(hashOf(token));
    return entry === undefined || entry.value.expires_at_ms <= this.context.now() ? undefined : entry.value;
  }

  /** Records an answer and audits it: false when it was given before. */
  async answer(link: LinkRecord, { answer, by, eventIds }: GivenAnswer): Promise<boolean> {
    return await write(this.context, async () => {
      const entry = await this.#link(link.token_hash);
      const field = `${answer}_at_ms` as const;
      if (entry === undefined || entry.value[field] !== null) return { result: false };
      const at_ms = this.context.now(), after: LinkRecord = { ...entry.value, [field]: at_ms };
      const { user_id, delivery_id } = after;
      const answers = eventIds.flatMap((event_id) => [
        saveAnswer({ v: 1, event_id, user_id, answer, at_ms, delivery_id }),
        audit(this.context, {
          ...{ action: "answered_by_link", type: "rule_event", id: event_id, by },
          after: { answer, delivery_id },
        }),
      ]);
      return {
        commit: { checks: [unchanged(entry.key, entry)], mutations: [...saveLink(after), ...answers] },
        result: true,
      };
    });
  }

  /** The last restore that has written this store; undefined: none has. */
  async restored(): Promise<Restore | undefined> {
    const entry = await this.context.store.get<RestoreRecord>(keys.notificationsRestored());
    return entry && { versionstamp: entry.versionstamp, record: entry.value };
  }

  async #link(tokenHash: string): Promise<Entry<LinkRecord> | undefined> {
    const entry = await this.context.store.get(keys.notificationLink(tokenHash));
    return entry && { ...entry, value: kinds.notificationLink.read(entry.value) };
  }

  async #open(): Promise<DeliveryRecord[]> {
    const { store } = this.context, prefix = keys.deliveryOpen("").slice(0, 1);
    const ids = (await store.list({ prefix })).map(({ key }) => String(key[1]));
    return await this.#deliveries(ids);
  }

  async #deliveries(ids: readonly string[]): Promise<DeliveryRecord[]> {
    const found = await this.context.store.getMany(ids.map((id) => keys.delivery(id)));
    return found.flatMap((entry) => entry === undefined ? [] : [kinds.delivery.read(entry.value)]);
  }

  /** Those of the event or, without one, all; in a range of time. */
  async *#newestFirst({ eventId, fromMs }: DeliveryFilter): AsyncGenerator<DeliveryRecord> {
    const prefix: Key = eventId === undefined
      ? keys.delivery("").slice(0, 1)
      : keys.deliveryOfEvent(eventId, "").slice(0, 2);
    const start = fromMs === undefined ? undefined : [...prefix, ulidFloor(fromMs)];
    let end: Key | undefined;
    for (;;) {
      const page: Entry[] = await this.context.store.list({
        prefix,
        start,
        end,
        reverse: true,
        limit: AT_ONCE,
      });
      if (eventId === undefined) { for (const { value } of page) yield kinds.delivery.read(value); }
      else yield* await this.#deliveries(page.map(({ key }) => String(key[2])));
      if (page.length < AT_ONCE) return;
      end = page[page.length - 1]!.key;
    }
  }

  async #records<T>(key: Key, kind: RecordKind<T>): Promise<T[]> {
    const records: T[] = [];
    for await (const { value } of entriesUnder<unknown>(this.context.store, key.slice(0, 1))) {
      records.push(kind.read(value));
    }
    return records;
  }
}

function isMeant({ target, state, is_drill }: DeliveryRecord, filter: DeliveryFilter): boolean {
  const isDrill = is_drill === true;
  return (filter.userId ?? target.user_id) === target.user_id &&
    (filter.contactPointId ?? target.contact_point_id) === target.contact_point_id &&
    (filter.state ?? state) === state &&
    (filter.isDrill ?? isDrill) === isDrill;
}

function tooMany(most: number): string {
  return `More than ${most.toLocaleString("en")} deliveries would have to be scanned; give fewer hours`;
}
