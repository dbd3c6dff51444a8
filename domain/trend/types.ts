import type { Quality, SampleValue } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";

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

/** One value with its source time, full fraction included. */
export interface TrendValue {
  time: string;
  value: SampleValue | null;
  quality: Quality;
}

/**
 * The figures of a bucket: `min`, `max`, `first` and `last` of the samples that are not bad, the worst
 * `quality`, and `count` of all samples. An empty bucket has nulls and 0.
 */
export interface TrendBucket {
  start: string;
  min: number | null;
  max: number | null;
  first: number | null;
  last: number | null;
  quality: Quality | null;
  count: number;
}

/** A part of the span without a known value. */
export interface TrendGap {
  start: string;
  end: string;
}

/**
 * What a trend is made of. `all`: every sample. `extremes`: of each bucket at least the first, lowest, highest and last
 * sample, chosen by the source. `parts`: every sample of some parts; `unread` are the others.
 */
export type TrendBasis = "all" | "extremes" | "parts";

export interface Trend {
  /** The newest sample at or before `from`. */
  held: TrendValue | null;
  samples: number;
  basis: TrendBasis;
  /** The parts of the span that were not read; empty unless `basis` is `parts`. */
  unread: TrendGap[];
  /** Of numbers; empty for texts and booleans. */
  buckets: TrendBucket[];
  /** Of texts and booleans: each new value or quality, the newest 2,000; empty for numbers. */
  changes: TrendValue[];
  /** True when older changes are left out. */
  truncated: boolean;
  gaps: TrendGap[];
}
