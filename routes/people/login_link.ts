import { Hono } from "hono";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppEnv } from "../pipeline/env.ts";
import { readText } from "../pipeline/middleware/json_body.ts";
import { loginLinkPage } from "../pages/login_link_page.ts";
import { noPath } from "../pipeline/route.ts";
import { requireSafeTransport } from "../pipeline/secure_transport.ts";
import { openSession } from "./sign_in.ts";

const PATH = "/login/once";

/** The one-time sign-in link of dev mode. Its page redeems it by a POST, so that prefetches and previews cannot. */
export function loginLinkRoutes(deps: AppDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(PATH, async (c) => {
      if (deps.spendLoginLink === undefined) throw noPath(c);
      // Under no-referrer a browser sends a form with "Origin: null", which the cross-site check refuses.
      c.header("Referrer-Policy", "same-origin");
      return c.html(await loginLinkPage(c.req.query("token") ?? ""));
    })
    .post(PATH, async (c) => {
      if (deps.spendLoginLink === undefined) throw noPath(c);
      requireSafeTransport(c.get("client"), deps.settings);
      const token = new URLSearchParams(await readText(c)).get("token") ?? "";
      if (!deps.spendLoginLink(token)) {
        throw new Refusal("AUTHENTICATION_REQUIRED", "This link was already used or has expired");
      }
      await openSession(c, { deps, user: administrator(deps) });
      return c.redirect("/", 303);
    });
}

function administrator({ storage }: AppDeps) {
  const admin = storage.access.users().find((user) => user.role === "admin" && user.is_active);
  if (admin === undefined) throw new Refusal("FORBIDDEN", "There is no active administrator to sign in as");
  return admin;
}
