import type { Quality, SampleValue } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";

export const TREND_POINTS = { min: 2, max: 2_000, default: 300 } as const;
/** Changes of texts and truths that one trend holds. */
export const TREND_CHANGES = 2_000;
/** Samples that one trend may be made of. */
export const TREND_SAMPLES = 200_000;
export const TREND_DAYS = 366;

/** A span of one stream: `from` and `to` belong to it. */
export interface TrendSpan {
  from: Ticks;
  to: Ticks;
  /** Into how many buckets of equal width it is cut. */
  points: number;
}

/** One value as it stood at a source time, with its full fraction. */
export interface TrendValue {
  time: string;
  value: SampleValue | null;
  quality: Quality;
}

/**
 * The numbers of a bucket: `min`, `max`, `first` and `last` of the samples that are not bad, `quality` the worst of
 * all, `count` of all. An empty bucket has nulls and 0.
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

/** A part of the span in which no value is known. */
export interface TrendGap {
  start: string;
  end: string;
}

export interface Trend {
  /** What was held at `from`: the newest sample at or before it. */
  held: TrendValue | null;
  samples: number;
  /** Of numbers; empty for texts and truths. */
  buckets: TrendBucket[];
  /** Of texts and truths: each new value or quality, the newest 2,000; empty for numbers. */
  changes: TrendValue[];
  /** More changes than `changes` holds: the older ones are left out. */
  truncated: boolean;
  gaps: TrendGap[];
}
