import {
  batchSample,
  COLUMNS,
  emptyBatch,
  isUpsert,
  putRow,
  type SampleBatch,
} from "../domain/sample/batch.ts";
import type { LiveValue, LiveValues } from "../routes/deps.ts";

/** The newest value of each stream. */
export class LiveTable implements LiveValues {
  /** By stream id, as columns, which saves the garbage of an object per value. */
  #rows = emptyBatch(1);
  #isKnown = new Uint8Array(1);
  readonly #listeners = new Set<(streamIds: Iterable<number>) => void>();

  get(streamId: number): LiveValue | undefined {
    return this.#isKnown[streamId] === 1 ? batchSample(this.#rows, streamId) : undefined;
  }

  /** Called with the streams that got a new value, possibly repeated; the returned function removes the listener. */
  onChange(listener: (streamIds: Iterable<number>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(batch: SampleBatch): void {
    const changed = new Int32Array(batch.count);
    let count = 0;
    for (let row = 0; row < batch.count; row++) {
      if (this.#takeRow(batch, row)) changed[count++] = batch.streams[row];
    }
    if (count === 0) return;
    for (const listener of this.#listeners) listener(changed.subarray(0, count));
  }

  /** False when the row is not newer. */
  #takeRow(batch: SampleBatch, row: number): boolean {
    const stream = batch.streams[row];
    if (!isUpsert(batch, row)) return false;
    if (this.#isKnown[stream] === 1 && batch.times[row] < this.#rows.times[stream]) return false;
    if (stream >= this.#rows.count) this.#grow(stream);
    putRow(this.#rows, stream, { batch, row });
    this.#isKnown[stream] = 1;
    return true;
  }

  #grow(stream: number): void {
    const grown = emptyBatch(2 * stream + 1), isKnown = new Uint8Array(grown.count);
    for (const name of COLUMNS) grown[name].set(this.#rows[name]);
    grown.texts = this.#rows.texts;
    isKnown.set(this.#isKnown);
    this.#rows = grown;
    this.#isKnown = isKnown;
  }
}
