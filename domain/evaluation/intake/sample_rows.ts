import { copyBatch, emptyBatch, packChange, packNumber, type SampleBatch } from "../../sample/batch.ts";
import { NOTHING, NUM, type SampleColumns, type TypeCode } from "./sample_columns.ts";

/** Samples of columns as a batch, in the order in which they are added; nothing is added of a row that has none. */
export class SampleRows {
  readonly #batch: SampleBatch;
  #count = 0;

  /** There is room for so many. */
  constructor(most: number) {
    this.#batch = emptyBatch(most);
  }

  add(samples: SampleColumns, row: number, { stream, type }: { stream: number; type: TypeCode }): void {
    const grade = samples.grade[row];
    if (grade === NOTHING) return;
    const to = this.#count++;
    if (type === NUM) {
      packNumber(this.#batch, to, { stream, time: samples.time[row], value: samples.value[row], grade });
      return;
    }
    const sample = samples.sampleOf(row, type);
    if (sample !== null) packChange(this.#batch, to, { op: "upsert", stream, sample });
  }

  /** What has been added. */
  batch(): SampleBatch {
    if (this.#count === this.#batch.count) return this.#batch;
    return copyBatch({ ...this.#batch, count: this.#count });
  }
}
