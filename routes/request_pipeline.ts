import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { addHeaders } from "./answer_headers.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { answerError } from "./errors.ts";
import type { RequestMetrics } from "./metrics/request_metrics.ts";
import { compressJson } from "./middleware/compressed_json.ts";
import { crossSite, MCP_PATH, refuseCrossSite } from "./middleware/cross_site.ts";
import { permission, readiness, screenPermission } from "./middleware/guard.ts";
import { hostCheck } from "./middleware/host_check.ts";
import { statedLength } from "./middleware/json_body.ts";
import { observer } from "./middleware/observed.ts";
import { HEAVY_ROUTES, rateLimits } from "./middleware/rate_limit.ts";
import { requestContext } from "./middleware/request_context.ts";
import { isGuardedPath } from "./permissions.ts";
import { challenge } from "./protected_resource.ts";
import { newRoutes, noPath } from "./route.ts";
import type { DeskConfirmations } from "./shared_desk/confirmations.ts";

/** The route label of a request that matches no route, whose path may be anything. */
const UNMATCHED = "unmatched";

/** An app without routes, whose middleware every request passes. */
export function guardedRoutes(
  deps: AppDeps,
  { requests, confirmations }: { requests: RequestMetrics; confirmations: DeskConfirmations },
): OpenAPIHono<AppEnv> {
  const app = newRoutes();
  app.onError((error, c) => answerError(error, c, deps));
  app.notFound((c) => answerError(noPath(c), c, deps));
  app.use(completion(deps, requests));
  app.use(admission(deps, confirmations));
  return app;
}

/** Adds headers to every answer, also to refusals, and counts it. */
function completion(deps: AppDeps, requests: RequestMetrics): MiddlewareHandler<AppEnv> {
  const observe = observer(deps, requests);
  return async (c, next) => {
    const begunMs = performance.now();
    await next();
    await compressJson(c);
    const { headers, status } = c.res;
    addHeaders(c, headers);
    const route = routeOf(c)?.path ?? UNMATCHED;
    observe(c, { route, status, durationMs: performance.now() - begunMs });
  };
}

/** All checks in their order. Each throws its refusal. */
function admission(deps: AppDeps, confirmations: DeskConfirmations): MiddlewareHandler<AppEnv> {
  const identify = requestContext(deps);
  const checkHost = hostCheck(deps.settings);
  const checkReady = readiness(deps);
  const spendLimits = rateLimits(deps);
  const isStartedElsewhere = crossSite(deps.settings);
  return async (c, next) => {
    const identified = identify(c);
    if (identified !== undefined) await identified;
    checkHost(c);
    const [isApi, isCrossSite] = [isApiPath(c.req.path), isStartedElsewhere(c)];
    if (isApi) {
      const route = routeOf(c);
      const line = `${route?.method} ${route?.path}`;
      checkReady(c);
      await spendLimits(c, { isHeavy: HEAVY_ROUTES.has(line), isCrossSite });
      if (c.req.path === MCP_PATH) challenge(c, deps);
      screenPermission(c, line);
      permission(c, { line, storage: deps.storage, confirmations });
    }
    if (isCrossSite) refuseCrossSite(c, { isApi });
    statedLength(c);
    await next();
  };
}

/** The route that matches, or undefined. Skips middleware, which is registered for all methods. */
function routeOf(c: AppContext): { method: string; path: string } | undefined {
  return matchedRoutes(c).find(({ method }) => method !== "ALL");
}

/** What is limited and needs sign-in; MCP has no line in the table of permissions, so any role may call it. */
function isApiPath(path: string): boolean {
  return isGuardedPath(path) || path === "/api" || path === MCP_PATH;
}
