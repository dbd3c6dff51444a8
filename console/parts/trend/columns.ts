import { addState, stateAt } from "./states.ts";
import type { TrendPoint, TrendSeries, TrendState } from "./types.ts";

/** A value, null for time without data, undefined where the curve has no point at that time. */
type Cell = number | null | undefined;

/** The columns of one curve. */
export interface SeriesColumns {
  values: Cell[];
  lows: Cell[];
  highs: Cell[];
  /** Of a text, state or boolean. */
  states?: TrendState[];
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
      const states = one.states?.map((state) => ({ ...state }));
      if (isSame(one.timesMs, timesMs)) {
        return { values: [...values], lows: [...lows], highs: [...highs], states };
      }
      const at = new Map(one.timesMs.map((ms, index) => [ms, index]));
      const placed = (column: readonly (number | null)[]) =>
        timesMs.map((ms) => {
          const index = at.get(ms);
          return index === undefined ? undefined : column[index];
        });
      return { values: placed(values), lows: placed(lows), highs: placed(highs), states };
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
  { of, point: { ms, value, text = null }, widthMs }: { of: number; point: TrendPoint; widthMs: number },
): boolean {
  const last = timesMs.length - 1, columns = series[of];
  if (columns === undefined) return false;
  const isAdded = columns.states === undefined || addState(columns.states, { ms, text });
  if (!isAdded || (last >= 0 && ms < timesMs[last]!)) return isAdded && columns.states !== undefined;
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
  for (const { states } of series) states?.splice(0, states.findIndex(({ toMs }) => toMs >= fromMs));
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

/** The state of a text, state or boolean in the bucket at a position; undefined for curves. */
export function stateIn(
  { timesMs, series }: TrendColumns,
  { of, at }: { of: number; at: number },
): string | undefined {
  const { states } = series[of]!, endMs = (timesMs[at + 1] ?? Infinity) - 1;
  return states === undefined ? undefined : stateAt(states, endMs) ?? "no data";
}
