import type { Schemas } from "../../api/client.ts";
import type { TrendSeries } from "../../parts/trend/types.ts";
import { trendSeries } from "../../streams/trend_series.ts";

export type TrendOfSeveral = Schemas["TrendOfSeveral"];
type Trend = Schemas["Trend"];

export const DAY_MS = 86_400_000;

export function trendsIn(read: readonly TrendOfSeveral[]): Trend[] {
  return read.flatMap(({ trend }) => trend === null ? [] : [trend]);
}

/** The curves of trends, and after them those of numbers on the day before, moved forward by a day. */
export function exploreSeries(
  read: readonly TrendOfSeveral[],
  before: readonly TrendOfSeveral[] = [],
): TrendSeries[] {
  const now = trendsIn(read);
  const past = trendsIn(before).filter(({ stream }) => stream.data_type === "NUM").flatMap((trend) => {
    const pastOf = now.findIndex(({ stream }) => stream.id === trend.stream.id);
    return pastOf < 0 ? [] : [dayLater(trend, pastOf)];
  });
  return [...now.map(trendSeries), ...past];
}

function dayLater(trend: Trend, pastOf: number): TrendSeries {
  const series = trendSeries(trend);
  return {
    ...series,
    label: `${series.label}, day before`,
    timesMs: series.timesMs.map((ms) => ms + DAY_MS),
    pastOf,
  };
}

/** The streams in at most this many parts of equal size. */
export function partsOf(streams: readonly number[], most: number): number[][] {
  const size = Math.max(1, Math.ceil(streams.length / most));
  return Array.from(
    { length: Math.ceil(streams.length / size) },
    (_, i) => streams.slice(i * size, (i + 1) * size),
  );
}
