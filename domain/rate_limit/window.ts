import type { Ms } from "../shared/time.ts";

/** Windows stand on the clock: from one whole minute to the next. */
export const WINDOW_MS = 60_000;

/** A window holds its start, not its end. */
export interface RateWindow {
  startMs: Ms;
  endMs: Ms;
}

/** The window that an instant falls into. */
export function windowAt(nowMs: Ms, windowMs: number): RateWindow {
  const startMs = Math.floor(nowMs / windowMs) * windowMs;
  return { startMs, endMs: startMs + windowMs };
}

export function isWithin({ startMs, endMs }: RateWindow, nowMs: Ms): boolean {
  return nowMs >= startMs && nowMs < endMs;
}

/** Whole seconds after which the window is certainly over, at least 1. */
export function secondsLeft({ endMs }: RateWindow, nowMs: Ms): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000));
}
