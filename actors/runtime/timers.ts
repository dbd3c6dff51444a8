import { setImmediate } from "node:timers";
import type { Ms } from "../../domain/shared/time.ts";

/** The runtime's own clock: deadlines, heartbeats, `after`. Behaviours see another clock. */
export interface Timers {
  /** The machine's clock, the same in every isolate of the process, so that deadlines can be sent between them. */
  now(): Ms;
  /** Calls once after a delay; the returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Calls after one turn of the event loop. */
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

/** Resolves when the work has ended, in any way, or the time has passed. */
export function within(
  work: Promise<unknown>,
  { ms, timers }: { ms: number; timers: Timers },
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timers.after(Math.max(0, ms), resolve);
    work.then(() => (cancel(), resolve()), () => (cancel(), resolve()));
  });
}
