import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppDeps } from "../deps.ts";
import type { AppContext, AppEnv } from "../env.ts";
import type { RequestMetrics } from "../metrics/request_metrics.ts";

/** The route of a request that fits none: its path may be anything. */
const UNMATCHED = "unmatched";

type Deps = Pick<AppDeps, "log" | "traced">;

/** Counts, logs and names each request once its answer is known. It stands around everything else. */
export function observed({ log, traced }: Deps, requests: RequestMetrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const begunMs = performance.now();
    await next();
    const durationMs = performance.now() - begunMs;
    const { method } = c.req;
    const { status } = c.res;
    const route = routeOf(c);
    requests.observe({ method, route, status, seconds: durationMs / 1000 });
    traced?.({ method, route });
    // The path stays out: its parts and its query may hold what nobody shall read in a log.
    log(status >= 500 ? "info" : "debug", "Request", {
      request_id: c.get("requestId"),
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      user: c.get("actor")?.name,
    });
  };
}

/** The pattern of the path, `/api/packages/:package_id`; middleware stands on ALL and is passed over. */
function routeOf(c: AppContext): string {
  return matchedRoutes(c).find((route) => route.method !== "ALL")?.path ?? UNMATCHED;
}
