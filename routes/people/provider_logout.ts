import { Hono } from "hono";
import type { ProviderSessionRecord } from "../../domain/identity_provider/provider_session.ts";
import type { IdentityProviderRecord, LogoutClaims } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { readText } from "../pipeline/middleware/json_body.ts";
import { defaultSpending } from "../pipeline/middleware/rate_limit.ts";
import type { OpeningSessions } from "./opening_sessions.ts";
import { afterLogoutAddress } from "../pipeline/own_origin.ts";
import { integerId } from "../pipeline/route.ts";
import { SpentStates } from "./spent_states.ts";
import { LOGOUT_REMEMBERED_MS } from "../../storage/access/provider_sessions.ts";

/** A session that began so long after the logout token belongs to a later sign-in. */
const TOLERANCE_MS: Ms = 60_000;

/** The provider's page where the browser ends its session there too; null: there is none. */
export async function providerLogout(
  c: AppContext,
  { deps, session }: { deps: AppDeps; session: ProviderSessionRecord },
): Promise<string | null> {
  const { storage: { identityProviders, providerSessions }, identity, settings } = deps;
  const provider = identityProviders.get(session.provider_id);
  if (provider?.is_active !== true || provider.ldap !== null) return null;
  const idToken = (await providerSessions.tokens(session))?.id ?? null;
  const returnAddress = afterLogoutAddress(c, settings);
  return await identity.logoutPage(await identityProviders.settings(provider.id), { idToken, returnAddress });
}

/**
 * The back channel by which a provider ends sessions (OpenID Connect Back-Channel Logout 1.0). Answers 400 with
 * `{error, error_description}` for a token that is not accepted.
 */
export function providerLogoutRoutes(deps: AppDeps, opening: OpeningSessions): Hono<AppEnv> {
  const { storage: { identityProviders } } = deps;
  const spend = defaultSpending(deps);
  const spent = new SpentStates(() => deps.now(), LOGOUT_REMEMBERED_MS);
  return new Hono<AppEnv>().post("/auth/backchannel-logout/:id", async (c) => {
    await spend(c);
    c.header("Cache-Control", "no-store");
    const provider = identityProviders.get(integerId(c.req.param("id")) ?? 0);
    if (provider?.is_active !== true || provider.ldap !== null) {
      throw new Refusal("NOT_FOUND", "There is no such identity provider");
    }
    const token = new URLSearchParams(await readText(c)).get("logout_token") ?? "";
    try {
      await endSessions(token, { deps, provider, spent, opening });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const error_description = error.message;
      if (error.code !== "AUTHENTICATION_REQUIRED") {
        return c.json({ error: "server_error", error_description }, 503);
      }
      recordRefused(c, { deps, reason: error_description });
      return c.json({ error: "invalid_request", error_description }, 400);
    }
    return c.body(null, 200);
  });
}

async function endSessions(
  token: string,
  { deps, provider, spent, opening }: {
    deps: AppDeps;
    provider: IdentityProviderRecord;
    spent: SpentStates;
    opening: OpeningSessions;
  },
): Promise<void> {
  const { storage: { access, providerSessions }, identity } = deps;
  if (token === "") throw refused("The body has no logout_token");
  const claims = await identity.verifyLogout(provider, token);
  const { jti, issuedAtMs } = claims, logoutToken = { providerId: provider.id, jti, issuedAtMs };
  const used = `${provider.id} ${jti}`;
  if (await providerSessions.isLogoutTokenUsed(logoutToken) || !spent.spend(used)) {
    throw refused("This logout token was already used");
  }
  await opening.settled();
  const ended = providerSessions.list().filter((session) =>
    session.provider_id === provider.id && isOf(session, claims)
  );
  const { issuer } = provider, subjects = new Set(ended.map(({ subject }) => subject));
  if (claims.subject !== undefined) subjects.add(claims.subject);
  try {
    for (const subject of subjects) {
      const refusal = { tokensUntilMs: issuedAtMs, isRefused: false };
      await access.refuseExternal({ issuer, subject }, refusal);
    }
    await providerSessions.end(ended, `The identity provider "${provider.name}" signed the person out`);
    // Last, so that after a crash before it the provider's next attempt ends what is left.
    await providerSessions.useLogoutToken(logoutToken);
  } catch (error) {
    spent.release(used);
    throw error;
  }
}

/** A session (sid) where the token names one, else all of the person. */
function isOf(session: ProviderSessionRecord, { sid, subject, issuedAtMs }: LogoutClaims): boolean {
  if (session.begun_at_ms > issuedAtMs + TOLERANCE_MS) return false;
  if (subject !== undefined && session.subject !== subject) return false;
  return sid === undefined || session.sid === sid || (session.sid === null && subject !== undefined);
}

function recordRefused(c: AppContext, { deps, reason }: { deps: AppDeps; reason: string }): void {
  deps.storage.refusals.record({
    kind: "key_refused",
    who: undefined,
    name: "logout token",
    address: c.get("client").address,
    userAgent: c.req.header("user-agent") ?? "",
    route: "POST /auth/backchannel-logout/:id",
    reason,
  });
}

function refused(text: string): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", text);
}
