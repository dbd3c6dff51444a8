import type { RefusalKind } from "../../../domain/audit/refusal_folding.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Storage } from "../../../storage/contract.ts";
import { bearerKey } from "../bearer.ts";
import type { AppContext } from "../env.ts";

const PASSWORD = "POST /api/auth/login";
/** The requests that sign in, whose refusal is a failed sign-in. */
const SIGN_INS: ReadonlySet<string> = new Set([
  PASSWORD,
  "POST /api/auth/login/code",
  "POST /api/auth/login/passkey",
  "POST /login/once",
  "GET /auth/oidc/:id/callback",
  "POST /api/auth/desk-confirmations",
  "POST /api/auth/desk-confirmations/passkey",
]);
const METRICS = "GET /metrics";

interface Refused {
  kind: RefusalKind;
  /** The name that was tried, or the name of the key. */
  name?: string;
}

/**
 * Records sign-ins that failed or were slowed down, unusable keys, and requests that their sender may not make. A
 * request without credentials is none of them: it is how a browser asks whether it is signed in.
 */
export function recordRefusal(
  c: AppContext,
  { route, storage }: { route: string; storage: Pick<Storage, "access" | "refusals"> },
): void {
  if (!(c.error instanceof Refusal)) return;
  const refused = refusedOf(c, { error: c.error, route, storage });
  if (refused === undefined) return;
  const actor = c.get("actor");
  storage.refusals.record({
    kind: refused.kind,
    who: actor?.name,
    name: refused.name,
    address: actor?.address ?? c.get("client").address,
    desk: actor?.desk,
    desk_id: actor?.desk_id,
    userAgent: c.req.header("user-agent") ?? "",
    route,
    reason: c.error.message,
  });
}

function refusedOf(
  c: AppContext,
  { error, route, storage: { access } }: {
    error: Refusal;
    route: string;
    storage: Pick<Storage, "access">;
  },
): Refused | undefined {
  const isSignIn = SIGN_INS.has(route);
  if (error.code === "FORBIDDEN" && isSignIn) return { kind: "sign_in_refused", name: nameTried(c) };
  if (error.code === "FORBIDDEN") return { kind: "access_refused" };
  const isSlowedDown = error.code === "RATE_LIMITED" && error.details.scope === "sign_in";
  if (error.code !== "AUTHENTICATION_REQUIRED" && !isSlowedDown) return undefined;
  // The right password of a user who has a second factor, or must set one up, is no refused sign-in.
  if (route === PASSWORD && error.details.second_factor !== undefined) return undefined;
  if (isSignIn) return { kind: "sign_in_refused", name: nameTried(c) };
  const authorization = c.req.header("authorization") ?? null;
  if (authorization !== null && route === METRICS) return { kind: "key_refused", name: "METRICS_TOKEN" };
  if (c.get("tokenRefusal") !== undefined) return { kind: "key_refused", name: "access token" };
  const key = bearerKey(authorization);
  return key === undefined ? undefined : { kind: "key_refused", name: access.apiKeys.of(key)?.name };
}

/** The user at the second step, the name that an identity provider gave, or the name in the body as it was sent. */
function nameTried(c: AppContext): string | undefined {
  const signingIn = c.get("signingIn");
  if (signingIn !== undefined) return signingIn;
  const name = c.get("providedName") ?? c.get("body")?.username;
  return typeof name === "string" ? name : undefined;
}
