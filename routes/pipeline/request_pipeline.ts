import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { SharedAddresses } from "../../domain/rate_limit/shared_addresses.ts";
import { addHeaders } from "./answer_headers.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { answerError } from "./errors.ts";
import type { RequestMetrics } from "../service/metrics/request_metrics.ts";
import { compressJson } from "./middleware/compressed_json.ts";
import { crossSite, MCP_PATH, refuseCrossSite } from "./middleware/cross_site.ts";
import { permission, readiness, screenPermission } from "./middleware/guard.ts";
import { hostCheck } from "./middleware/host_check.ts";
import { statedLength } from "./middleware/json_body.ts";
import { observer } from "./middleware/observed.ts";
import { rateLimits } from "./middleware/rate_limit.ts";
import { requestContext } from "./middleware/request_context.ts";
import { type Admission, admissions, isGuardedPath, isIngestPath } from "./admission.ts";
import { challenge } from "../service/protected_resource.ts";
import { newRoutes, noPath, type Routes } from "./route.ts";
import type { DeskConfirmations } from "../people/shared_desk/confirmations.ts";

/** The route label of a request that matches no route, whose path may be anything. */
const UNMATCHED = "unmatched";

/** An app without routes, whose middleware every request passes. */
export function guardedRoutes(
  deps: AppDeps,
  { requests, confirmations, shared }: {
    requests: RequestMetrics;
    confirmations: DeskConfirmations;
    /** Who shares an allowance; absent: nobody asks. */
    shared?: SharedAddresses;
  },
): Routes {
  const app = newRoutes();
  let declared: ReadonlyMap<string, Admission> | undefined;
  const declaredBy = (line: string) => (declared ??= admissions(app)).get(line);
  app.onError((error, c) => answerError(error, c, deps));
  app.notFound((c) => answerError(noPath(c), c, deps));
  app.use(completion(deps, requests));
  app.use(admission(deps, { confirmations, shared, declaredBy }));
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
function admission(
  deps: AppDeps,
  { confirmations, shared, declaredBy }: {
    confirmations: DeskConfirmations;
    shared: SharedAddresses | undefined;
    declaredBy: (line: string) => Admission | undefined;
  },
): MiddlewareHandler<AppEnv> {
  const identify = requestContext(deps);
  const checkHost = hostCheck(deps.settings);
  const checkReady = readiness(deps);
  const spendLimits = rateLimits(deps, shared);
  const isStartedElsewhere = crossSite(deps.settings);
  return async (c, next) => {
    const identified = identify(c);
    if (identified !== undefined) await identified;
    checkHost(c);
    const [isApi, isCrossSite] = [isApiPath(c.req.path), isStartedElsewhere(c)];
    if (isApi) {
      const matched = routeOf(c);
      const route = matched && declaredBy(`${matched.method} ${matched.path}`);
      checkReady(c);
      await spendLimits(c, { limit: route?.limit, isCrossSite });
      if (c.req.path === MCP_PATH) challenge(c, deps);
      screenPermission(c, route);
      permission(c, { route, storage: deps.storage, confirmations });
      // A route that declares nothing is none.
      if (matched !== undefined && route === undefined) throw noPath(c);
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

/** What is limited and needs sign-in; MCP is no route of the API, so any role may call it. */
function isApiPath(path: string): boolean {
  return isGuardedPath(path) && !isIngestPath(path) || path === "/api" || path === MCP_PATH;
}
