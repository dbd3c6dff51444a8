import type { Ms } from "../../domain/shared/time.ts";
import { connectionFailed } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Sleep } from "../../concurrency/sleep.ts";

export interface WaitOptions {
  now: () => Ms;
  sleep: Sleep;
  closed: AbortSignal;
  limits: Pick<Limits, "activationMs" | "activationStepMs">;
}

/**
 * Polls `ask` until it returns a value. After the time limit returns the value of `instead`, and refuses when that has
 * none.
 */
export async function waitUntil<T>(
  { now, sleep, closed, limits }: WaitOptions,
  { ask, instead }: { ask: () => Promise<T | undefined>; instead?: () => T | undefined },
): Promise<T> {
  const endMs = now() + limits.activationMs;
  const most = Math.ceil(limits.activationMs / limits.activationStepMs);
  for (let tries = 0; tries <= most; tries++) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (now() >= endMs) break;
    await sleep(limits.activationStepMs, closed);
  }
  const last = instead?.();
  if (last !== undefined) return last;
  throw connectionFailed(`The change feed was not ready within ${limits.activationMs / 1000} s`);
}
