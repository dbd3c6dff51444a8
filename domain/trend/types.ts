import type { Ticks } from "../shared/time.ts";

export type { Trend, TrendBucket, TrendGap, TrendValue } from "./schema.ts";

export const TREND_POINTS = { min: 2, max: 2_000, default: 300 } as const;
/** Most changes of texts and booleans in one trend. */
export const TREND_CHANGES = 2_000;
/** Most samples that one trend may read. */
export const TREND_SAMPLES = 200_000;
export const TREND_DAYS = 366;

/** A closed span of a stream: includes `from` and `to`. */
export interface TrendSpan {
  from: Ticks;
  to: Ticks;
  /** Number of buckets of equal width. */
  points: number;
}
