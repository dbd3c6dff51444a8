import type { TrendLimit, TrendSeries } from "./types.ts";
import { decimalText } from "../numbers.ts";

/** The point that a key moves the trend's cursor to; undefined for other keys. */
export function cursorAfterKey(
  key: string,
  { at, count }: { at: number; count: number },
): number | undefined {
  const step = Math.max(1, Math.round(count / 10));
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    PageUp: at + step,
    PageDown: at - step,
    Home: 0,
    End: count - 1,
  }[
    key
  ];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** "14:05:09, 7.2 bar, above High 6.0": the value at the cursor and the thresholds it violates. */
export function cursorText(
  series: TrendSeries,
  { at, limits, moment, decimals }: {
    at: number;
    limits: readonly TrendLimit[];
    moment(ms: number): string;
    decimals: number;
  },
): string {
  const value = series.values[at] ?? null;
  const when = moment(series.timesMs[at]);
  if (value === null) return `${when}, no data`;
  const unit = series.unit === null ? "" : ` ${series.unit}`;
  const past = limits.flatMap(({ value: limit, wrong = "above", label }) =>
    wrong === "above" ? value > limit ? [`above ${label}`] : [] : value < limit ? [`below ${label}`] : []
  );
  return [when, `${decimalText(value, decimals)}${unit}`, ...past].join(", ");
}

/** The range after zooming by a key: `+` halves it around the cursor, `-` doubles it, within the whole. */
export function rangeAfterZoom(
  key: string,
  { min, max, centre, whole }: { min: number; max: number; centre: number; whole: [number, number] },
): [number, number] | undefined {
  const factor = { "+": 0.5, "=": 0.5, "-": 2 }[key];
  if (factor === undefined) return undefined;
  const width = Math.min((max - min) * factor, whole[1] - whole[0]);
  const from = Math.max(whole[0], Math.min(whole[1] - width, centre - width / 2));
  return [from, from + width];
}
