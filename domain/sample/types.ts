import type { Ticks } from "../shared/time.ts";

/** What a stream's values are: numbers, texts, or true and false. */
export type DataType = "NUM" | "STR" | "BOOL";

export type SampleValue = number | string | boolean;

/** A text is read up to so many UTF-16 units. */
export const LONGEST_TEXT_VALUE = 10_000;

/** How far a sample can be believed, after OPC UA's severities. */
export type Quality = "good" | "uncertain" | "bad";

/** One value of one stream. `value` is null exactly when it could not be read as the stream's type (then bad). */
export interface Sample {
  time: Ticks;
  value: SampleValue | null;
  quality: Quality;
}

/** What happened to a sample at the source. `remove` names one time, `removeWindow` a closed span of times. */
export type SampleChange =
  | { op: "upsert"; stream: number; sample: Sample }
  | { op: "remove"; stream: number; time: Ticks }
  | { op: "removeWindow"; stream: number; from: Ticks; to: Ticks };
