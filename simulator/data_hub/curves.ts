import type { Schedule, Span } from "./schedule.ts";
import { spanAt, spansBetween } from "./schedule.ts";

/** Time constants of a first-order response, milliseconds. */
export interface TimeConstants {
  riseMs: number;
  fallMs: number;
}

/** 0 to 1: rises towards 1 during a span and falls back after it, both exponentially. */
export function response(schedule: Schedule, ms: number, constants: TimeConstants): number {
  const span = schedule.span(schedule.cycleAt(ms));
  const elapsedMs = Math.min(ms, span.endMs) - span.startMs;
  const reached = 1 - Math.exp(-elapsedMs / constants.riseMs);
  return ms < span.endMs ? reached : reached * Math.exp(-(ms - span.endMs) / constants.fallMs);
}

/** The elapsed share of the current span, 0 to 1; 0 outside a span. */
export function progress(schedule: Schedule, ms: number): number {
  const span = spanAt(schedule, ms);
  return span === undefined ? 0 : (ms - span.startMs) / (span.endMs - span.startMs);
}

/** A sawtooth from 0 to 1, once per period. */
export function sawtooth(ms: number, wave: { periodMs: number; phase: number }): number {
  const periods = ms / wave.periodMs + wave.phase;
  return periods - Math.floor(periods);
}

const HOUR_MS = 3_600_000;
const SHIFT_MS = 8 * HOUR_MS;
const MAX_CACHED_HOURS = 2_000;

/**
 * Run time since the start of the shift (00, 08 or 16 o'clock UTC) without the stops. Whole hours are cached, because
 * a long window would otherwise add up every stop of the shift for each sample.
 */
export function shiftRunTime(stops: readonly Schedule[]): (ms: number) => number {
  const hours = new Map<number, number>();
  const runInHour = (hour: number) => {
    const cached = hours.get(hour);
    if (cached !== undefined) return cached;
    if (hours.size >= MAX_CACHED_HOURS) hours.clear();
    const run = runBetween(stops, { startMs: hour * HOUR_MS, endMs: (hour + 1) * HOUR_MS });
    hours.set(hour, run);
    return run;
  };
  return (ms) => {
    const thisHour = Math.floor(ms / HOUR_MS);
    let run = runBetween(stops, { startMs: thisHour * HOUR_MS, endMs: ms });
    for (let hour = Math.floor(ms / SHIFT_MS) * 8; hour < thisHour; hour++) run += runInHour(hour);
    return run;
  };
}

/** The time in a range without a stop; overlapping stops count once. */
export function runBetween(stops: readonly Schedule[], range: Span): number {
  const spans = stops.flatMap((stop) => spansBetween(stop, range)).sort((a, b) => a.startMs - b.startMs);
  let coveredTo = range.startMs;
  let run = 0;
  for (const span of spans) {
    run += Math.max(0, Math.min(span.startMs, range.endMs) - coveredTo);
    coveredTo = Math.max(coveredTo, Math.min(span.endMs, range.endMs));
  }
  return run + Math.max(0, range.endMs - coveredTo);
}
