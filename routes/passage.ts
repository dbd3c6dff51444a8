import type { Hono } from "hono";
import { addHeaders } from "./answer_headers.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { answerError } from "./errors.ts";
import type { RequestMetrics } from "./metrics/request_metrics.ts";
import { crossSite } from "./middleware/cross_site.ts";
import { permission, readiness } from "./middleware/guard.ts";
import { hostCheck } from "./middleware/host_check.ts";
import { statedLength } from "./middleware/json_body.ts";
import { observer } from "./middleware/observed.ts";
import { HEAVY_ROUTES, rateLimits } from "./middleware/rate_limit.ts";
import { requestContext } from "./middleware/request_context.ts";
import { PERMISSIONS } from "./permissions.ts";
import { noPath } from "./route.ts";
import type { Answer, ServedRoute } from "./served_routes.ts";

/** The route of a request that fits none: its path may be anything. */
const UNMATCHED = "unmatched";

/** What the checks want to know of a route, looked up once. */
export interface Destination {
  /** Goes into metrics and the log; one of finitely many. */
  name: string;
  /** Undefined: nobody's, so that those who are signed in hear that it is not there. */
  access: (typeof PERMISSIONS)[string] | undefined;
  isHeavy: boolean;
  answer(c: AppContext): Answer;
}

/**
 * Serves the routes, each behind all that every request passes. It is one function and not a row of middleware, and
 * waits only for what is not known at once: each hop would cost as much as a check.
 */
export function serveRoutes(
  app: Hono<AppEnv>,
  routes: readonly ServedRoute[],
  { deps, requests }: { deps: AppDeps; requests: RequestMetrics },
): void {
  const pass = passage(deps, requests);
  for (const { method, path, answer } of routes) {
    const line = `${method} ${path}`;
    const name = method === "ALL" ? UNMATCHED : path;
    const to = { name, answer, access: PERMISSIONS[line], isHeavy: HEAVY_ROUTES.has(line) };
    app.on(method, path, (c) => pass(c, to));
  }
  const nowhere = { name: UNMATCHED, access: undefined, isHeavy: false, answer: refuseNoPath };
  app.notFound((c) => pass(c, nowhere));
}

function passage(deps: AppDeps, requests: RequestMetrics): (c: AppContext, to: Destination) => Answer {
  const admit = admission(deps);
  const observe = observer(deps, requests);
  return (c, to) => {
    const begunMs = performance.now();
    const finish = (answer: Response) => {
      addHeaders(c, answer.headers);
      observe(c, { route: to.name, status: answer.status, durationMs: performance.now() - begunMs });
      return answer;
    };
    const answer = attempt(() => {
      const wait = admit(c, to);
      return wait instanceof Promise ? wait.then(() => to.answer(c)) : to.answer(c);
    }, (error) => answerError(error, c, deps));
    return answer instanceof Promise ? answer.then(finish) : finish(answer);
  };
}

function attempt(work: () => Answer, otherwise: (error: unknown) => Answer): Answer {
  try {
    const answer = work();
    return answer instanceof Promise ? answer.catch(otherwise) : answer;
  } catch (error) {
    return otherwise(error);
  }
}

/** All checks, in their order. Throws the refusal; gives a promise only where there is something to wait for. */
function admission(deps: AppDeps): (c: AppContext, to: Destination) => Promise<void> | void {
  const identify = requestContext(deps);
  const checkHost = hostCheck(deps.settings);
  const checkReady = readiness(deps);
  const spendLimits = rateLimits(deps);
  const checkSite = crossSite(deps.settings);
  const checkRest = (c: AppContext) => {
    checkSite(c);
    statedLength(c);
  };
  return (c, to) => {
    identify(c);
    checkHost(c);
    if (!isApi(c.req.path)) return checkRest(c);
    checkReady(c);
    const checkCaller = () => {
      permission(c, to.access);
      checkRest(c);
    };
    const wait = spendLimits(c, to.isHeavy);
    return wait === undefined ? checkCaller() : wait.then(checkCaller);
  };
}

function isApi(path: string): boolean {
  return path.startsWith("/api/") || path === "/api";
}

function refuseNoPath(c: AppContext): never {
  throw noPath(c);
}
