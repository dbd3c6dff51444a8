import type { OpenAPIHono } from "@hono/zod-openapi";
import { assetRoutes } from "./assets.ts";
import { auditLogRoutes } from "./audit_log.ts";
import { authRoutes } from "./auth.ts";
import { configurationRoutes } from "./configuration.ts";
import type { AppDeps } from "./deps.ts";
import type { AppEnv } from "./env.ts";
import { answerError } from "./errors.ts";
import { healthRoutes } from "./health.ts";
import { instanceRoutes } from "./instances.ts";
import { loginLinkRoutes } from "./login_link.ts";
import { crossSite } from "./middleware/cross_site.ts";
import { permission, readiness } from "./middleware/guard.ts";
import { hostCheck } from "./middleware/host_check.ts";
import { statedLength } from "./middleware/json_body.ts";
import { requestContext } from "./middleware/request_context.ts";
import { serveOpenApi } from "./openapi.ts";
import { packageRoutes } from "./packages.ts";
import { pageRoutes } from "./pages.ts";
import { checkPermissionTable } from "./permissions.ts";
import { plantModelRoutes } from "./plant_model.ts";
import { newRoutes, noPath } from "./route.ts";
import { ruleEventRoutes } from "./rule_events.ts";
import { templateInstanceRoutes } from "./template_instances.ts";
import { templateRoutes } from "./templates.ts";

/** What `Deno.serve` gives its handler besides the request. */
export interface RequestInfo {
  remoteAddr: { hostname: string };
}

export interface App {
  fetch(request: Request, info?: RequestInfo): Response | Promise<Response>;
}

/** The whole HTTP side: pages, health and everything under `/api`. */
export function createApp(deps: AppDeps): App {
  const app = newRoutes();
  app.onError((error, c) => answerError(error, c, deps));
  app.notFound((c) => answerError(noPath(c), c, deps));
  guard(app, deps);
  for (const routes of nouns(deps)) app.route("/", routes);
  app.route("/", healthRoutes(deps));
  app.route("/", loginLinkRoutes(deps));
  app.route("/", pageRoutes(deps));
  serveOpenApi(app);
  checkPermissionTable(app.routes);
  return {
    fetch: (request, info) => app.fetch(request, info === undefined ? {} : { remoteAddr: info.remoteAddr }),
  };
}

/** What every request passes, in this order. */
function guard(app: OpenAPIHono<AppEnv>, deps: AppDeps): void {
  app.use("*", requestContext(deps));
  app.use("*", hostCheck(deps.settings));
  app.use("/api/*", readiness(deps));
  // Rate limits stand here: before sign-in is looked at, on /api only.
  app.use("/api/*", permission());
  app.use("*", crossSite(deps.settings));
  app.use("*", statedLength());
}

function nouns(deps: AppDeps): OpenAPIHono<AppEnv>[] {
  return [
    authRoutes(deps),
    configurationRoutes(deps),
    assetRoutes(deps),
    packageRoutes(deps),
    templateRoutes(deps),
    templateInstanceRoutes(deps),
    instanceRoutes(deps),
    ruleEventRoutes(deps),
    plantModelRoutes(deps),
    auditLogRoutes(deps),
  ];
}
