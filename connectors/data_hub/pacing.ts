import type { Ms } from "../../domain/shared/time.ts";
import { connectionFailed } from "./failure.ts";

/** Waits at least `ms`, or until `signal` aborts: then it rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface PaceOptions {
  /** null: no limit. */
  requestsPerMinute: number | null;
  now: () => Ms;
  sleep: Sleep;
  closed: AbortSignal;
  maxWaiting: number;
}

/** Resolves when the next request may leave; first come, first served. */
export interface Pace {
  (): Promise<void>;
  /** How many requests may leave at once now, below zero as many as wait; null: there is no limit. */
  left(): number | null;
}

/**
 * A token bucket over the clock. A tenth of a minute's requests may leave at once; the refill is set so that
 * no 60 s hold more than `requestsPerMinute`, the first burst included.
 */
export function createPace(options: PaceOptions): Pace {
  const { requestsPerMinute, now, sleep, closed, maxWaiting } = options;
  if (requestsPerMinute === null) return Object.assign(() => Promise.resolve(), { left: () => null });
  const burst = Math.max(1, Math.floor(requestsPerMinute / 10));
  const perMs = (requestsPerMinute - burst + 1) / 60_000;
  let tokens = burst;
  let filledAt = now();

  const fill = () => {
    const at = now();
    tokens = Math.min(burst, tokens + Math.max(0, at - filledAt) * perMs);
    filledAt = at;
  };
  const next = async () => {
    fill();
    if (tokens <= -maxWaiting) {
      throw connectionFailed(
        `${maxWaiting} requests already wait under requests_per_minute (${requestsPerMinute})`,
      );
    }
    tokens -= 1;
    if (tokens < 0) await sleep(Math.ceil(-tokens / perMs), closed);
  };
  const left = () => {
    fill();
    return Math.floor(tokens);
  };
  return Object.assign(next, { left });
}

/** A timer that ends early, by rejecting, when the signal aborts. */
export function timerSleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
