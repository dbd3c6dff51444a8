import type { Quality, SampleValue } from "../domain/sample/types.ts";
import type { Ticks } from "../domain/shared/time.ts";

/** A value of a stream that the source sent, evaluated or not. */
export interface LiveValue {
  value: SampleValue | null;
  time: Ticks;
  quality: Quality;
}

export interface LiveValues {
  /** The newest that is not further ahead of the clock than rules use. */
  get(streamId: number): LiveValue | undefined;
  /** The newest that is: rules and `get` use it once the clock has reached it. */
  setAside(streamId: number): LiveValue | undefined;
}
