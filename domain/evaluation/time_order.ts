/**
 * The rows in order of time, rows of one time in the order given: a natural merge sort, near linear on a few
 * ordered runs, which is how pages of samples come.
 */
export function rowsByTime(rows: Int32Array<ArrayBuffer>, time: Float64Array): Int32Array<ArrayBuffer> {
  let from = rows, to = new Int32Array(rows.length);
  let starts = runStarts(rows, time);
  while (starts.length > 2) {
    const merged: number[] = [];
    for (let run = 0; run + 1 < starts.length; run += 2) {
      const end = starts[Math.min(run + 2, starts.length - 1)];
      mergeRuns(from, to, { time, start: starts[run], middle: starts[run + 1], end });
      merged.push(starts[run]);
    }
    merged.push(rows.length);
    [from, to, starts] = [to, from, merged];
  }
  return from;
}

/** The rows of two lists that are in order of time, in order of time. */
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

/** Where ordered runs begin, and the end. */
function runStarts(rows: Int32Array, time: Float64Array): number[] {
  const starts = [0];
  for (let i = 1; i < rows.length; i++) {
    if (time[rows[i]] < time[rows[i - 1]]) starts.push(i);
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
    const takeLeft = left < middle && (right >= end || time[from[left]] <= time[from[right]]);
    to[i] = takeLeft ? from[left++] : from[right++];
  }
}
