/**
 * The clock of this isolate, which a test turns on in place of waiting: whatever is given `Date.now` goes by it.
 * Timers and `performance.now()` go on as ever.
 */
const real = Date.now;
let aheadMs = 0;

Date.now = () => real() + aheadMs;

/** Turns the clock on to a time, unless that has passed. */
export function turnTo(ms: number): void {
  aheadMs += Math.max(0, ms - Date.now());
}

/** Sets the clock right: workers and other processes have one of their own. */
export function setRight(): void {
  aheadMs = 0;
}
