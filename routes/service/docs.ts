import { Hono } from "hono";
import { type DocsFile, docsFiles, type LoadedFile } from "./docs_files.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { docsPage } from "../pages/docs_page.ts";

/**
 * The page's content security policy, without `require-trusted-types-for`: Swagger UI sets sanitized HTML by itself.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** `/docs`: the OpenAPI document in Swagger UI, with nothing from another host. */
export function docsRoutes(): Hono<AppEnv> {
  const loaded = new Map<DocsFile, Promise<LoadedFile>>();
  const routes = new Hono<AppEnv>().get("/docs", async (c) => {
    c.header("Content-Security-Policy", POLICY);
    return c.html(await docsPage());
  });
  for (const file of docsFiles()) {
    routes.get(file.path, async (c) => {
      let found = loaded.get(file);
      if (found === undefined) loaded.set(file, found = file.load());
      return answerFile(c, { type: file.type, ...await found });
    });
  }
  return routes;
}

function answerFile(c: AppContext, { type, etag, body, gzip }: LoadedFile & { type: string }): Response {
  c.header("Cache-Control", "no-cache");
  c.header("ETag", etag);
  c.header("Vary", "Accept-Encoding");
  if (c.req.header("If-None-Match") === etag) return c.body(null, 304);
  if (!/\bgzip\b/.test(c.req.header("Accept-Encoding") ?? "")) {
    return c.body(body, 200, { "Content-Type": type });
  }
  return c.body(gzip, 200, { "Content-Type": type, "Content-Encoding": "gzip" });
}
