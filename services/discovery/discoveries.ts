import type { Ref } from "../../actors/runtime/types.ts";
import type { SourceMessage } from "../../actors/source/contract.ts";
import { Mutex } from "../../concurrency/mutex.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { Discovery } from "../../domain/asset/types.ts";
import { discoveryDueMs } from "../../domain/plant_watch/discovery_due.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Discovered, DiscoveryStatus } from "../../ports/discovery.ts";
import type { Storage } from "../../storage/contract.ts";
import { BY } from "./by.ts";
import type { DiscoveryResult } from "../../domain/asset/listed_changes.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import type { ServiceContext } from "../context.ts";

export interface DiscoveriesOptions extends ServiceContext {
  storage: Pick<Storage, "assets" | "sources">;
  /** The id of the source that is discovered. */
  id: number;
  source: Pick<Ref<SourceMessage>, "ask">;
  /** Called after each discovery. */
  applied(result: DiscoveryResult): Promise<void>;
}

/** About 40 requests for 30,000 streams, at the tenth of the budget that discovery has under full load. */
const DISCOVER_DEADLINE_MS: Ms = 600_000;
/** Timers of some platforms take no more than 24 days; a clock may also be set. */
const LONGEST_WAIT_MS: Ms = 60_000;

/** Discovers a source, by hand and by itself: one discovery at a time. */
export class Discoveries {
  readonly #mutex = new Mutex();
  #failures = 0;
  #failedMs: Ms = 0;
  #reason: string | null = null;
  #isRunning = false;
  #isListingNew = false;
  #cancel: () => void = () => {};
  #configurations = 0;
  #isClosed = false;

  constructor(private readonly options: DiscoveriesOptions) {}

  start(): void {
    this.#schedule();
  }

  /** The source has been started with a saved configuration. What failed with the former one counts no more. */
  configured(): void {
    this.#configurations++;
    this.#failures = 0;
    this.#schedule();
  }

  /** The source has other streams than at the last discovery: the next one is due soon. */
  listingChanged(): void {
    this.#isListingNew = true;
    this.#schedule();
  }

  /** What is under way may wait for the source for minutes; its commits are refused once the store is closed. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  /** Refuses as the source does, and with API_CONFIG_MISSING when nothing is configured. */
  run(by: Actor): Promise<Discovered> {
    return this.#mutex.run(() => this.#discover(by)).finally(() => this.#schedule());
  }

  status(): DiscoveryStatus {
    const due = this.#dueMs(), reason = this.#reason;
    return {
      isRunning: this.#isRunning,
      last: this.options.storage.assets.lastDiscovery(this.options.id) ?? null,
      nextMs: due === null ? null : Math.max(due, this.options.now()),
      failure: reason === null ? null : { atMs: this.#failedMs, reason, inARow: this.#failures },
    };
  }

  async #discover(by: Actor): Promise<Discovered> {
    const { id, source, storage, applied, now } = this.options;
    const configuration = this.#configurations;
    this.#isRunning = true;
    this.#isListingNew = false;
    try {
      const found = await source.ask<Discovery>({ type: "discover" }, { deadlineMs: DISCOVER_DEADLINE_MS });
      const result = await storage.assets.applyDiscovery(found, by, id);
      this.#failures = 0;
      this.#reason = null;
      await applied(result);
      return { found, result };
    } catch (error) {
      if (this.#configurations === configuration) this.#failures++;
      this.#failedMs = now();
      this.#reason = errorSentence(error);
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  #dueMs(): Ms | null {
    const { id, storage: { sources, assets } } = this.options, record = sources.get(id);
    if (record === undefined || !sources.isRead(id)) return null;
    const last = assets.lastDiscovery(id);
    return discoveryDueMs({
      plant: sources.plant(id),
      minutes: record.discovery_minutes,
      isListingNew: this.#isListingNew,
      last: last && { atMs: Date.parse(last.at), plant: last.plant },
      failures: this.#failures,
      failedMs: this.#failedMs,
    });
  }

  #schedule(): void {
    this.#cancel();
    this.#cancel = () => {};
    if (this.#isClosed || this.#isRunning) return;
    const due = this.#dueMs();
    if (due === null) return;
    const waitMs = Math.max(0, Math.min(LONGEST_WAIT_MS, due - this.options.now()));
    this.#cancel = this.options.after(waitMs, () => this.#look());
  }

  #look(): void {
    if (this.#isRunning) return;
    const due = this.#dueMs();
    if (due === null || due > this.options.now()) return this.#schedule();
    this.run(BY).catch((error) => {
      if (this.#isClosed) return;
      this.options.log("warn", "The plant could not be discovered; trying again later", {
        source: this.options.id,
        reason: errorSentence(error),
      });
    });
  }
}
