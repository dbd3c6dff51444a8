import { Mutex } from "../../concurrency/mutex.ts";
import type { ResourceType } from "../../domain/push/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import type { ServiceContext } from "../context.ts";

export interface OutOfServiceTimesOptions extends ServiceContext {
  storage: Pick<Storage, "outOfService" | "store">;
}

/** A turned clock, and a commit that failed, are noticed within this time. */
const CHECK_MS: Ms = 60_000;
/** What may begin or end an interval: its own change, and the deletion of what it names. */
const CHANGES: ReadonlySet<ResourceType | undefined> = new Set(
  ["out_of_service", "instance", "template", "plant_node"],
);

/**
 * Tells the audit log and the push channel when something goes out of service or comes back by itself. All follows from
 * what is stored, so that a restart or another process that takes over forgets nothing.
 */
export class OutOfServiceTimes {
  readonly #mutex = new Mutex();
  #cancel: () => void = () => {};
  #stopListening: () => void = () => {};
  #isClosed = false;

  constructor(readonly options: OutOfServiceTimesOptions) {}

  start(): void {
    this.#stopListening = this.options.storage.store.onPublished(({ frames }) => {
      if (frames.some((frame) => CHANGES.has(changedResource(frame)?.type))) this.#run();
    });
    this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    this.#cancel();
    await this.#mutex.run(() => Promise.resolve());
  }

  #run(): void {
    const { storage: { outOfService }, now, after, log } = this.options;
    this.#cancel();
    if (this.#isClosed) return;
    const dueMs = Math.min(CHECK_MS, outOfService.nextMs() - now());
    this.#cancel = after(Math.max(0, dueMs), () => this.#run());
    if (!outOfService.isDue()) return;
    this.#mutex.run(() => outOfService.settle()).catch((error) => {
      log("warn", "What is out of service could not be checked; trying again", { reason: String(error) });
    });
  }
}
