import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";
import type { Borrower } from "./borrower.ts";

export interface BalanceOptions {
  borrower: Pick<Borrower, "movable">;
  /** Puts away what is known, so that shards that move go back to just now. */
  checkpoint(): Promise<unknown>;
  move(shards: readonly number[]): Promise<void>;
  log: Log;
}

const LOOK_MS: Ms = 1_000;

/** Keeps the shards spread over the processes as these come and go. */
export class Balance {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(private readonly options: BalanceOptions) {
    this.#later();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  #later(): void {
    if (!this.#isEnded) this.#timer = setTimeout(() => this.#look().finally(() => this.#later()), LOOK_MS);
  }

  async #look(): Promise<void> {
    const { borrower, checkpoint, move, log } = this.options;
    try {
      const shards = await borrower.movable();
      if (shards.length === 0 || this.#isEnded) return;
      log("info", "Shards move to other processes", { shards });
      await checkpoint();
      await move(shards);
    } catch (error) {
      log("warn", "Shards could not be moved; trying again", { reason: String(error) });
    }
  }
}
