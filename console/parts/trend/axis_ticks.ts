import { decimalText } from "../numbers.ts";

export interface AxisTick {
  value: number;
  text: string;
}

/** Round values within a range, about this many, with the fewest decimals that tell them apart. */
export function axisTicks({ min, max }: { min: number; max: number }, count: number): AxisTick[] {
  if (!(max > min)) return [];
  const step = roundStep((max - min) / Math.max(1, count));
  const decimals = Math.max(0, -Math.floor(Math.log10(step)) + (isQuarter(step) ? 1 : 0));
  const first = Math.ceil(min / step), last = Math.floor(max / step);
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    return { value, text: decimalText(value, Math.min(12, decimals)) };
  });
}

/** 1, 2, 2.5 or 5 times a power of ten, not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= least * (1 - 1e-9))!;
}

function isQuarter(step: number): boolean {
  return Math.abs(step / 10 ** Math.floor(Math.log10(step)) - 2.5) < 1e-6;
}
