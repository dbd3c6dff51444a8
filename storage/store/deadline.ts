import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";

export const TRY_AGAIN = "try again in a moment";

/** The refusal of anything that the store cannot do at present. */
export function unavailable(why: string, todo = TRY_AGAIN): Refusal {
  return new Refusal("UNAVAILABLE", `The storage ${why}; ${todo}`);
}

/** The clock of deadlines; tests use a manual one. */
export interface DeadlineClock {
  now(): Ms;
  /** Calls once after the delay; the returned function cancels it. */
  after(delayMs: Ms, call: () => void): () => void;
}

export const realClock: DeadlineClock = {
  now: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

/** How long one call to the storage may take. */
export class CallDeadline {
  constructor(readonly ms: Ms, readonly clock: DeadlineClock = realClock) {}

  now(): Ms {
    return this.clock.now();
  }

  /** The promise's outcome, or `late()` thrown after `leftMs`. */
  of<T>(promise: Promise<T>, late: () => Error, leftMs: Ms = this.ms): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.after(Math.max(0, leftMs), () => reject(late()));
      promise.then(resolve, reject).finally(cancel);
    });
  }
}

/** A random time between half of `ms` and `ms`. */
export function jittered(ms: number, random: () => number): number {
  return ms * (0.5 + random() / 2);
}
