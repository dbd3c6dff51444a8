import type { DataType, Sample } from "../sample/types.ts";
import { isoFromTicks, sourceTimeFromTicks } from "../shared/time.ts";
import { trendBuckets } from "./buckets.ts";
import { type GapInput, trendGaps } from "./gaps.ts";
import { type Trend, TREND_CHANGES, type TrendBasis, type TrendValue } from "./types.ts";

export interface TrendInput extends GapInput {
  dataType: DataType;
  basis?: TrendBasis;
}

/** The trend of a stream over a span: numbers in buckets, texts and booleans as their changes. */
export function composeTrend(input: TrendInput): Trend {
  const { held, samples, dataType, basis = "all", unread = [] } = input;
  const changes = dataType === "NUM" ? [] : changesOf(unread.length === 0 ? held : null, samples);
  return {
    held: held === null ? null : trendValue(held),
    samples: samples.length,
    basis,
    unread: unread.map(({ from, to }) => ({ start: isoFromTicks(from), end: isoFromTicks(to) })),
    buckets: dataType === "NUM" ? trendBuckets(samples, input) : [],
    changes: changes.slice(-TREND_CHANGES).map(trendValue),
    truncated: changes.length > TREND_CHANGES,
    gaps: trendGaps({ ...input, isThinned: basis === "extremes" }),
  };
}

function changesOf(held: Sample | null, samples: readonly Sample[]): Sample[] {
  let last = held;
  return samples.filter((sample) => {
    const changed = sample.value !== last?.value || sample.quality !== last.quality;
    last = sample;
    return changed;
  });
}

/** A sample as clients read it. */
export function trendValue({ time, value, quality }: Sample): TrendValue {
  return { time: sourceTimeFromTicks(time), value, quality };
}
