import type { Ticks } from "../shared/time.ts";

/** The types of a stream's values: number, text, boolean. Columns store the index of each. */
export const DATA_TYPES = ["NUM", "STR", "BOOL"] as const;
export type DataType = (typeof DATA_TYPES)[number];

export type SampleValue = number | string | boolean;

/** Longer texts are cut, in UTF-16 units. */
export const LONGEST_TEXT_VALUE = 10_000;

/** How reliable a sample is, after the severities of OPC UA, best first. Columns and digests use the index of each. */
export const QUALITIES = ["good", "uncertain", "bad"] as const;
export type Quality = (typeof QUALITIES)[number];

/**
 * One value of one stream. `value` is null exactly when it could not be read as the stream's type; the sample
 * is then bad.
 */
export interface Sample {
  time: Ticks;
  value: SampleValue | null;
  quality: Quality;
}

/** A change of samples at the source. `remove` names one time, `removeWindow` a closed span of times. */
export type SampleChange =
  | { op: "upsert"; stream: number; sample: Sample }
  | { op: "remove"; stream: number; time: Ticks }
  | { op: "removeWindow"; stream: number; from: Ticks; to: Ticks };
