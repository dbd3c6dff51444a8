import { csvText } from "../parts/csv.ts";
import { columnsOf } from "../parts/trend/columns.ts";
import type { TrendSeries } from "../parts/trend/types.ts";

/** Curves as CSV: the times in the plant's zone and in UTC (ISO 8601), and of each curve the last, lowest and highest value. */
export function trendCsv(
  series: readonly TrendSeries[],
  { zone, full }: { zone: string; full(ms: number): string },
): string {
  const { timesMs, series: columns } = columnsOf(series);
  const head = series.flatMap(({ label, unit }) => {
    const name = unit === null ? label : `${label} (${unit})`;
    return [name, `${name}, lowest`, `${name}, highest`];
  });
  const rows = timesMs.map((ms, at) => [
    ...[full(ms), new Date(ms).toISOString()],
    ...columns.flatMap(({ values, lows, highs }) => [values[at], lows[at], highs[at]]),
  ]);
  return csvText([[`Time (${zone})`, "Time (ISO 8601)", ...head], ...rows]);
}
