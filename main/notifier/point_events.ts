import { Mutex } from "../../concurrency/mutex.ts";
import { ownEventRecord, ownKey, SYSTEM_CATEGORY } from "../../domain/event/own_event.ts";
import { clearedRecord } from "../../domain/event/raise.ts";
import { shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { failingContactPointOf, pointRuleId } from "../../domain/notification/point_event.ts";
import type { Commit } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Storage } from "../../storage/contract.ts";
import { keys, NOTIFIER_LANE } from "../../storage/keys.ts";
import type { Log } from "../../storage/store/options.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { eventFrame, openEvent, saveEvent } from "../../storage/writes/event.ts";

export interface PointEventsOptions {
  storage: Pick<Storage, "store" | "events">;
  nameOf(contactPointId: number): string | null;
  now: () => Ms;
  random: () => number;
  log: Log;
}

const MOST_WORDS = 500;

/** Andon's own events about contact points that fail: one open event a contact point, told by the other ones. */
export class PointEvents {
  readonly #mutex = new Mutex();
  /** The contact points that an active event reports. */
  readonly #failing: Set<number>;

  constructor(readonly options: PointEventsOptions) {
    const reported = options.storage.events.active().map(failingContactPointOf);
    this.#failing = new Set(reported.filter((id) => id !== null));
  }

  failed(id: number, words: string): void {
    if (this.#failing.has(id)) return;
    this.#failing.add(id);
    this.#inTurn(() => this.#raise(id, words), id);
  }

  works(id: number): void {
    if (this.#failing.delete(id)) this.#inTurn(() => this.#clear(id), id);
  }

  /** Resolves when all is written. */
  settled(): Promise<void> {
    return this.#mutex.run(() => Promise.resolve());
  }

  #inTurn(run: () => Promise<unknown>, id: number): void {
    this.#mutex.run(run).catch((error) =>
      this.options.log("warn", "The event about a contact point could not be written", {
        contact_point: id,
        reason: String(error),
      })
    );
  }

  async #raise(id: number, words: string): Promise<void> {
    const { storage: { store }, nameOf, now, random } = this.options;
    const key = ownKey(pointRuleId(id)), active = keys.eventActive(key.instance_id, key.rule_id);
    const shelf = await store.get<ShelfRecord>(keys.shelf(shelfKey(key)));
    const nowMs = now();
    const record = ownEventRecord({
      ...key,
      event_name: "Contact point fails",
      event_description: `"${nameOf(id) ?? id}" did not take a message: ${cutText(words, MOST_WORDS)}. ` +
        "Messages by it are lost until it works; test it under Notifications",
      severity: "error",
      category: SYSTEM_CATEGORY,
      startMs: nowMs,
      activatedMs: nowMs,
    }, { id: await store.allocateIds("event", 1), nowMs, shelf: shelf?.value });
    const audit = auditMutation(newAudit({
      ...{ who: "Andon", action: "raised", resource_type: "rule_event", resource_id: record.id },
      after: record,
    }, { nowMs, random }));
    await this.#commit({
      checks: [{ key: active, versionstamp: null }],
      mutations: [...openEvent(record), audit],
      frames: [eventFrame("event_created", record, isoFromMs(nowMs))],
    });
  }

  async #clear(id: number): Promise<void> {
    const { storage: { store }, now, random } = this.options;
    const { instance_id, rule_id } = ownKey(pointRuleId(id));
    const active = await store.get<number>(keys.eventActive(instance_id, rule_id));
    const entry = active && await store.get<EventRecord>(keys.event(active.value));
    if (entry === undefined) return;
    const before = entry.value, nowMs = now(), at = ticksFromMs(nowMs);
    const after = clearedRecord(before, { endAt: at, closedAt: at });
    const audit = auditMutation(newAudit({
      ...{ who: "Andon", action: "cleared", resource_type: "rule_event", resource_id: before.id },
      before,
      after,
    }, { nowMs, random }));
    await this.#commit({
      checks: [{ key: entry.key, versionstamp: entry.versionstamp }],
      mutations: [...saveEvent(before, after), audit],
      frames: [eventFrame("event_updated", after, isoFromMs(nowMs))],
    });
  }

  /** A person may change the event at the same time; the next message by the contact point tries again. */
  async #commit(commit: Commit): Promise<void> {
    const { ok } = await this.options.storage.store.commit(commit, NOTIFIER_LANE);
    if (!ok) throw new Error("The event was changed meanwhile");
  }
}
