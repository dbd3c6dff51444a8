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
}

/** One value of a curve. */
export interface TrendPoint {
  ms: number;
  value: number | null;
}

/** A threshold of a deployed rule. */
export interface TrendLimit {
  value: number;
  severity: Severity;
  label: string;
  /** The side on which a value violates it; undefined if that depends on other conditions. */
  wrong?: "above" | "below";
}

/** The time of an event. */
export interface TrendBand {
  fromMs: number;
  toMs: number;
  severity: Severity;
}

/** The number of decimals needed to distinguish values of this range. */
export function decimalsFor(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  const range = Math.max(...known) - Math.min(...known);
  if (known.length === 0 || !Number.isFinite(range)) return 1;
  const scale = range > 0 ? range : Math.abs(known[0]);
  if (scale === 0 || known.every(Number.isInteger)) return 0;
  return Math.max(0, Math.min(4, Math.ceil(1.5 - Math.log10(scale))));
}
