import { batchOp, batchSample, type SampleBatch } from "../domain/sample/batch.ts";
import type { LiveValue, LiveValues } from "../routes/deps.ts";

/** The newest value of each stream that the source gave, whoever judged it. */
export class LiveTable implements LiveValues {
  readonly #values = new Map<number, LiveValue>();

  get(streamId: number): LiveValue | undefined {
    return this.#values.get(streamId);
  }

  take(batch: SampleBatch): void {
    for (let i = 0; i < batch.count; i++) {
      if (batchOp(batch, i) !== "upsert") continue;
      const known = this.#values.get(batch.streams[i]);
      if (known === undefined || batch.times[i] >= known.time) {
        this.#values.set(batch.streams[i], batchSample(batch, i));
      }
    }
  }
}
