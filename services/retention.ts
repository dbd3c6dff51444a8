import { type After } from "../concurrency/after.ts";
import { RepeatedRun } from "../concurrency/repeated_run.ts";
import { LOG_KINDS } from "../domain/conversation/types.ts";
import type { Key } from "../domain/shared/commit.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Storage } from "../storage/contract.ts";
import {
  removeEndedLinks,
  removeOldDeliveries,
  removeOldDrills,
} from "../storage/notifications/retention.ts";
import {
  type Removal,
  removeEmptyCounters,
  removeOldAudits,
  removeOldDays,
  removeOldEvents,
} from "../storage/retention.ts";

/** Options of the removal of old records. */
export interface RetentionOptions {
  /** How long closed events are kept after their end, and entries of AI logs; null: they never expire. */
  eventDays: number | null;
  /** The same for audit entries. */
  auditDays: number | null;
  /** The same for deliveries of notifications. Absent: they never expire. */
  notificationDays?: number | null;
  now: () => Ms;
  log?: Log;
  /** The default is the isolate's own timers. */
  after?: After;
}

/** The numbers of removed records. */
export interface Retained {
  events: number;
  audits: number;
}

/** What has records that expire. */
type Retaining = Pick<
  Storage,
  "store" | "unacknowledged" | "outOfService" | "auditSeals" | "conversationLogs" | "aiProviders"
>;

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The pause between two steps. */
const PAUSE_MS = 10;
/** After this many waits for an idle store a step runs anyway. */
const MOST_WAITS = 100;

/** Removes old records every hour, in steps so small that other writes hardly wait, until it is closed. */
export class Retention {
  readonly #runs: RepeatedRun<Retained>;

  constructor(private readonly storage: Retaining, private readonly options: RetentionOptions) {
    this.#runs = new RepeatedRun(options.after);
    this.#runs.repeat({
      firstMs: FIRST_MS,
      everyMs: EVERY_MS,
      begin: () => this.#run(),
      onError: (error) =>
        options.log?.("warn", "Retention failed; it runs again within the hour", { reason: String(error) }),
    });
  }

  /** Removes old records now, or joins the run under way. */
  run(): Promise<Retained> {
    return this.#runs.join(() => this.#run());
  }

  /** Ends the runs after the step under way. */
  close(): Promise<void> {
    return this.#runs.close();
  }

  async #run(): Promise<Retained> {
    const { eventDays, auditDays, notificationDays = null, now } = this.options;
    const { store, auditSeals } = this.storage;
    const retained: Retained = { events: 0, audits: 0 };
    if (eventDays !== null) {
      const beforeMs = this.#beforeMs(eventDays);
      retained.events = await this.#steps((cursor?: Key) => removeOldEvents(store, { beforeMs, cursor }));
      await this.#steps((cursor?: Key) => removeEmptyCounters(store, { beforeMs, cursor }));
      await this.#steps(() => removeOldDays(store, beforeMs));
      await this.#steps(() => this.storage.outOfService.removeOld(beforeMs));
    }
    await this.#leaveUnacknowledged();
    if (auditDays !== null) {
      const beforeMs = this.#beforeMs(auditDays);
      await auditSeals.sealer.allowRemoval(beforeMs);
      retained.audits = await this.#steps(() => removeOldAudits(store, beforeMs));
    }
    if (notificationDays !== null) {
      const beforeMs = this.#beforeMs(notificationDays);
      await this.#steps(() => removeOldDeliveries(store, beforeMs));
      await this.#steps(() => removeOldDrills(store, beforeMs));
    }
    await this.#steps(() => removeEndedLinks(store, now()));
    await this.#removeOldAiLogs(eventDays === null ? -Infinity : this.#beforeMs(eventDays));
    return retained;
  }

  async #leaveUnacknowledged(): Promise<void> {
    const events = await this.#steps(() => this.storage.unacknowledged.removeOld());
    if (events > 0) this.options.log?.("info", "Old events left the list of unacknowledged ones", { events });
  }

  /** The old entries of every AI provider, and all entries of removed providers. */
  async #removeOldAiLogs(oldMs: Ms): Promise<void> {
    const { conversationLogs: logs, aiProviders } = this.storage;
    for (const id of await logs.providers()) {
      const exists = () => aiProviders.get(id) !== undefined;
      const beforeMs = exists() ? oldMs : Infinity;
      if (beforeMs === -Infinity) continue;
      for (const kind of LOG_KINDS) {
        await this.#waitForIdleStore();
        if (this.#runs.isClosed) return;
        await logs.remove(id, { kinds: [kind], beforeMs, isLast: !exists() });
      }
      await logs.forget(id, beforeMs);
    }
  }

  #beforeMs(days: number): Ms {
    return this.options.now() - days * DAY_MS;
  }

  async #steps<Cursor>(step: (cursor: Cursor | undefined) => Promise<Removal<Cursor>>): Promise<number> {
    let removed = 0;
    let cursor: Cursor | undefined;
    do {
      await this.#waitForIdleStore();
      if (this.#runs.isClosed) break;
      const done = await step(cursor);
      removed += done.removed;
      cursor = done.next;
    } while (cursor !== undefined);
    return removed;
  }

  /** Waits until no write is queued. */
  async #waitForIdleStore(): Promise<void> {
    for (let waits = 0; waits < MOST_WAITS && !this.#runs.isClosed; waits++) {
      await this.#runs.pause(PAUSE_MS);
      if (this.storage.store.stats().queued === 0) return;
    }
  }
}
