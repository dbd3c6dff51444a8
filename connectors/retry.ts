import type { Ms } from "../domain/shared/time.ts";
import type { WireAnswer } from "./exchange.ts";
import { NotReached } from "./source_failure.ts";
import type { Sleep } from "../concurrency/sleep.ts";

export interface RetryOptions {
  now: () => Ms;
  random: () => number;
  sleep: Sleep;
  closed: AbortSignal;
  maxTries: number;
  retryBaseMs: number;
  maxRetryWaitMs: number;
  /** Called when a 429 has a Retry-After. */
  onHold: (ms: number) => void;
}

/**
 * Retries requests, with back-off and jitter, after 408, 429, 503 or no answer. A request that is not repeatable is
 * retried only after a 429, since it was not processed. Waits for `Retry-After` up to `maxRetryWaitMs`; that of a 429
 * applies to all requests.
 */
export function createRetry(options: RetryOptions) {
  return async (send: () => Promise<WireAnswer>, repeatable: boolean): Promise<WireAnswer> => {
    for (let tries = 1;; tries++) {
      const last = tries >= options.maxTries;
      const outcome = await attempt(send, repeatable && !last);
      const askedMs = askedWaitMs(outcome, options);
      if (outcome?.status === 429 && askedMs > 0) options.onHold(askedMs);
      if (outcome !== undefined && (last || !isBusy(outcome.status, repeatable))) return outcome;
      await options.sleep(Math.max(askedMs, backOffMs(tries, options)), options.closed);
    }
  };
}

export type Retry = ReturnType<typeof createRetry>;

/** Undefined when no answer arrived and a retry may follow. */
async function attempt(send: () => Promise<WireAnswer>, mayFollow: boolean): Promise<WireAnswer | undefined> {
  try {
    return await send();
  } catch (error) {
    if (mayFollow && error instanceof NotReached) return undefined;
    throw error;
  }
}

function isBusy(status: number, repeatable: boolean): boolean {
  return status === 429 || (repeatable && (status === 408 || status === 503));
}

function backOffMs(tries: number, { retryBaseMs, maxRetryWaitMs, random }: RetryOptions): number {
  return Math.min(retryBaseMs * 2 ** (tries - 1) * (0.5 + random() / 2), maxRetryWaitMs);
}

function askedWaitMs(answer: WireAnswer | undefined, { now, maxRetryWaitMs }: RetryOptions): number {
  return Math.min(retryAfterMs(answer?.headers.get("retry-after") ?? null, now()), maxRetryWaitMs);
}

/** `Retry-After`, in seconds or as a date, as milliseconds from now; 0 when absent or unreadable. */
export function retryAfterMs(header: string | null, nowMs: Ms): number {
  if (header === null) return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}
