import type { Ms } from "../../domain/shared/time.ts";

/** A process that lost or refused a shard gets none for this long, and twice as long after each further failure. */
const FIRST_BACKOFF_MS: Ms = 10_000;
const LONGEST_BACKOFF_MS: Ms = 600_000;
/** Back-off resets after this time without a failure. */
const RESET_AFTER_MS: Ms = 600_000;

interface Backoff {
  untilMs: Ms;
  forMs: Ms;
}

/** Processes that get no shards for a while because they failed. All times are of one monotonic clock. */
export class PeerBackoff {
  readonly #backoffs = new Map<string, Backoff>();

  /** Returns the back-off from now on; undefined when one runs already, so that simultaneous failures count once. */
  recordFailure(process: string, nowMs: Ms): Ms | undefined {
    this.#dropOld(nowMs);
    if (this.isBackingOff(process, nowMs)) return undefined;
    const before = this.#backoffs.get(process);
    const forMs = before === undefined ? FIRST_BACKOFF_MS : Math.min(LONGEST_BACKOFF_MS, 2 * before.forMs);
    this.#backoffs.set(process, { forMs, untilMs: nowMs + forMs });
    return forMs;
  }

  isBackingOff(process: string, nowMs: Ms): boolean {
    return (this.#backoffs.get(process)?.untilMs ?? -Infinity) > nowMs;
  }

  #dropOld(nowMs: Ms): void {
    for (const [process, { untilMs }] of this.#backoffs) {
      if (nowMs - untilMs >= RESET_AFTER_MS) this.#backoffs.delete(process);
    }
  }
}
