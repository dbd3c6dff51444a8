/** The step of a threshold on an axis of this height: a power of ten, 100 to 1,000 of them on the axis. */
export function stepOf(height: number): number {
  if (!(height > 0) || !Number.isFinite(height)) return 1;
  return 10 ** Math.floor(Math.log10(height) - 2);
}

/** The nearest multiple of a power of ten, without the noise of binary fractions. */
export function roundedTo(value: number, step: number): number {
  const decimals = Math.max(0, Math.min(15, -Math.round(Math.log10(step))));
  return Number((Math.round(value / step) * step).toFixed(decimals));
}

interface Steps {
  value: number;
  step: number;
  min: number;
  max: number;
}

const PAGE = 10;

/** The threshold after a key of a slider; undefined for other keys. */
export function valueAfterKey(key: string, { value, step, min, max }: Steps): number | undefined {
  const to = {
    ArrowUp: value + step,
    ArrowRight: value + step,
    ArrowDown: value - step,
    ArrowLeft: value - step,
    PageUp: value + PAGE * step,
    PageDown: value - PAGE * step,
    Home: min,
    End: max,
  }[key];
  return to === undefined ? undefined : roundedTo(to, step);
}

/** A limit just beyond what the values reached: a tenth of their range above the highest, or below the lowest. */
export function proposedLimit(
  values: readonly (number | null | undefined)[],
  side: "above" | "below",
): number | undefined {
  const known = values.filter((value) => typeof value === "number");
  if (known.length === 0) return undefined;
  const [low, high] = known.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  );
  const range = high - low || Math.abs(high) || 1, step = stepOf(range * 10);
  return side === "above"
    ? roundedTo(Math.ceil((high + range / 10) / step) * step, step)
    : roundedTo(Math.floor((low - range / 10) / step) * step, step);
}
