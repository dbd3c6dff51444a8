import type { Ms } from "../../domain/shared/time.ts";
import { ServiceError } from "./http/answers.ts";

/** Counts a request; throws 429 beyond the limit. */
export type RateLimiter = (nowMs: Ms) => void;

const WINDOW_MS = 60_000;

/** Allows `perMinute` requests in each minute of the clock; undefined: no limit. */
export function createRateLimiter(perMinute: number | undefined): RateLimiter {
  let window = -1;
  let used = 0;
  return (nowMs) => {
    if (perMinute === undefined) return;
    const current = Math.floor(nowMs / WINDOW_MS);
    if (current !== window) [window, used] = [current, 0];
    if (++used > perMinute) throw tooMany(Math.ceil(((current + 1) * WINDOW_MS - nowMs) / 1000));
  };
}

function tooMany(retryAfterSeconds: number): ServiceError {
  return new ServiceError(429, {
    Error: "Too many requests.",
    Reason: "The limit of requests per minute is exceeded.",
    Resolution: `Retry after ${retryAfterSeconds} seconds.`,
    Parameters: { RetryAfterSeconds: retryAfterSeconds },
  }, { "Retry-After": String(retryAfterSeconds) });
}
