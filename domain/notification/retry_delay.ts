import type { Ms } from "../shared/time.ts";

const FIRST_MS = 5_000, LONGEST_MS = 3_600_000;

/**
 * How long to wait after attempt `attempts` (from 1): 5 s, doubled each time up to an hour, less up to half of it by
 * chance; and at least what the receiver asked for.
 */
export function jitteredDelay(
  attempts: number,
  { retryAfterMs, random }: { retryAfterMs: Ms | null; random: () => number },
): Ms {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.ceil(Math.max(fullMs * (1 - random() / 2), retryAfterMs ?? 0));
}
