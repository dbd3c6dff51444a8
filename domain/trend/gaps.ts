import type { Sample } from "../sample/types.ts";
import { isoFromTicks, type Ticks } from "../shared/time.ts";
import type { TrendGap, TrendSpan } from "./types.ts";

export interface GapInput extends TrendSpan {
  /** The newest sample at or before `from`. */
  held: Sample | null;
  samples: readonly Sample[];
  /** A value of this age, in ticks, is unknown; null: it holds until the next sample. */
  maxAge: number | null;
  /** The time after it is no gap. */
  now: Ticks;
}

interface Gap {
  start: Ticks;
  end: Ticks;
}

/**
 * The spans without a known value: before the first sample, after a bad one until the next that is not bad,
 * and past `maxAge`. Gaps less than a bucket apart are joined, so that there are never more gaps than
 * buckets.
 */
export function trendGaps(input: GapInput): TrendGap[] {
  const { from, points, held, samples, maxAge } = input;
  const end = Math.min(input.to, input.now);
  const gaps: Gap[] = [];
  const unknown = (start: Ticks, until: Ticks) =>
    add(gaps, { start: Math.max(start, from), end: Math.min(until, end) }, (input.to - from) / points);
  let last = held;
  for (const sample of [...samples, null]) {
    const until = sample?.time ?? end;
    if (last === null || last.quality === "bad") unknown(last?.time ?? from, until);
    else if (maxAge !== null) unknown(last.time + maxAge, until);
    last = sample;
  }
  return gaps.map(({ start, end }) => ({ start: isoFromTicks(start), end: isoFromTicks(end) }));
}

function add(gaps: Gap[], gap: Gap, width: number): void {
  if (gap.start >= gap.end) return;
  const before = gaps.at(-1);
  if (before !== undefined && gap.start - before.end < width) before.end = Math.max(before.end, gap.end);
  else gaps.push(gap);
}
