import type { Ms } from "../shared/time.ts";
import type { IntervalCount } from "./counts.ts";
import { INTERVAL_MS, intervalsOf, intervalStart, ranMs, type StatisticsSpan } from "./span.ts";
import type { AlarmRate } from "./types.ts";

/** Most points of a series. In a longer span, a point covers several intervals. */
export const SERIES_POINTS = 500;
const POINT_MINUTES = [10, 30, 60, 120, 360, 720, 1_440];

/** The peak is the first of the intervals with the most events. */
export function rateOf(counts: readonly IntervalCount[], span: StatisticsSpan): AlarmRate {
  const events = counts.reduce((sum, { count }) => sum + count, 0);
  const busiest = counts.reduce<IntervalCount | undefined>(
    (most, next) => most === undefined || next.count > most.count ? next : most,
    undefined,
  );
  return {
    average: perInterval(events, span),
    peak: busiest?.count ?? 0,
    peakAtMs: busiest === undefined ? null : intervalStart(span, busiest.interval),
  };
}

/** Over the time in which Andon ran, ten minutes at least, so that a first event is no great rate. */
function perInterval(events: number, span: StatisticsSpan): number {
  return events * INTERVAL_MS / Math.max(INTERVAL_MS, ranMs(span));
}

export interface SeriesPoint {
  startMs: Ms;
  events: number;
  /** Events in the busiest interval of the point. */
  peak: number;
}

export interface AlarmSeries {
  minutes: number;
  points: SeriesPoint[];
}

/** All points of the span, including those without events. */
export function seriesOf(counts: readonly IntervalCount[], span: StatisticsSpan): AlarmSeries {
  const minutes = pointMinutes(span);
  const each = minutes * 60_000 / INTERVAL_MS;
  const points = Array.from({ length: Math.ceil(intervalsOf(span) / each) }, (_, i): SeriesPoint => ({
    startMs: intervalStart(span, i * each),
    events: 0,
    peak: 0,
  }));
  for (const { interval, count } of counts) {
    const point = points[Math.floor(interval / each)]!;
    point.events += count;
    point.peak = Math.max(point.peak, count);
  }
  return { minutes, points };
}

function pointMinutes(span: StatisticsSpan): number {
  const fitting = POINT_MINUTES.find((minutes) =>
    intervalsOf(span) * INTERVAL_MS / (minutes * 60_000) <= SERIES_POINTS
  );
  return fitting ?? POINT_MINUTES.at(-1)!;
}
