import { Hono } from "hono";
import type { AppDeps } from "./deps.ts";
import type { AppEnv } from "./env.ts";
import { signInPage } from "./pages/sign_in_page.ts";
import { wallPage } from "./pages/wall_page.ts";
import { staticFiles } from "./static_files.ts";

/** The pages that people open; everything in them comes from Andon itself. */
export function pageRoutes({ settings }: AppDeps): Hono<AppEnv> {
  const pages = new Hono<AppEnv>()
    .get("/", async (c) => {
      const signedIn = c.get("signedIn");
      if (signedIn === undefined) return c.redirect("/sign-in", 303);
      return c.html(await wallPage(signedIn.user, settings.plantTimeZone));
    })
    .get("/sign-in", async (c) => {
      if (c.get("signedIn") !== undefined) return c.redirect("/", 303);
      return c.html(await signInPage());
    });
  for (const file of staticFiles()) {
    pages.get(file.path, (c) => {
      c.header("Cache-Control", "no-cache");
      c.header("ETag", file.etag);
      if (c.req.header("If-None-Match") === file.etag) return c.body(null, 304);
      return c.body(file.text, 200, { "Content-Type": file.type });
    });
  }
  return pages;
}
