import type { Ticks } from "../../shared/time.ts";

const DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS;
/** Many rows in more ordered runs than this are sorted by digits, if their times are close together. */
const FEW_RUNS = 8;

/**
 * Sorts rows by time, keeping the order of equal times. Overwrites `rows`. Samples arrive in pages, which are
 * ordered runs.
 */
export function rowsByTime(rows: Int32Array<ArrayBuffer>, time: Float64Array): Int32Array<ArrayBuffer> {
  const starts = runStarts(rows, time);
  if (rows.length > DIGITS && starts.length > FEW_RUNS) {
    const [least, most] = bounds(rows, time);
    if (most - least < 2 ** 32) return byDigits(rows, time, { least, most });
  }
  return byMerging(rows, time, starts);
}

/** Radix sort by the time above the least, lowest digit first. Times are whole ticks less than 2^32 apart. */
function byDigits(
  rows: Int32Array<ArrayBuffer>,
  time: Float64Array,
  { least, most }: { least: Ticks; most: Ticks },
): Int32Array<ArrayBuffer> {
  const count = rows.length, ends = new Int32Array(DIGITS);
  let from = rows, keys = new Uint32Array(count);
  let to = new Int32Array(count), toKeys = new Uint32Array(count);
  for (let i = 0; i < count; i++) keys[i] = time[rows[i]!]! - least;
  for (let shift = 0; shift < 32 && most - least >= 2 ** shift; shift += DIGIT_BITS) {
    ends.fill(0);
    for (let i = 0; i < count; i++) ends[(keys[i]! >>> shift) & (DIGITS - 1)]!++;
    for (let digit = 0, sum = 0; digit < DIGITS; digit++) sum = ends[digit]! += sum;
    for (let i = count - 1; i >= 0; i--) {
      const key = keys[i]!, at = --ends[(key >>> shift) & (DIGITS - 1)]!;
      to[at] = from[i]!;
      toKeys[at] = key;
    }
    [from, to] = [to, from];
    [keys, toKeys] = [toKeys, keys];
  }
  return from;
}

function bounds(rows: Int32Array, time: Float64Array): [least: Ticks, most: Ticks] {
  let least = Infinity, most = -Infinity;
  for (let i = 0; i < rows.length; i++) {
    const at = time[rows[i]!]!;
    if (at < least) least = at;
    if (at > most) most = at;
  }
  return [least, most];
}

/** A natural merge sort: nearly linear for a few ordered runs. */
function byMerging(
  rows: Int32Array<ArrayBuffer>,
  time: Float64Array,
  starts: number[],
): Int32Array<ArrayBuffer> {
  let from = rows, to = new Int32Array(rows.length);
  while (starts.length > 2) {
    const merged: number[] = [];
    for (let run = 0; run + 1 < starts.length; run += 2) {
      const end = starts[Math.min(run + 2, starts.length - 1)]!;
      mergeRuns(from, to, { time, start: starts[run]!, middle: starts[run + 1]!, end });
      merged.push(starts[run]!);
    }
    merged.push(rows.length);
    [from, to, starts] = [to, from, merged];
  }
  return from;
}

/** Merges two lists of rows, each in order of time. */
export function mergedByTime(
  one: Int32Array<ArrayBuffer>,
  other: Int32Array<ArrayBuffer>,
  time: Float64Array,
): Int32Array<ArrayBuffer> {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = new Int32Array(one.length + other.length), merged = new Int32Array(both.length);
  both.set(one);
  both.set(other, one.length);
  mergeRuns(both, merged, { time, start: 0, middle: one.length, end: both.length });
  return merged;
}

/** The starts of ordered runs, and the end. */
function runStarts(rows: Int32Array, time: Float64Array): number[] {
  const starts = [0];
  for (let i = 1; i < rows.length; i++) {
    if (time[rows[i]!]! < time[rows[i - 1]!]!) starts.push(i);
  }
  starts.push(rows.length);
  return starts;
}

interface Runs {
  time: Float64Array;
  start: number;
  middle: number;
  end: number;
}

function mergeRuns(from: Int32Array, to: Int32Array, { time, start, middle, end }: Runs): void {
  let left = start, right = middle;
  for (let i = start; i < end; i++) {
    const takeLeft = left < middle && (right >= end || time[from[left]!]! <= time[from[right]!]!);
    to[i] = takeLeft ? from[left++]! : from[right++]!;
  }
}
