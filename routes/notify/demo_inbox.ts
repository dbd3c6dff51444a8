import { Hono } from "hono";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppEnv } from "../pipeline/env.ts";
import { demoInboxPage } from "../pages/demo_inbox_page.ts";
import { noPath } from "../pipeline/route.ts";

const PATH = "/demo-inbox";

/** The page of the embedded receiver of dev; `start` has none. */
export function demoInboxRoutes({ demoInbox, settings }: AppDeps): Hono<AppEnv> {
  return new Hono<AppEnv>().get(PATH, async (c) => {
    if (demoInbox === undefined) throw noPath(c);
    if (c.get("signedIn") === undefined) return c.redirect(`/sign-in?next=${encodeURIComponent(PATH)}`, 303);
    return c.html(await demoInboxPage(demoInbox, settings.plantTimeZone));
  });
}
