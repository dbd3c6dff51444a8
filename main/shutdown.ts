import type { Ms } from "../domain/shared/time.ts";

export interface ShutdownOptions {
  /** The deadline of the whole shutdown. */
  deadlineMs: Ms;
  /** The part of it that the last generation may take. */
  storeMs: Ms;
  /** Monotonic. */
  now(): Ms;
  /** Stores the last generation; never rejects. */
  store(withinMs: Ms): Promise<void>;
  drain(withinMs: Ms): Promise<void>;
}

/**
 * Stores a last generation and drains, within one deadline: a process that exceeds it would not release its
 * lease, and the next leader would wait until the lease expires.
 */
export async function storeThenDrain(
  { deadlineMs, storeMs, now, store, drain }: ShutdownOptions,
): Promise<void> {
  const untilMs = now() + deadlineMs;
  await store(Math.min(deadlineMs, storeMs));
  await drain(Math.max(0, untilMs - now()));
}
