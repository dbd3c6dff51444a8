import type { RequestHandler } from "../ports/http.ts";

/** After this time requests are passed on anyway, and the app answers that Andon is starting. */
const LONGEST_HOLD_MS = 20_000;

export interface HeldRequests {
  handler: RequestHandler;
  /** Passes on the held requests, and all later ones at once. */
  awake(): void;
}

/** Holds requests back until `awake` is called, for a process that a request starts. */
export function holdRequests(handler: RequestHandler, longestMs = LONGEST_HOLD_MS): HeldRequests {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(awake, longestMs);
  let isAwake = false;
  function awake(): void {
    isAwake = true;
    clearTimeout(timer);
    resolve();
  }
  return {
    handler: (request, info) => isAwake ? handler(request, info) : promise.then(() => handler(request, info)),
    awake,
  };
}
