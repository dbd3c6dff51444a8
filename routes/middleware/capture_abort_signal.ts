import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

/**
 * Stands before the body is read: what is made of the request then knows of its client no more. A leaving is seen when
 * the body came with the head (up to some 200 bytes); of others only at the next write of an answer.
 */
export function captureAbortSignal(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("left", c.req.raw.signal);
    await next();
  };
}
