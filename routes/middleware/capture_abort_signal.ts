import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

/**
 * Captures the abort signal before the body is read, because the request loses it then. A disconnect is noticed if
 * the body arrived with the headers (up to some 200 bytes), otherwise only at the next write of the answer.
 */
export function captureAbortSignal(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("left", c.req.raw.signal);
    await next();
  };
}
