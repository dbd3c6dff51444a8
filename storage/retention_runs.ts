import type { Key } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import {
  type Removal,
  removeEmptyCounters,
  removeOldAudits,
  removeOldDays,
  removeOldEvents,
} from "./retention.ts";
import { type AiLogs, removeOldAiLogs } from "./ai_log_retention.ts";
import { removeEndedLinks, removeOldDeliveries, removeOldDrills } from "./notifications/retention.ts";
import { RepeatedRun } from "./repeated_run.ts";
import type { Mirrors } from "./mirrors.ts";
import { removeOldUnacknowledged } from "./unacknowledged.ts";
import type { NounContext } from "./write.ts";
import type { After } from "../concurrency/after.ts";

/** Options of the removal of old records. */
export interface RetentionOptions {
  /** How long closed events are kept after their end, and entries of AI logs; null: they never expire. */
  eventDays: number | null;
  /** The same for audit entries. */
  auditDays: number | null;
  /** The same for deliveries of notifications. Absent: they never expire. */
  notificationDays?: number | null;
  /** The default is the isolate's own timers. */
  after?: After;
}

/** The numbers of removed records. */
export interface Retained {
  events: number;
  audits: number;
}

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The pause between two steps. */
const PAUSE_MS = 10;
/** After this many waits for an idle store a step runs anyway. */
const MOST_WAITS = 100;

/** Removes old events and audit entries every hour, in steps so small that other writes hardly wait. */
export function startRetention(context: NounContext, options: RunsOptions): Retention {
  return new Retention(context, options);
}

interface RunsOptions extends RetentionOptions {
  mirrors: Pick<Mirrors, "plantSettings">;
  aiLogs?: AiLogs;
  /** Called before audit entries are removed. */
  beforeAudits?: (beforeMs: Ms) => Promise<void>;
}

export class Retention {
  readonly #runs: RepeatedRun<Retained>;

  constructor(private readonly context: NounContext, readonly options: RunsOptions) {
    this.#runs = new RepeatedRun(options.after);
    this.#runs.repeat({
      firstMs: FIRST_MS,
      everyMs: EVERY_MS,
      begin: () => this.#run(),
      onError: (error) =>
        context.log("warn", "Retention failed; it runs again within the hour", { reason: String(error) }),
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
    const { context, options: { eventDays, auditDays, notificationDays, aiLogs } } = this;
    const { store } = context;
    const retained: Retained = { events: 0, audits: 0 };
    if (eventDays !== null) {
      const beforeMs = this.#beforeMs(eventDays);
      retained.events = await this.#steps((cursor?: Key) => removeOldEvents(store, { beforeMs, cursor }));
      await this.#steps((cursor?: Key) => removeEmptyCounters(store, { beforeMs, cursor }));
      await this.#steps(() => removeOldDays(store, beforeMs));
    }
    await this.#leaveUnacknowledged();
    if (auditDays !== null) {
      const beforeMs = this.#beforeMs(auditDays);
      await this.options.beforeAudits?.(beforeMs);
      retained.audits = await this.#steps(() => removeOldAudits(store, beforeMs));
    }
    if (typeof notificationDays === "number") {
      const beforeMs = this.#beforeMs(notificationDays);
      await this.#steps(() => removeOldDeliveries(store, beforeMs));
      await this.#steps(() => removeOldDrills(store, beforeMs));
    }
    await this.#steps(() => removeEndedLinks(store, context.now()));
    if (aiLogs !== undefined) {
      const beforeMs = eventDays === null ? -Infinity : this.#beforeMs(eventDays);
      await removeOldAiLogs(aiLogs, {
        beforeMs,
        waitForIdleStore: () => this.#waitForIdleStore(),
        isClosed: () => this.#runs.isClosed,
      });
    }
    return retained;
  }

  async #leaveUnacknowledged(): Promise<void> {
    const { context: { store, log }, options: { mirrors } } = this;
    const removed = await this.#steps(() => removeOldUnacknowledged(store, { mirrors }));
    if (removed > 0) log("info", "Old events left the list of unacknowledged ones", { events: removed });
  }

  #beforeMs(days: number): Ms {
    return this.context.now() - days * DAY_MS;
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
      if (this.context.store.stats().queued === 0) return;
    }
  }
}
