import type { Schemas } from "../api/client.ts";
import type { TrendSeries } from "../parts/trend/types.ts";

type Trend = Schemas["Trend"];

/** The data of a curve. */
export interface Bucketed extends Pick<Trend, "buckets" | "held" | "gaps"> {
  stream: Pick<Trend["stream"], "stream_name" | "uom">;
}

/** Buckets as a curve of last values with ranges. An empty bucket repeats the previous value, except in a gap. */
export function seriesOf({ stream, buckets, held, gaps }: Bucketed): TrendSeries {
  let last = typeof held?.value === "number" ? held.value : null;
  const isGap = (ms: number) =>
    gaps.some(({ start, end }) => Date.parse(start) <= ms && ms < Date.parse(end));
  const timesMs = buckets.map(({ start }) => Date.parse(start));
  const values = buckets.map(({ last: value, start }) => {
    if (isGap(Date.parse(start)) && value === null) return null;
    last = value ?? last;
    return last;
  });
  return {
    label: stream.stream_name,
    unit: stream.uom,
    timesMs,
    values,
    lows: buckets.map(({ min }, index) => min ?? values[index]!),
    highs: buckets.map(({ max }, index) => max ?? values[index]!),
  };
}
