import { setImmediate } from "node:timers";
import type { Ms } from "../../domain/shared/time.ts";

/** The clock of the push channel. Tests use their own. */
export interface PushClock {
  now(): Ms;
  /** Calls once after the delay, unless the returned function is called first. */
  after(delayMs: number, call: () => void): () => void;
  /** Calls after other waiting work has run. */
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
