import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { Refusal } from "../../domain/shared/refusal.ts";
import { bearerKey } from "../bearer.ts";
import type { AppDeps } from "../deps.ts";
import { type AppContext, type AppEnv, signInFirst } from "../env.ts";
import { type Access, mayAct, PERMISSIONS } from "../permissions.ts";

/**
 * Refuses while the parts behind do not stand yet, or no longer, and at once what the storage would refuse: where it
 * can only be read, reads go on.
 */
export function readiness(
  { ready, storage: { store } }: Pick<AppDeps, "ready" | "storage">,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!ready()) {
      throw new Refusal("UNAVAILABLE", "Andon is starting or stopping; try again in a moment");
    }
    const refusal = store.refusal("reads") ?? (READING.has(c.req.method) ? null : store.refusal("writes"));
    if (refusal !== null) throw refusal;
    await next();
  };
}

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** First 401, then 403 for the role; a path that is not in the table is a 404 to those who are signed in. */
export function permission(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const access = accessOf(c);
    if (access !== "public") requireRole(c, access);
    await next();
  };
}

function requireRole(c: AppContext, access: Access | undefined): void {
  const actor = c.get("actor");
  if (actor === undefined) {
    throw bearerKey(c.req.header("authorization") ?? null) ? keyRefused() : signInFirst();
  }
  if (access === undefined || access === "public") return;
  if (!mayAct(actor.role, access)) {
    throw new Refusal("FORBIDDEN", `This needs the role ${access}; yours is ${actor.role}`, {
      role_needed: access,
    });
  }
}

function keyRefused(): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", "The API key is unknown, expired or switched off");
}

/** The table's word on the first route that fits; middleware stands on wildcards and is passed over. */
function accessOf(c: AppContext): Access | undefined {
  for (const route of matchedRoutes(c)) {
    const access = PERMISSIONS[`${route.method} ${route.path}`];
    if (access !== undefined) return access;
  }
  return undefined;
}
