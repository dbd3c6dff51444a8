import type { RateScope } from "../../domain/rate_limit/types.ts";
import { nextBlock } from "../../domain/rate_limit/allowance.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { unavailable } from "../store/deadline.ts";
import type { KvStore } from "../store/store.ts";

/** The value of a window's key: how much of its allowance all processes have taken. */
export interface TakenRecord {
  v: 1;
  taken: number;
}

/** The value when this process last read or wrote it. */
export interface Seen {
  taken: number;
  versionstamp: string | null;
}

export interface Taken {
  seen: Seen;
  /** 0: the allowance is used up. */
  block: number;
}

/** The subject and window of an allowance. */
export interface BlockOf {
  scope: RateScope;
  subject: string;
  startMs: Ms;
  limit: number;
}

/** Takes under way at once, over all subjects; a few while the store does not answer, to notice when it does. */
const MOST_AT_ONCE = 1_000;
const MOST_WHILE_DOWN = 8;

/** Takes blocks of allowances from the store by checked writes. */
export class Blocks {
  #atOnce = 0;

  constructor(readonly store: Pick<KvStore, "get" | "commitShared" | "healthy">) {}

  /**
   * Takes the next block; `seen` saves the read when it is what this process wrote last. Writes nothing when
   * the allowance is used up. Throws UNAVAILABLE when the store does not answer.
   */
  async take(of: BlockOf, seen: Seen | undefined): Promise<Taken> {
    if (this.#atOnce >= (this.store.healthy() ? MOST_AT_ONCE : MOST_WHILE_DOWN)) {
      throw unavailable("does not answer");
    }
    this.#atOnce++;
    try {
      return await this.#untilTaken(of, seen);
    } finally {
      this.#atOnce--;
    }
  }

  /** Terminates: each write that fails its check lost to another process's block, and a window has few blocks. */
  async #untilTaken(of: BlockOf, seen: Seen | undefined): Promise<Taken> {
    const key = keys.rateWindow(of.scope, of.subject, of.startMs);
    for (let now = seen ?? await this.#read(key);; now = await this.#read(key)) {
      const block = nextBlock(now.taken, of.limit);
      if (block === 0) return { seen: now, block };
      const value: TakenRecord = { v: 1, taken: now.taken + block };
      const written = await this.store.commitShared({
        checks: [{ key, versionstamp: now.versionstamp }],
        mutations: [{ type: "set", key, value }],
      });
      if (written.ok) return { seen: { taken: value.taken, versionstamp: written.versionstamp }, block };
    }
  }

  async #read(key: ReturnType<typeof keys.rateWindow>): Promise<Seen> {
    const entry = await this.store.get<TakenRecord>(key);
    return { taken: entry?.value.taken ?? 0, versionstamp: entry?.versionstamp ?? null };
  }
}
