import { type CsvFormat, csvText } from "../parts/csv.ts";
import { columnsOf, stateIn } from "../parts/trend/columns.ts";
import type { TrendSeries } from "../parts/trend/types.ts";

/** Curves as CSV: the times in the plant's zone and in UTC (ISO 8601), and of each curve the last, lowest and highest value. */
export function trendCsv(
  series: readonly TrendSeries[],
  { zone, full }: { zone: string; full(ms: number): string },
  format?: CsvFormat,
): string {
  const all = columnsOf(series), { timesMs, series: columns } = all;
  const head = series.flatMap(({ label, unit, states }) => {
    const name = unit === null ? label : `${label} (${unit})`;
    return states !== undefined ? [name] : [name, `${name}, lowest`, `${name}, highest`];
  });
  const rows = timesMs.map((ms, at) => [
    ...[full(ms), new Date(ms).toISOString()],
    ...columns.flatMap(({ values, lows, highs }, of): (string | number | null | undefined)[] => {
      const state = stateIn(all, { of, at });
      return state !== undefined ? [state] : [values[at], lows[at], highs[at]];
    }),
  ]);
  return csvText([[`Time (${zone})`, "Time (ISO 8601)", ...head], ...rows], format);
}
