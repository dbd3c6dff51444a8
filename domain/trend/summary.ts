import type { Trend, TrendBasis, TrendBucket, TrendValue } from "./types.ts";

/** A summary of a stream over a window. Numbers are null where there is no good sample. */
export interface TrendSummary {
  /** The samples that were read. */
  samples: number;
  /** What was read, unless it is every sample. */
  basis?: TrendBasis;
  gaps: number;
  min?: number | null;
  max?: number | null;
  /** Weighted by time: each bucket counts the same, whatever its number of samples. */
  mean?: number | null;
  first?: number | null;
  last?: number | null;
  /**
   * Rise of a straight line fitted through the buckets, and its direction when it is large beside their
   * spread.
   */
  change?: number | null;
  trend?: "rising" | "falling" | "steady" | "unknown";
  /** Texts and booleans: the newest changes, newest first. */
  changes?: TrendValue[];
  held?: TrendValue | null;
}

const SHOWN_CHANGES = 20;
/** A line that moves less than this share of the range is steady. */
const STEADY_SHARE = 0.25;

export function summarised({ samples, basis, buckets, changes, gaps, held }: Trend): TrendSummary {
  const counts = { samples, gaps: gaps.length, ...basis !== "all" && { basis } };
  if (buckets.length === 0) return { ...counts, held, changes: changes.slice(-SHOWN_CHANGES).reverse() };
  const filled = buckets.map((bucket, at) => ({ at, ...bucket })).filter(hasNumbers);
  if (filled.length === 0) {
    return {
      ...counts,
      min: null,
      max: null,
      mean: null,
      first: null,
      last: null,
      change: null,
      trend: "unknown",
    };
  }
  const min = Math.min(...filled.map((bucket) => bucket.min));
  const max = Math.max(...filled.map((bucket) => bucket.max));
  const points = filled.map(({ at, first, last }) => ({ x: at, y: (first + last) / 2 }));
  const change = rise(points);
  return {
    ...counts,
    min,
    max,
    mean: mean(points.map(({ y }) => y)),
    first: filled[0]!.first,
    last: filled[filled.length - 1]!.last,
    change,
    trend: Math.abs(change) <= (max - min) * STEADY_SHARE ? "steady" : change > 0 ? "rising" : "falling",
  };
}

type Numbers = Record<"min" | "max" | "first" | "last", number>;

function hasNumbers<B extends TrendBucket>(bucket: B): bucket is B & Numbers {
  return bucket.min !== null && bucket.max !== null && bucket.first !== null && bucket.last !== null;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The rise of a least-squares line from the first point to the last. */
function rise(points: { x: number; y: number }[]): number {
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (spread === 0) return 0;
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
  return slope * (points[points.length - 1]!.x - points[0]!.x);
}
