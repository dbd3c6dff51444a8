import type { Ms } from "../../domain/shared/time.ts";
import type { WireAnswer } from "./exchange.ts";
import { NotReached } from "./failure.ts";
import type { Sleep } from "./pacing.ts";

export interface RetryOptions {
  now: () => Ms;
  random: () => number;
  sleep: Sleep;
  closed: AbortSignal;
  maxTries: number;
  retryBaseMs: number;
  maxRetryWaitMs: number;
}

/**
 * Sends again, with back-off and jitter, what the source was too busy for (408, 429, 503) or never answered.
 * A request that is not repeatable is sent again after a 429 only: it was turned away unread.
 */
export function createRetry(options: RetryOptions) {
  return async (send: () => Promise<WireAnswer>, repeatable: boolean): Promise<WireAnswer> => {
    for (let tries = 1;; tries++) {
      const last = tries >= options.maxTries;
      const outcome = await attempt(send, repeatable && !last);
      if (outcome !== undefined && (last || !isBusy(outcome.status, repeatable))) return outcome;
      await options.sleep(waitMs(tries, outcome, options), options.closed);
    }
  };
}

export type Retry = ReturnType<typeof createRetry>;

/** undefined when no answer came and another try may follow. */
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

function waitMs(tries: number, answer: WireAnswer | undefined, options: RetryOptions): number {
  const backOff = options.retryBaseMs * 2 ** (tries - 1) * (0.5 + options.random() / 2);
  const asked = retryAfterMs(answer?.headers.get("retry-after") ?? null, options.now());
  return Math.min(Math.max(backOff, asked), options.maxRetryWaitMs);
}

/** `Retry-After`, in seconds or as a date, as milliseconds from now; 0 when absent or unreadable. */
function retryAfterMs(header: string | null, nowMs: Ms): number {
  if (header === null) return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}
