import process from "node:process";

/** Rounds that tolerate a noisy machine: candidates alternate in one process, and medians of the rounds count. */

export interface Rounds {
  rounds: number;
  warmUp?: number;
}

/**
 * Runs the candidates alternately, in reverse order every other round, and returns the results of each round by
 * name (a speed, a time, whatever it measures). Warm-up rounds are discarded.
 */
export async function alternately<Name extends string>(
  candidates: Record<Name, () => number | Promise<number>>,
  { rounds, warmUp = 1 }: Rounds,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const given = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await candidates[name]();
      if (round >= 0) given[name].push(figure);
    }
  }
  return given;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile, interpolated between the two nearest values; NaN for no values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = part * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? NaN, high = sorted[Math.ceil(place)] ?? NaN;
  return low + (high - low) * (place - Math.floor(place));
}

/** The median of the ratios of each round, in which disturbances of both cancel out. */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((one, i) => one / theirs[i]!));
}

/** `3.21 M (2.90 M–3.40 M)`. */
export function spread(values: readonly number[], show: (value: number) => string = short): string {
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

export function short(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(0)} k`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(2)} k`;
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** A rate per CPU second of this process, which other programs do not affect. */
export function perCpuSecond(count: number, work: () => void): number {
  const begun = cpuMicroseconds();
  work();
  return count / ((cpuMicroseconds() - begun) / 1e6);
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
