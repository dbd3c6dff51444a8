import type { IntervalCount } from "./counts.ts";
import { intervalsOf, intervalStart, ranMs, ranWithin, type StatisticsSpan } from "./span.ts";
import type { Flood, FloodFigures } from "./types.ts";

/** More events in an interval start a flood … */
export const FLOOD_ABOVE = 10;
/** … and fewer end it. */
export const FLOOD_BELOW = 5;

/**
 * The floods of a span, oldest first. The current interval may start a flood but ends none, since more events
 * may follow.
 */
export function floodsOf(counts: readonly IntervalCount[], span: StatisticsSpan): Flood[] {
  const last = intervalsOf(span) - 1;
  const floods: Flood[] = [];
  let open: Open | undefined;
  for (const { interval, count } of counts) {
    if (open !== undefined && ends(open, { interval, count }, last)) {
      floods.push(ended(open, span));
      open = undefined;
    }
    if (open !== undefined) extend(open, { interval, count });
    else if (count > FLOOD_ABOVE) open = { first: interval, last: interval, events: count, peak: count };
  }
  if (open !== undefined) floods.push(open.last >= last - 1 ? goesOn(open, span) : ended(open, span));
  return floods;
}

interface Open {
  first: number;
  last: number;
  events: number;
  peak: number;
}

/** A flood ends at an interval without events, or with too few. */
function ends(open: Open, { interval, count }: IntervalCount, last: number): boolean {
  return interval > open.last + 1 || (count < FLOOD_BELOW && interval < last);
}

function extend(open: Open, { interval, count }: IntervalCount): void {
  open.last = interval;
  open.events += count;
  open.peak = Math.max(open.peak, count);
}

function ended({ first, last, events, peak }: Open, span: StatisticsSpan): Flood {
  const startMs = intervalStart(span, first);
  return { startMs, endMs: intervalStart(span, last + 1), events, peak };
}

function goesOn(open: Open, span: StatisticsSpan): Flood {
  return { ...ended(open, span), endMs: null };
}

/** The share is of the time in which Andon ran: nothing can raise events while it does not. */
export function floodFigures(floods: readonly Flood[], span: StatisticsSpan): FloodFigures {
  const times = floods.map(({ startMs, endMs }) => ({ startMs, endMs: endMs ?? span.nowMs }));
  const flooded = times.reduce((total, time) => total + ranWithin(span, time), 0);
  const ran = ranMs(span);
  return {
    share: ran > 0 ? flooded / ran : 0,
    count: floods.length,
    longestMs: Math.max(0, ...times.map(({ startMs, endMs }) => endMs - startMs)),
  };
}
