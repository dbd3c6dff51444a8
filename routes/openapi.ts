import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./env.ts";

/** Serves the document of every route registered on the app, made at the first call. */
export function serveOpenApi(app: OpenAPIHono<AppEnv>): void {
  let made: ReturnType<typeof documentOf> | undefined;
  app.get("/api/openapi.json", (c) => c.json(made ??= documentOf(app)));
}

function documentOf(app: OpenAPIHono<AppEnv>) {
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Andon",
      version: "beta",
      description: "Management console for industrial data monitoring: rules, instances, events.",
    },
    servers: [{ url: "/" }],
  });
}
