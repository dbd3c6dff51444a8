import { dueMs } from "../../domain/heartbeat/deadline.ts";
import {
  MISSED_EVENT_NAME,
  MISSED_PREFIX,
  missedDescription,
  missedRuleId,
} from "../../domain/heartbeat/missed_event.ts";
import type { HeartbeatRecord } from "../../domain/heartbeat/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { HeartbeatSeen } from "../../ports/heartbeats.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import type { PublishedCommit } from "../../storage/store/published.ts";
import type { Heartbeats } from "../../storage/heartbeats.ts";
import type { OwnConditions } from "../../storage/own_conditions.ts";
import type { ServiceContext } from "../context.ts";

const AGAIN_MS = 1_000;
/** Timers of some platforms take no more than 24 days; a clock may also be set. */
const LONGEST_WAIT_MS = 60_000;

export interface IncomingOptions extends ServiceContext {
  heartbeats: Pick<Heartbeats, "list" | "get" | "lastBeatMs" | "beat">;
  conditions: OwnConditions;
  /** Calls the listener after each commit with frames; returns the function that ends it. */
  onPublished(listener: (committed: PublishedCommit) => void): () => void;
}

/** A heartbeat that counts as missed. */
interface Missed {
  since_ms: Ms;
  /** The last beat before; another one ends it. */
  last_beat_ms: Ms | null;
  /** Tells a heartbeat from another one of the same name that was created later. */
  created_at: string;
}

/**
 * Heartbeats of other systems, on the process that leads: opens an event for each that misses its deadline and ends it
 * with the next beat. Deadlines count from the start at the earliest.
 */
export class IncomingHeartbeats {
  readonly #missed = new Map<string, Missed>();
  #startedMs: Ms;
  #isRead = false;
  #isClosed = false;
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #stopListening: () => void = () => {};

  constructor(readonly options: IncomingOptions) {
    this.#startedMs = options.now();
  }

  start(): void {
    this.#startedMs = this.options.now();
    this.#stopListening = this.options.onPublished(({ frames }) => {
      if (frames.some((frame) => changedResource(frame)?.type === "heartbeat")) this.wake();
    });
    this.#running = this.#run();
  }

  wake(): void {
    this.#wake.resolve();
  }

  /** Notes a beat once it is stored. NOT_FOUND. */
  async beat(name: string): Promise<Ms> {
    const atMs = await this.options.heartbeats.beat(name);
    this.wake();
    return atMs;
  }

  seen(record: HeartbeatRecord): HeartbeatSeen {
    const lastBeatMs = this.options.heartbeats.lastBeatMs(record.name);
    const missed = this.#missed.get(record.name);
    if (missed !== undefined) {
      return { state: "missed", lastBeatMs, dueMs: null, missedSinceMs: missed.since_ms };
    }
    const due = dueMs(record, { lastBeatMs, startedMs: this.#startedMs });
    return { state: due === null ? "waiting" : "on_time", lastBeatMs, dueMs: due, missedSinceMs: null };
  }

  get missed(): number {
    return this.#missed.size;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      this.#wake = Promise.withResolvers();
      let waitMs = AGAIN_MS;
      try {
        waitMs = await this.#round();
      } catch (error) {
        this.options.log("warn", "Heartbeats could not be checked; trying again", { reason: String(error) });
      }
      if (waitMs > 0 && !this.#isClosed) await this.#wait(waitMs);
    }
  }

  async #wait(ms: Ms): Promise<void> {
    const cancel = this.options.after(ms, () => this.wake());
    await this.#wake.promise;
    cancel();
  }

  /** Checks all heartbeats; returns how long until one is due. */
  async #round(): Promise<Ms> {
    const { heartbeats, now } = this.options;
    if (!this.#isRead) await this.#read();
    for (const [name, missed] of [...this.#missed]) {
      if (!this.#isStillMissed(name, missed)) await this.#end(name);
    }
    let nextMs = Infinity;
    for (const record of heartbeats.list()) {
      const { state, dueMs: due, lastBeatMs } = this.seen(record);
      if (state === "missed" || due === null) continue;
      if (due > now()) nextMs = Math.min(nextMs, due);
      else {await this.#raise(record, {
          since_ms: due,
          last_beat_ms: lastBeatMs,
          created_at: record.created_at,
        });}
    }
    return Math.min(LONGEST_WAIT_MS, nextMs - now());
  }

  async #read(): Promise<void> {
    for (const [key, { about }] of await this.options.conditions.standing(MISSED_PREFIX)) {
      this.#missed.set(key.slice(MISSED_PREFIX.length), about as Missed);
    }
    this.#isRead = true;
  }

  #isStillMissed(name: string, { last_beat_ms, created_at }: Missed): boolean {
    const { heartbeats } = this.options;
    return heartbeats.get(name)?.created_at === created_at && heartbeats.lastBeatMs(name) === last_beat_ms;
  }

  async #raise(record: HeartbeatRecord, missed: Missed): Promise<void> {
    await this.options.conditions.raise(missedRuleId(record.name), {
      name: MISSED_EVENT_NAME,
      description: missedDescription(record),
      severity: record.severity,
      at: missed.since_ms,
      about: missed,
    });
    this.#missed.set(record.name, missed);
  }

  async #end(name: string): Promise<void> {
    const { conditions, heartbeats, now } = this.options;
    await conditions.end(missedRuleId(name), { at: heartbeats.lastBeatMs(name) ?? now() });
    this.#missed.delete(name);
  }
}
