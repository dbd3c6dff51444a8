import { copyBatch, emptyBatch, packChange, packNumber, type SampleBatch } from "../../sample/batch.ts";
import { NOTHING, NUM, type SampleColumns, type TypeCode } from "./sample_columns.ts";

/** Copies samples from columns into a batch, in the order of the calls. Rows without a sample are skipped. */
export class SampleRows {
  readonly #batch: SampleBatch;
  #count = 0;

  /** @param most Room for this many samples. */
  constructor(most: number) {
    this.#batch = emptyBatch(most);
  }

  add(samples: SampleColumns, row: number, { stream, type }: { stream: number; type: TypeCode }): void {
    const grade = samples.grade[row]!;
    if (grade === NOTHING) return;
    const to = this.#count++;
    if (type === NUM) {
      packNumber(this.#batch, to, { stream, time: samples.time[row]!, value: samples.value[row]!, grade });
      return;
    }
    const sample = samples.sampleOf(row, type);
    if (sample !== null) packChange(this.#batch, to, { op: "upsert", stream, sample });
  }

  /** The samples added so far. */
  batch(): SampleBatch {
    if (this.#count === this.#batch.count) return this.#batch;
    return copyBatch({ ...this.#batch, count: this.#count });
  }
}
