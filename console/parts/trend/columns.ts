import type { TrendPoint, TrendSeries } from "./types.ts";

/** A value, null for time without data, undefined where the curve has no point at that time. */
type Cell = number | null | undefined;

/** The columns of one curve. */
export interface SeriesColumns {
  values: Cell[];
  lows: Cell[];
  highs: Cell[];
}

/** Several curves over common times, in milliseconds since 1970. */
export interface TrendColumns {
  timesMs: number[];
  series: SeriesColumns[];
}

/** Puts curves on common times; a curve has no point at another's time. */
export function columnsOf(series: readonly TrendSeries[]): TrendColumns {
  const timesMs = commonTimes(series);
  return {
    timesMs,
    series: series.map((one) => {
      const { values, lows = values, highs = values } = one;
      if (isSame(one.timesMs, timesMs)) return { values: [...values], lows: [...lows], highs: [...highs] };
      const at = new Map(one.timesMs.map((ms, index) => [ms, index]));
      const placed = (column: readonly (number | null)[]) =>
        timesMs.map((ms) => {
          const index = at.get(ms);
          return index === undefined ? undefined : column[index];
        });
      return { values: placed(values), lows: placed(lows), highs: placed(highs) };
    }),
  };
}

function commonTimes(series: readonly TrendSeries[]): number[] {
  const [first] = series;
  if (first === undefined) return [];
  if (series.every(({ timesMs }) => isSame(timesMs, first.timesMs))) return [...first.timesMs];
  return [...new Set(series.flatMap(({ timesMs }) => timesMs))].sort((a, b) => a - b);
}

/** Curves of one request have the same bounds, and as many buckets. */
function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a[0] === b[0] && a.at(-1) === b.at(-1);
}

/**
 * Adds a new point of a curve: into the last bucket while it lasts, else as a bucket of its own. False when the point is
 * not newer than what is shown.
 */
export function addPoint(
  { timesMs, series }: TrendColumns,
  { of, point: { ms, value }, widthMs }: { of: number; point: TrendPoint; widthMs: number },
): boolean {
  const last = timesMs.length - 1, columns = series[of];
  if (columns === undefined || (last >= 0 && ms < timesMs[last]!)) return false;
  if (last >= 0 && ms < timesMs[last]! + widthMs) {
    const low = columns.lows[last], high = columns.highs[last];
    columns.values[last] = value ?? columns.values[last];
    if (value === null) return true;
    columns.lows[last] = Math.min(low ?? value, value);
    columns.highs[last] = Math.max(high ?? value, value);
    return true;
  }
  timesMs.push(ms);
  series.forEach((one, index) => {
    const cell = index === of ? value : undefined;
    for (const column of [one.values, one.lows, one.highs]) column.push(cell);
  });
  return true;
}

/** Drops what lies before a time. */
export function dropBefore({ timesMs, series }: TrendColumns, fromMs: number): void {
  const count = timesMs.findIndex((ms) => ms >= fromMs) - 1;
  if (count <= 0) return;
  timesMs.splice(0, count);
  for (const one of series) for (const column of [one.values, one.lows, one.highs]) column.splice(0, count);
}

/** The newest value of a curve at or before a position. */
export function valueAt({ series }: TrendColumns, { of, at }: { of: number; at: number }): number | null {
  const { values } = series[of]!;
  for (let index = at; index >= 0; index--) {
    const value = values[index];
    if (value !== undefined) return value;
  }
  return null;
}
