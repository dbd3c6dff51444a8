import { batchOp, batchSample, type SampleBatch } from "../domain/sample/batch.ts";
import type { LiveValue, LiveValues } from "../routes/deps.ts";

/** The newest value of each stream that the source gave, whoever judged it. */
export class LiveTable implements LiveValues {
  readonly #values = new Map<number, LiveValue>();
  readonly #listeners = new Set<(streamIds: ReadonlySet<number>) => void>();

  get(streamId: number): LiveValue | undefined {
    return this.#values.get(streamId);
  }

  /** Told of the streams that a batch gave a new value; the returned function ends it. */
  onChange(listener: (streamIds: ReadonlySet<number>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(batch: SampleBatch): void {
    const changed = new Set<number>();
    for (let i = 0; i < batch.count; i++) {
      if (batchOp(batch, i) !== "upsert") continue;
      const known = this.#values.get(batch.streams[i]);
      if (known === undefined || batch.times[i] >= known.time) {
        this.#values.set(batch.streams[i], batchSample(batch, i));
        changed.add(batch.streams[i]);
      }
    }
    if (changed.size === 0) return;
    for (const listener of this.#listeners) listener(changed);
  }
}
