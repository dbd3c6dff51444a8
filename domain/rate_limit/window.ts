import type { Ms } from "../shared/time.ts";

/** Windows are aligned to the clock: each begins at a whole minute. */
export const WINDOW_MS = 60_000;

/** `startMs` is part of the window, `endMs` is not. */
export interface RateWindow {
  startMs: Ms;
  endMs: Ms;
}

/** The window that contains an instant. */
export function windowAt(nowMs: Ms, windowMs: number): RateWindow {
  const startMs = Math.floor(nowMs / windowMs) * windowMs;
  return { startMs, endMs: startMs + windowMs };
}

export function isWithin({ startMs, endMs }: RateWindow, nowMs: Ms): boolean {
  return nowMs >= startMs && nowMs < endMs;
}

/** Whole seconds until the window has ended, at least 1. */
export function secondsLeft({ endMs }: RateWindow, nowMs: Ms): number {
  return Math.max(1, Math.ceil((endMs - nowMs) / 1000));
}
