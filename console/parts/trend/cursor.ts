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

export interface CursorPoint {
  ms: number;
  value: number | null;
}

/** "14:05:09, 7.2 bar, above High 6.0": the value at the cursor and the thresholds it violates. */
export function cursorText(
  { unit }: Pick<TrendSeries, "unit">,
  { point: { ms, value }, limits, moment, decimals }: {
    point: CursorPoint;
    limits: readonly TrendLimit[];
    moment(ms: number): string;
    decimals: number;
  },
): string {
  if (value === null) return `${moment(ms)}, no data`;
  const past = limits.filter(({ isEnd }) => !isEnd).flatMap(({ value: limit, wrong = "above", label }) =>
    wrong === "above" ? value > limit ? [`above ${label}`] : [] : value < limit ? [`below ${label}`] : []
  );
  return [moment(ms), valueText({ unit }, { value, decimals }), ...past].join(", ");
}

/** `7.2 bar`, `no data`. */
export function valueText(
  { unit }: Pick<TrendSeries, "unit">,
  { value, decimals }: { value: number | null; decimals: number },
): string {
  if (value === null) return "no data";
  return `${decimalText(value, decimals)}${unit === null ? "" : ` ${unit}`}`;
}
