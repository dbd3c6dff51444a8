import type { Ms } from "../domain/shared/time.ts";

/** Limits how many requests may be sent. */
export interface Bucket {
  /** 0 when a request may be sent now, else the time until one may. */
  waitMs(): number;
  take(): void;
  /** How many requests may be sent at once; null: no limit. */
  left(): number | null;
}

/**
 * A token bucket. A tenth of a minute's requests may be sent at once; the refill rate ensures that no 60 s contain more
 * than `requestsPerMinute`, the first burst included.
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
    // Sums of fractions can end slightly below a whole token; 1e-9 absorbs the rounding error.
    waitMs: () => fill() > 1 - 1e-9 ? 0 : (1 - tokens) / perMs,
    take: () => void (tokens = fill() - 1),
    left: () => Math.floor(fill() + 1e-9),
  };
}
