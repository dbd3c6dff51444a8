import { isUpsert, type SampleBatch } from "../../domain/sample/batch.ts";
import { horizonAt } from "../../domain/sample/source_time.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { Shards } from "./shards.ts";

/** Sends samples to the shards, then raises the watermark. */
export class Evaluation {
  /** Samples that were too far ahead of the clock. */
  ahead = 0;
  /** False once a shard left a step unanswered: it may have evaluated beyond the watermark. */
  isSound = true;

  constructor(private readonly given: { now: () => Ms; shards: Shards }, public watermark: Ticks) {}

  /** The watermark never goes back. Samples ahead of the clock wait in the shards until it reaches them. */
  async evaluate(batch: SampleBatch, watermark: Ticks | null): Promise<void> {
    this.ahead += this.#countAhead(batch);
    const next = watermark === null ? null : Math.max(watermark, this.watermark);
    this.isSound = false;
    await this.given.shards.evaluate(batch, next);
    this.isSound = true;
    if (next !== null) this.watermark = next;
  }

  /** A window ends ahead of the clock, since the source's clock may be ahead of ours. */
  newestReadable(): Ticks {
    return horizonAt(this.given.now());
  }

  #countAhead(batch: SampleBatch): number {
    const horizon = this.newestReadable();
    let ahead = 0;
    for (let i = 0; i < batch.count; i++) {
      if (batch.times[i]! > horizon && isUpsert(batch, i)) ahead++;
    }
    return ahead;
  }
}
