import type { ReadonlySignal } from "@preact/signals";
import type { Severity } from "../../api/client.ts";

/** A curve; times in milliseconds since 1970, ascending. Null marks time without data. */
export interface TrendSeries {
  label: string;
  unit: string | null;
  timesMs: readonly number[];
  values: readonly (number | null)[];
  /** The range of each bucket, if values aggregate several samples. */
  lows?: readonly (number | null)[];
  highs?: readonly (number | null)[];
  limits?: readonly TrendLimit[];
  /** The values of a text, state or boolean, in order of time; then `values` are null. */
  states?: readonly TrendState[];
  /** The number of the curve whose past this one is; it is drawn thin and dashed, in that curve's colour. */
  pastOf?: number;
}

/** A time in which a text, state or boolean has one value; null: no data. */
export interface TrendState extends TrendView {
  text: string | null;
}

/** One value of a curve, or of a text, state or boolean. */
export interface TrendPoint {
  ms: number;
  value: number | null;
  text?: string | null;
}

/** A threshold of a deployed rule. */
export interface TrendLimit {
  value: number;
  severity: Severity;
  label: string;
  /** The side on which a value violates it; undefined if that depends on other conditions. */
  wrong?: "above" | "below";
  /** Here an event ends: nothing is wrong. */
  isEnd?: true;
}

/** The time of an event. */
export interface TrendBand {
  fromMs: number;
  toMs: number;
  severity: Severity;
}

/** The time that a chart shows. */
export interface TrendView {
  fromMs: number;
  toMs: number;
}

/**
 * The value axes of several curves: one for all, a lane for each, or lanes only where units differ or a curve would be flat.
 * States always have lanes of their own.
 */
export type TrendAxes = "auto" | "shared" | "lanes";

/** What is being read in place of what a chart shows. */
export interface TrendLoading {
  /** `7 d`. */
  what: string;
  view: TrendView;
  /** How much of it is read, if that is known. */
  progress?: ReadonlySignal<TrendProgress | undefined>;
}

/** The number of curves that are read, of all. */
export interface TrendProgress {
  done: number;
  of: number;
}

/** The number of decimals needed to distinguish values of this range. */
export function decimalsFor(values: readonly (number | null | undefined)[]): number {
  const known = values.filter((value) => typeof value === "number");
  if (known.length === 0) return 1;
  let low = Infinity, high = -Infinity, isWhole = true;
  for (const value of known) {
    low = Math.min(low, value);
    high = Math.max(high, value);
    isWhole &&= Number.isInteger(value);
  }
  const scale = high > low ? high - low : Math.abs(low);
  if (scale === 0 || isWhole || !Number.isFinite(scale)) return isWhole || scale === 0 ? 0 : 1;
  return Math.max(0, Math.min(4, Math.ceil(1.5 - Math.log10(scale))));
}
