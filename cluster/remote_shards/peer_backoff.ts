import type { Ms } from "../../domain/shared/time.ts";

/** One that lost a shard, or took none, gets none for so long, and twice as long each time. */
const AVOIDED_MS: Ms = 10_000;
const LONGEST_AVOIDED_MS: Ms = 600_000;
/** Who has not failed for so long begins anew. */
const FORGIVEN_MS: Ms = 600_000;

interface Backoff {
  untilMs: Ms;
  forMs: Ms;
}

/** Which processes get no shards for a while, since they have failed. All times are of one steady clock. */
export class PeerBackoff {
  readonly #backoffs = new Map<string, Backoff>();

  /** Answers for how long it is backoffs from now on; undefined when it is already: what fails together counts once. */
  recordFailure(process: string, nowMs: Ms): Ms | undefined {
    this.#forgive(nowMs);
    if (this.isBackingOff(process, nowMs)) return undefined;
    const before = this.#backoffs.get(process);
    const forMs = before === undefined ? AVOIDED_MS : Math.min(LONGEST_AVOIDED_MS, 2 * before.forMs);
    this.#backoffs.set(process, { forMs, untilMs: nowMs + forMs });
    return forMs;
  }

  isBackingOff(process: string, nowMs: Ms): boolean {
    return (this.#backoffs.get(process)?.untilMs ?? -Infinity) > nowMs;
  }

  #forgive(nowMs: Ms): void {
    for (const [process, { untilMs }] of this.#backoffs) {
      if (nowMs - untilMs >= FORGIVEN_MS) this.#backoffs.delete(process);
    }
  }
}
