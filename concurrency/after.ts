import type { Ms } from "../domain/shared/time.ts";

/** Calls back once after a time; the returned function cancels it. */
export type After = (ms: Ms, call: () => void) => () => void;

/** By the isolate's own timers. */
export function afterTimeout(ms: Ms, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}
