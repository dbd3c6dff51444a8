import type { Ticks } from "../shared/time.ts";

export type { Trend, TrendBasis, TrendBucket, TrendGap, TrendValue } from "./schema.ts";

export const TREND_POINTS = { min: 2, max: 2_000, default: 300 } as const;
/** Most changes of texts and booleans in one trend. */
export const TREND_CHANGES = 2_000;
/** Most samples that one trend reads whole. Of a span with more, the source chooses samples, or parts are read. */
export const TREND_SAMPLES = 200_000;
/** Most parts of a span that are read when it holds more samples and the source does not choose. */
export const TREND_PARTS = 24;
export const TREND_DAYS = 366;
/** Most streams whose trends one call reads. */
export const TREND_STREAMS = 24;

/** A closed span of a stream: includes `from` and `to`. */
export interface TrendSpan {
  from: Ticks;
  to: Ticks;
  /** Number of buckets of equal width. */
  points: number;
}
