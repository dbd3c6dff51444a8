import { isDeepStrictEqual } from "node:util";
import { assertEquals } from "@std/assert";

/** Only a fault runs into it, on a busy machine too. */
const DEADLINE_MS = 60_000;

/** The promise's answer; fails with `what` when it has not come by the deadline. */
export async function inTime<T>(what: string, promise: Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Not in ${deadlineMs} ms: ${what}`)), deadlineMs);
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
}

/** Waits until a condition holds, looking again and again; fails with `what` at the deadline. */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  deadlineMs = DEADLINE_MS,
): Promise<NonNullable<T>> {
  const until = performance.now() + deadlineMs;
  for (;;) {
    const answer = await condition();
    if (answer !== undefined && answer !== null && answer !== false) return answer as NonNullable<T>;
    if (performance.now() > until) throw new Error(`Not in ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until what is read equals the expected value; fails with the difference at the deadline. */
export async function eventuallyEquals<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  let actual: T | undefined;
  const isEqual = async () => isDeepStrictEqual(actual = await read(), expected);
  await eventually("it is equal", isEqual).catch((error) => {
    assertEquals(actual, expected);
    throw error;
  });
}
