import type { ResourceType } from "../../domain/push/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { ChangeWatch } from "../change_watch.ts";
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
  readonly #watch: ChangeWatch;

  constructor(readonly options: OutOfServiceTimesOptions) {
    this.#watch = new ChangeWatch({
      context: options,
      changes: CHANGES,
      nextMs: () => Math.min(CHECK_MS, options.storage.outOfService.nextMs() - options.now()),
      begin: () => this.#settle(),
    });
  }

  start(): void {
    this.#watch.start();
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  #settle(): void {
    const { storage: { outOfService }, log } = this.options;
    if (!outOfService.isDue()) return;
    this.#watch.alone(() => outOfService.settle()).catch((error) => {
      log("warn", "What is out of service could not be checked; trying again", { reason: String(error) });
    });
  }
}
