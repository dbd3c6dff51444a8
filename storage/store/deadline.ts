import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";

export const TRY_AGAIN = "try again in a moment";

/** The answer of everything that the store cannot do now. */
export function unavailable(why: string, todo = TRY_AGAIN): Refusal {
  return new Refusal("UNAVAILABLE", `The storage ${why}; ${todo}`);
}

/** Time as deadlines need it; tests turn one of their own. */
export interface DeadlineClock {
  now(): Ms;
  /** Calls once after the delay, unless what it answers is called before. */
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

  /** The promise's own outcome, or `late()` thrown once the time, or as much of it as is left, has passed. */
  of<T>(promise: Promise<T>, late: () => Error, leftMs: Ms = this.ms): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.clock.after(Math.max(0, leftMs), () => reject(late()));
      promise.then(resolve, reject).finally(cancel);
    });
  }
}

/** Some milliseconds between half of `ms` and all of it. */
export function jittered(ms: number, random: () => number): number {
  return ms * (0.5 + random() / 2);
}
