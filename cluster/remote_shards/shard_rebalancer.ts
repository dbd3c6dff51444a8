import { realTimers, type Timers } from "../../actors/runtime/timers.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";
import type { ShardPlacer } from "./shard_placer.ts";

export interface ShardRebalancerOptions {
  placer: Pick<ShardPlacer, "movable" | "end">;
  /** Stores a snapshot, so that shards that move resume from a recent state. */
  snapshot(): Promise<unknown>;
  move(shards: readonly number[]): Promise<void>;
  log: Log;
  timers?: Timers;
}

const REBALANCE_MS: Ms = 1_000;

/** Keeps the shards evenly spread as worker hosts join and leave. */
export class ShardRebalancer {
  readonly #timers: Timers;
  #cancel: () => void = () => {};
  #isEnded = false;

  constructor(private readonly options: ShardRebalancerOptions) {
    this.#timers = options.timers ?? realTimers;
    this.#schedule();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancel();
    this.options.placer.end();
  }

  #schedule(): void {
    if (this.#isEnded) return;
    this.#cancel = this.#timers.after(REBALANCE_MS, () => this.#rebalance().finally(() => this.#schedule()));
  }

  async #rebalance(): Promise<void> {
    const { placer, snapshot, move, log } = this.options;
    try {
      const shards = await placer.movable();
      if (shards.length === 0 || this.#isEnded) return;
      log("info", "Shards move between processes", { shards });
      await snapshot();
      if (!this.#isEnded) await move(shards);
    } catch (error) {
      log("warn", "Shards could not be moved; trying again", { reason: String(error) });
    }
  }
}
