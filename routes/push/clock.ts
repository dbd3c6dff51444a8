import { setImmediate } from "node:timers";
import type { Ms } from "../../domain/shared/time.ts";

/** Time as push needs it; tests turn one of their own. */
export interface PushClock {
  now(): Ms;
  /** Calls once after the delay, unless what it answers is called before. */
  after(delayMs: number, call: () => void): () => void;
  /** Calls as soon as what else waits has had its turn. */
  soon(call: () => void): void;
}

export const realClock: PushClock = {
  now: Date.now,
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
  soon: (call) => void setImmediate(call),
};
