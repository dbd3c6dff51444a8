import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_text.ts";
import type { TrendSeries, TrendState } from "../parts/trend/types.ts";

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

/** A trend as a curve, or as the states of a text or boolean. */
export function trendSeries(trend: Trend): TrendSeries {
  return trend.stream.data_type === "NUM" ? seriesOf(trend) : stateSeriesOf(trend);
}

/** The times are those of a curve over the same span. */
function stateSeriesOf(trend: Trend): TrendSeries {
  const { stream, points } = trend;
  const fromMs = Date.parse(trend.from), widthMs = (Date.parse(trend.to) - fromMs) / points;
  const timesMs = Array.from({ length: points }, (_, i) => Math.floor(fromMs + i * widthMs));
  return {
    label: stream.stream_name,
    unit: stream.uom,
    timesMs,
    values: timesMs.map(() => null),
    states: statesOf(trend),
  };
}

/** Each value lasts until the next one, or until a gap. Times that were not read have none. */
export function statesOf(
  trend: Pick<Trend, "held" | "changes" | "truncated" | "gaps" | "unread" | "from" | "to">,
): TrendState[] {
  const { held, changes, unread, truncated } = trend;
  const isWhole = unread.length === 0 && !truncated;
  const known = [...held === null || !isWhole ? [] : [{ ...held, time: trend.from }], ...changes];
  const gaps = trend.gaps.map(({ start, end }) => ({ fromMs: Date.parse(start), toMs: Date.parse(end) }));
  return known.flatMap(({ time, value, quality }, index): TrendState[] => {
    const fromMs = Date.parse(time), toMs = Date.parse(known[index + 1]?.time ?? trend.to);
    const text = stateText({ value, quality });
    const gap = gaps.find((one) => one.toMs > fromMs && one.fromMs < toMs);
    if (gap === undefined) return [{ fromMs, toMs, text }];
    const endMs = Math.max(fromMs, gap.fromMs);
    return [{ fromMs, toMs: endMs, text }, { fromMs: endMs, toMs, text: null }];
  }).filter(({ fromMs, toMs }) => toMs > fromMs);
}

/** `Running`, `Running (uncertain)`; null without a value. */
export function stateText(
  { value, quality }: { value: number | string | boolean | null; quality: string },
): string | null {
  if (value === null) return null;
  return quality === "good" ? valueText(value) : `${valueText(value)} (${quality})`;
}
