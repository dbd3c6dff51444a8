import { batchChange, type SampleBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";

/** The changes of a batch, in its order. */
export function changesOf(batch: SampleBatch): SampleChange[] {
  return Array.from({ length: batch.count }, (_, row) => batchChange(batch, row));
}
