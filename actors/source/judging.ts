import { isUpsert, type SampleBatch } from "../../domain/sample/batch.ts";
import { type Ms, type Ticks, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { Shards } from "./shards.ts";

/** Samples further ahead of the clock than this are counted: somebody's clock is wrong. */
const AHEAD_SECONDS = 60;

/** How far all has been judged: samples go to the shards, then the watermark rises. */
export class Judging {
  /** How many samples came from too far ahead of the clock. */
  ahead = 0;
  /** False once a shard left a step unanswered: it may have judged further than the watermark says. */
  isSound = true;

  constructor(private readonly given: { now: () => Ms; shards: Shards }, public watermark: Ticks) {}

  /** The watermark never goes back. Samples ahead of the clock wait in the shards until it comes to them. */
  async judge(batch: SampleBatch, watermark: Ticks | null): Promise<void> {
    this.ahead += this.#countAhead(batch);
    const next = watermark === null ? null : Math.max(watermark, this.watermark);
    this.isSound = false;
    await this.given.shards.judge(batch, next);
    this.isSound = true;
    if (next !== null) this.watermark = next;
  }

  /** A window ends ahead of the clock: the source's own may run before ours, and the feed tells nothing twice. */
  newestReadable(): Ticks {
    return ticksFromMs(this.given.now()) + ticksOfSeconds(AHEAD_SECONDS);
  }

  #countAhead(batch: SampleBatch): number {
    const horizon = this.newestReadable();
    let ahead = 0;
    for (let i = 0; i < batch.count; i++) {
      if (batch.times[i] > horizon && isUpsert(batch, i)) ahead++;
    }
    return ahead;
  }
}
