import { setImmediate } from "node:timers";
import type { Ms } from "../../domain/shared/time.ts";

/** The runtime's own time: deadlines, heartbeats, `after`. What behaviours see as the time is another clock. */
export interface Timers {
  /** The machine's clock, the same in every isolate of the process, so that a deadline can cross. */
  now(): Ms;
  /** Runs once after a time; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs once the event loop has taken a turn. */
  soon(run: () => void): void;
}

/** Past this, setTimeout fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const realTimers: Timers = {
  now: () => Date.now(),
  after: startTimer,
  soon: (run) => void setImmediate(run),
};

function startTimer(delayMs: number, run: () => void): () => void {
  if (delayMs <= LONGEST_TIMEOUT_MS) {
    const id = setTimeout(run, delayMs);
    return () => clearTimeout(id);
  }
  let cancel = () => {};
  const id = setTimeout(() => cancel = startTimer(delayMs - LONGEST_TIMEOUT_MS, run), LONGEST_TIMEOUT_MS);
  cancel = () => clearTimeout(id);
  return () => cancel();
}

/** Resolves once the work has ended, well or not, or after the time. */
export function within(
  work: Promise<unknown>,
  { ms, timers }: { ms: number; timers: Timers },
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(Math.max(0, ms), resolve);
    work.then(() => (cancel(), resolve()), () => (cancel(), resolve()));
  });
}
