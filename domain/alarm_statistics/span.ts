import { lengthOf, type Span } from "../coverage/spans.ts";
import { hoursBefore, type Ms } from "../shared/time.ts";

/** Length of the interval of all rates: ten minutes. */
export const INTERVAL_MS = 600_000;

/** The span of statistics: from a whole ten minutes of the clock up to now. */
export interface StatisticsSpan {
  fromMs: Ms;
  nowMs: Ms;
  /** The parts of the span in which Andon ran, disjoint and in order; left out: the whole span. */
  running?: readonly Span[];
}

/** The time in which Andon ran. Shares of time divide by it. */
export function ranMs({ fromMs, nowMs, running }: StatisticsSpan): Ms {
  return running === undefined ? nowMs - fromMs : lengthOf(running, { fromMs, toMs: nowMs });
}

/** The part of the time from `startMs` to `endMs` in which Andon ran. */
export function ranWithin({ running }: StatisticsSpan, { startMs, endMs }: { startMs: Ms; endMs: Ms }): Ms {
  return running === undefined ? endMs - startMs : lengthOf(running, { fromMs: startMs, toMs: endMs });
}

/** The last `hours` hours, extended back to a whole ten minutes. */
export function spanOf({ hours, nowMs }: { hours: number; nowMs: Ms }): StatisticsSpan {
  const fromMs = Math.floor(hoursBefore(hours, nowMs) / INTERVAL_MS) * INTERVAL_MS;
  return { fromMs, nowMs };
}

/** Number of intervals in a span, including the current one. */
export function intervalsOf({ fromMs, nowMs }: StatisticsSpan): number {
  return Math.floor((nowMs - fromMs) / INTERVAL_MS) + 1;
}

/** When an interval of a span begins. */
export function intervalStart({ fromMs }: StatisticsSpan, interval: number): Ms {
  return fromMs + interval * INTERVAL_MS;
}
