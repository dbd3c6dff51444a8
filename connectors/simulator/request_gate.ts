import type { Ms } from "../../domain/shared/time.ts";
import { Fault } from "./http/answers.ts";

/** Lets a request through or throws 429. */
export type RequestGate = (nowMs: Ms) => void;

const WINDOW_MS = 60_000;

/** So many requests in each minute of the clock; undefined: all. */
export function requestGate(perMinute: number | undefined): RequestGate {
  let window = -1;
  let used = 0;
  return (nowMs) => {
    if (perMinute === undefined) return;
    const current = Math.floor(nowMs / WINDOW_MS);
    if (current !== window) [window, used] = [current, 0];
    if (++used > perMinute) throw tooMany(Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1000));
  };
}

function tooMany(retryAfterSeconds: number): Fault {
  return new Fault(429, {
    Error: "Too many requests.",
    Reason: "The request budget of this minute is spent.",
    Resolution: `Retry after ${retryAfterSeconds} seconds.`,
    Parameters: { RetryAfterSeconds: retryAfterSeconds },
  }, { "Retry-After": String(retryAfterSeconds) });
}
