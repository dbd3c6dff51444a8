import type { Ticks } from "../shared/time.ts";

/** The number of the standard (docs/evaluation.md), and the watermark from which it is in force; null: from the beginning. */
export interface StandardRecord {
  v: 1;
  number: number;
  from: Ticks | null;
}

/** The watermark from which the stored standard is in force. Up to it the one before is. */
export function standardFrom(record: StandardRecord | undefined): Ticks {
  return record?.from ?? -Infinity;
}
