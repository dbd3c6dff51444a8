import type { RateWindow } from "../../domain/rate_limit/window.ts";
import type { Log } from "../../domain/shared/log.ts";
import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";

/** Past windows that are kept: the clocks of the processes may differ by this much. */
const KEPT = 5;
const ROWS_A_COMMIT = 200;
const COMMITS_A_ROUND = 500;

/** Deletes windows that no process uses any more, one round at a time. */
export class OldWindows {
  #round: Promise<void> | undefined;
  #closed = false;

  constructor(readonly store: Pick<KvStore, "list" | "commitShared">, readonly log: Log) {}

  /** Starts a round, unless one is under way; it deletes at most 100,000 rows. */
  sweep({ startMs, endMs }: RateWindow): void {
    if (this.#closed) return;
    this.#round ??= this.#deleteBefore(startMs - KEPT * (endMs - startMs))
      .catch((error) =>
        this.log("warn", "Old rate limit windows were not deleted", { reason: String(error) })
      )
      .finally(() => this.#round = undefined);
  }

  async settled(): Promise<void> {
    await this.#round;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#round;
  }

  async #deleteBefore(endMs: number): Promise<void> {
    const prefix = keys.rateWindow("", "", 0)[0]!;
    for (let commit = 0; commit < COMMITS_A_ROUND && !this.#closed; commit++) {
      const old = await this.store.list({ prefix: [prefix], end: [prefix, endMs], limit: ROWS_A_COMMIT });
      if (old.length === 0) return;
      await this.store.commitShared({ mutations: old.map(({ key }) => ({ type: "delete", key })) });
    }
  }
}
