import type { Ms } from "../domain/shared/time.ts";

export interface PuttingAway {
  /** For everything together. */
  deadlineMs: Ms;
  /** Of it, what the last generation may take. */
  storeMs: Ms;
  /** Steady. */
  now(): Ms;
  /** Stores the last generation; never rejects. */
  store(withinMs: Ms): Promise<void>;
  drain(withinMs: Ms): Promise<void>;
}

/**
 * Stores a last generation and drains, all in one span of time: a process that ends beyond its own deadline would not
 * give the store back, and the next one would have to wait for its lease to end.
 */
export async function putAway({ deadlineMs, storeMs, now, store, drain }: PuttingAway): Promise<void> {
  const untilMs = now() + deadlineMs;
  await store(Math.min(deadlineMs, storeMs));
  await drain(Math.max(0, untilMs - now()));
}
