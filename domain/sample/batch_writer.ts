import type { Ticks } from "../shared/time.ts";
import { COLUMNS, copyBatch, emptyBatch, packChange, type SampleBatch } from "./batch.ts";
import type { SampleChange } from "./types.ts";

const FIRST_ROWS = 1_024;

/** Collects changes in columns that grow row by row. The columns are reused after `take`. */
export class BatchWriter {
  #rows = cleared(emptyBatch(FIRST_ROWS));

  get count(): number {
    return this.#rows.count;
  }

  /** Adds a good number: the fast path, which nearly all samples take. */
  addNumber(stream: number, time: Ticks, value: number): void {
    const row = this.#next();
    this.#rows.streams[row] = stream;
    this.#rows.times[row] = time;
    this.#rows.values[row] = value;
    this.#rows.codes[row] = 0;
  }

  add(change: SampleChange): void {
    const row = this.#next();
    packChange(this.#rows, row, change);
  }

  clear(): void {
    cleared(this.#rows);
  }

  /** The rows so far, in a buffer of their own. Clears the writer. */
  take(): SampleBatch {
    const taken = copyBatch(this.#rows);
    this.clear();
    return taken;
  }

  #next(): number {
    if (this.#rows.count === this.#rows.codes.length) this.#grow();
    return this.#rows.count++;
  }

  #grow(): void {
    const before = this.#rows, grown = emptyBatch(2 * before.count);
    for (const name of COLUMNS) grown[name].set(before[name]);
    this.#rows = { ...grown, count: before.count, texts: before.texts };
  }
}

function cleared(batch: SampleBatch): SampleBatch {
  batch.count = 0;
  batch.texts = [];
  return batch;
}
