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
  /** Only some samples of each bucket are given, so that no gap within a bucket is known. */
  isThinned?: boolean;
  /** Parts of the span that were not read, in order; they are no gaps. */
  unread?: readonly TickSpan[];
}

export interface TickSpan {
  from: Ticks;
  to: Ticks;
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
  const { from, points, held, samples, maxAge, unread = [], isThinned = false } = input;
  const end = Math.min(input.to, input.now), width = (input.to - from) / points;
  const gaps: Gap[] = [];
  const unknown = (start: Ticks, until: Ticks) => {
    const gap = { start: Math.max(start, from), end: Math.min(until, end) };
    for (const part of without(gap, unread)) add(gaps, part, width);
  };
  const bucketOf = (time: Ticks) => Math.floor((time - from) / width);
  let last = held;
  for (const sample of [...samples, null]) {
    const until = sample?.time ?? end;
    if (isThinned && last !== null && last.time >= from && bucketOf(last.time) === bucketOf(until)) {
      last = sample;
      continue;
    }
    if (last === null || last.quality === "bad") unknown(last?.time ?? from, until);
    else if (maxAge !== null) unknown(last.time + maxAge, until);
    last = sample;
  }
  return gaps.map(({ start, end }) => ({ start: isoFromTicks(start), end: isoFromTicks(end) }));
}

/** The parts of a gap that were read. */
function without(gap: Gap, unread: readonly TickSpan[]): Gap[] {
  let parts = [gap];
  for (const { from, to } of unread) {
    parts = parts.flatMap(({ start, end }) => [
      { start, end: Math.min(end, from) },
      { start: Math.max(start, to), end },
    ]).filter(({ start, end }) => start < end);
  }
  return parts;
}

function add(gaps: Gap[], gap: Gap, width: number): void {
  if (gap.start >= gap.end) return;
  const before = gaps.at(-1);
  if (before !== undefined && gap.start - before.end < width) before.end = Math.max(before.end, gap.end);
  else gaps.push(gap);
}
