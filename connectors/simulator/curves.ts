import type { Schedule, Span } from "./schedule.ts";
import { spanAt, spansBetween } from "./schedule.ts";

/** How quickly something follows a happening: time constants in milliseconds. */
export interface Pace {
  riseMs: number;
  fallMs: number;
}

/** 0 to 1: climbs towards 1 while a span is in force and sinks back after it, each exponentially. */
export function response(schedule: Schedule, ms: number, pace: Pace): number {
  const span = schedule.span(schedule.cycleAt(ms));
  const inForceMs = Math.min(ms, span.endMs) - span.startMs;
  const reached = 1 - Math.exp(-inForceMs / pace.riseMs);
  return ms < span.endMs ? reached : reached * Math.exp(-(ms - span.endMs) / pace.fallMs);
}

/** How far the span in force has got, 0 to 1; 0 outside. */
export function progress(schedule: Schedule, ms: number): number {
  const span = spanAt(schedule, ms);
  return span === undefined ? 0 : (ms - span.startMs) / (span.endMs - span.startMs);
}

/** A sawtooth from 0 to 1 once a period. */
export function sawtooth(ms: number, turn: { periodMs: number; phase: number }): number {
  const turns = ms / turn.periodMs + turn.phase;
  return turns - Math.floor(turns);
}

const HOUR_MS = 3_600_000;
const SHIFT_MS = 8 * HOUR_MS;
const HOURS_REMEMBERED = 2_000;

/**
 * Milliseconds run since the shift began (00, 08 or 16 o'clock UTC), stops taken off. Whole hours are
 * remembered: they never change, and a long window would otherwise walk every stop of the shift per sample.
 */
export function shiftRunTime(stops: readonly Schedule[]): (ms: number) => number {
  const hours = new Map<number, number>();
  const runInHour = (hour: number) => {
    const known = hours.get(hour);
    if (known !== undefined) return known;
    if (hours.size >= HOURS_REMEMBERED) hours.clear();
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

/** The length of a stretch that no stop covers; overlapping stops count once. */
export function runBetween(stops: readonly Schedule[], stretch: Span): number {
  const spans = stops.flatMap((stop) => spansBetween(stop, stretch)).sort((a, b) => a.startMs - b.startMs);
  let coveredTo = stretch.startMs;
  let run = 0;
  for (const span of spans) {
    run += Math.max(0, Math.min(span.startMs, stretch.endMs) - coveredTo);
    coveredTo = Math.max(coveredTo, Math.min(span.endMs, stretch.endMs));
  }
  return run + Math.max(0, stretch.endMs - coveredTo);
}
