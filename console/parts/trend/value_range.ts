export interface RangeInput {
  /** The values in view, lowest and highest of each bucket included. */
  values: readonly (number | null | undefined)[];
  limits: readonly number[];
  /** Shows every value, outliers included. */
  isWhole: boolean;
}

export interface ValueRange {
  min: number;
  max: number;
  /** How many values lie outside, and the farthest below and above. */
  outside: number;
  lowest: number | null;
  highest: number | null;
}

/** Fewer values have no outliers. */
const FEWEST = 20;
/** The share of values at each end that may be outliers. */
const TAIL = 0.02;
/** How far beyond the others an outlier lies, in widths of the others' range. */
const REACH = 2;
const MARGIN = 0.08;

/** The range of a value axis: the curve without outliers, and every threshold. */
export function valueRange({ values, limits, isWhole }: RangeInput): ValueRange {
  const known = sortedNumbers(values);
  const within = isWhole ? known : known.subarray(...withoutOutliers(known));
  const shown = [...limits, ...within.length === 0 ? [] : [within[0]!, within.at(-1)!]];
  if (shown.length === 0) return { min: 0, max: 1, outside: 0, lowest: null, highest: null };
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const margin = (high - low || Math.abs(high) || 1) * MARGIN;
  const [min, max] = [low - margin, high + margin];
  return { min, max, ...outsideOf(known, { min, max }) };
}

/** The lowest and the highest value, outliers left out; undefined without values. */
export function usualRange(values: RangeInput["values"]): [number, number] | undefined {
  const known = sortedNumbers(values), within = known.subarray(...withoutOutliers(known));
  return within.length === 0 ? undefined : [within[0]!, within.at(-1)!];
}

function sortedNumbers(values: RangeInput["values"]): Float64Array {
  return Float64Array.from(values.filter((value) => typeof value === "number")).sort();
}

/** The positions of the first and after the last value that is no outlier. */
function withoutOutliers(sorted: Float64Array): [number, number] {
  const last = sorted.length - 1;
  if (sorted.length < FEWEST) return [0, sorted.length];
  const tail = Math.ceil(last * TAIL);
  const low = sorted[tail]!, high = sorted[last - tail]!;
  const reach = REACH * (high - low) || Math.max(1, Math.abs(low) / 2);
  const first = sorted.findIndex((value) => value >= low - reach);
  return [first, sorted.findLastIndex((value) => value <= high + reach) + 1];
}

function outsideOf(sorted: Float64Array, { min, max }: { min: number; max: number }) {
  const outside = sorted.reduce((count, value) => value < min || value > max ? count + 1 : count, 0);
  const [lowest = Infinity] = sorted, highest = sorted.at(-1) ?? -Infinity;
  return { outside, lowest: lowest < min ? lowest : null, highest: highest > max ? highest : null };
}
