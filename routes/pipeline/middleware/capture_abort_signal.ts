import type { MiddlewareHandler } from "hono";
import type { Ms } from "../../../domain/shared/time.ts";
import type { AppContext, AppEnv } from "../env.ts";
import { whenEnded } from "../when_ended.ts";

/** How soon a request that lasts notices that its session or key has ended. */
const WATCH_MS: Ms = 250;

/**
 * Captures the abort signal before the body is read, because the request loses it then. A disconnect is noticed if
 * the body arrived with the headers (up to some 200 bytes), otherwise only at the next write of the answer. The signal
 * also aborts soon after the session or key has ended.
 */
export function captureAbortSignal(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { signal, stop } = whileSignedIn(c);
    c.set("left", AbortSignal.any([c.req.raw.signal, signal]));
    try {
      await next();
    } catch (error) {
      stop();
      throw error;
    }
    const isStream = c.res.headers.get("content-type")?.startsWith("text/event-stream") === true;
    if (isStream) c.res = whenEnded(c.res, stop);
    else stop();
  };
}

/** A signal that aborts once the session or key of a request has ended, until `stop`. */
export function whileSignedIn(c: AppContext): { signal: AbortSignal; stop: () => void } {
  const ended = new AbortController();
  const isSignedIn = c.get("isSignedIn");
  if (isSignedIn === undefined) return { signal: ended.signal, stop: () => {} };
  const timer = setInterval(() => {
    if (isSignedIn()) return;
    clearInterval(timer);
    ended.abort();
  }, WATCH_MS);
  return { signal: ended.signal, stop: () => clearInterval(timer) };
}
