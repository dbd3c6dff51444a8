import type { Ms } from "../../domain/shared/time.ts";

/** The requests that may leave now. */
export interface Bucket {
  /** 0 when one may leave now, else how long until one may. */
  waitMs(): number;
  take(): void;
  /** How many may leave at once; null: any number. */
  left(): number | null;
}

/**
 * A token bucket over the clock. A tenth of a minute's requests may leave at once; the refill is set so that
 * no 60 s hold more than `requestsPerMinute`, the first burst included.
 */
export function createBucket(requestsPerMinute: number | null, now: () => Ms): Bucket {
  if (requestsPerMinute === null) return { waitMs: () => 0, take: () => {}, left: () => null };
  const burst = Math.max(1, Math.floor(requestsPerMinute / 10));
  const perMs = (requestsPerMinute - burst + 1) / 60_000;
  let tokens = burst;
  let filledAt = now();

  function fill(): number {
    const at = now();
    tokens = Math.min(burst, tokens + Math.max(0, at - filledAt) * perMs);
    filledAt = at;
    return tokens;
  }

  return {
    // Sums of fractions end a hair below the whole: what is missing by rounding is not waited for.
    waitMs: () => fill() > 1 - 1e-9 ? 0 : (1 - tokens) / perMs,
    take: () => void (tokens = fill() - 1),
    left: () => Math.floor(fill() + 1e-9),
  };
}
