import { Hono } from "hono";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { MCP_PATH } from "../pipeline/middleware/cross_site.ts";
import { ownOrigin } from "../pipeline/own_origin.ts";
import { noPath } from "../pipeline/route.ts";

const METADATA = "/.well-known/oauth-protected-resource";

type Deps = Pick<AppDeps, "storage" | "settings">;

/** Where clients such as MCP clients learn who issues access tokens for Andon (RFC 9728). */
export function protectedResourceRoutes(deps: Deps): Hono<AppEnv> {
  const answer = (c: AppContext, path: string) => {
    const issuers = issuersOf(deps);
    if (issuers.length === 0) throw noPath(c);
    return c.json({
      resource: ownOrigin(c, deps.settings) + path,
      authorization_servers: issuers,
      bearer_methods_supported: ["header"],
      resource_name: "Andon",
    });
  };
  return new Hono<AppEnv>()
    .get(METADATA, (c) => answer(c, ""))
    .get(METADATA + MCP_PATH, (c) => answer(c, MCP_PATH));
}

/** Tells a client without credentials where to begin. Without an issuer of tokens there is nothing to tell. */
export function challenge(c: AppContext, deps: Deps): void {
  if (c.get("actor") !== undefined || issuersOf(deps).length === 0) return;
  const error = c.get("tokenRefusal") === undefined ? "" : ', error="invalid_token"';
  const metadata = `${ownOrigin(c, deps.settings)}${METADATA}${MCP_PATH}`;
  c.header("WWW-Authenticate", `Bearer resource_metadata="${metadata}"${error}`);
}

function issuersOf({ storage: { identityProviders } }: Deps): string[] {
  const open = identityProviders.list().filter(({ is_active, audience }) => is_active && audience !== null);
  return open.map(({ issuer }) => issuer);
}
