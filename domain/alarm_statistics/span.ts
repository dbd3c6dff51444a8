import type { Ms } from "../shared/time.ts";

/** The interval of every rate. */
export const INTERVAL_MS = 600_000;
const HOUR_MS = 3_600_000;

/** The time that statistics are of: from a mark of ten minutes on the clock up to now. */
export interface StatisticsSpan {
  fromMs: Ms;
  nowMs: Ms;
}

/** `hours` back from now, to the mark of ten minutes at or before. */
export function spanOf({ hours, nowMs }: { hours: number; nowMs: Ms }): StatisticsSpan {
  const fromMs = Math.floor((nowMs - hours * HOUR_MS) / INTERVAL_MS) * INTERVAL_MS;
  return { fromMs, nowMs };
}

/** How many intervals a span has; the last one has just begun. */
export function intervalsOf({ fromMs, nowMs }: StatisticsSpan): number {
  return Math.floor((nowMs - fromMs) / INTERVAL_MS) + 1;
}

/** When an interval of a span begins. */
export function intervalStart({ fromMs }: StatisticsSpan, interval: number): Ms {
  return fromMs + interval * INTERVAL_MS;
}
