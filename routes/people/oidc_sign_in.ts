import { Hono } from "hono";
import type { BegunSignIn, IdentityProviderSettings } from "../../domain/identity_provider/types.ts";
import { ownPath } from "../../domain/shared/own_path.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { begunCookie, begunToken, endedBegunCookie } from "../pipeline/cookie.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext, AppEnv } from "../pipeline/env.ts";
import { providedName, signInIdentified } from "./identified_user.ts";
import type { OpeningSessions } from "./opening_sessions.ts";
import { defaultSpending } from "../pipeline/middleware/rate_limit.ts";
import { ownOrigin, redirectAddress } from "../pipeline/own_origin.ts";
import { integerId } from "../pipeline/route.ts";
import { isSecureCookie, requireSafeTransport } from "../pipeline/secure_transport.ts";
import { openSession } from "./sign_in.ts";
import { SpentStates } from "./spent_states.ts";

/** How long a person may take at the provider. */
export const BEGUN_MS: Ms = 10 * 60_000;
const MOST_NEXT = 1_000;
const MOST_SID = 255;

/** Sign-in at an identity provider: the beginning sends the browser there, the callback opens the session. */
export function oidcSignInRoutes(deps: AppDeps, opening: OpeningSessions): Hono<AppEnv> {
  const { storage: { identityProviders, providerSessions }, settings, identity } = deps;
  const spend = defaultSpending(deps);
  const spent = new SpentStates(() => deps.now(), BEGUN_MS);
  const providerOf = async (c: AppContext) => {
    requireSafeTransport(c.get("client"), settings);
    await spend(c);
    const id = integerId(c.req.param("id")) ?? 0;
    const known = identityProviders.get(id);
    if (known?.is_active !== true || known.ldap !== null) {
      throw new Refusal("NOT_FOUND", "There is no such identity provider; begin at the sign-in page");
    }
    return await identityProviders.settings(id);
  };
  return new Hono<AppEnv>()
    .get("/auth/oidc/:id/begin", async (c) => {
      const provider = await providerOf(c);
      const address = redirectAddress(c, { settings, providerId: provider.id });
      const { url, ...made } = await answered(identity.begin(provider, address), { deps, provider });
      const next = ownPath(c.req.query("next"));
      const sealed = await identityProviders.sealBegun({
        ...made,
        providerId: provider.id,
        redirectAddress: address,
        next: next.length > MOST_NEXT ? "/" : next,
        begunAtMs: deps.now(),
      });
      c.header("Set-Cookie", begunCookie(sealed, cookieOf(c, deps)));
      return c.redirect(url, 303);
    })
    .get("/auth/oidc/:id/callback", async (c) => {
      const provider = await providerOf(c);
      const begun = await begunOf(c, { deps, provider });
      c.header("Set-Cookie", endedBegunCookie(cookieOf(c, deps)));
      if (!spent.spend(begun.state)) throw again("This sign-in was already completed");
      const { search } = new URL(c.req.url);
      const url = new URL(`${begun.redirectAddress}${search}`);
      const finished = identity.finish(provider, { url, begun });
      const { claims, tokens } = await answered(finished, { deps, provider });
      c.set("providedName", providedName(claims, provider));
      await opening.run(async () => {
        const { address } = c.get("client");
        const user = await signInIdentified(deps, { claims, provider, address });
        const { sub: subject } = claims;
        const sid = typeof claims.sid === "string" ? claims.sid.slice(0, MOST_SID) : null;
        const started = await providerSessions.start({ providerId: provider.id, subject, sid, tokens });
        await openSession(c, { deps, user, provider: started });
      });
      return c.redirect(`${ownOrigin(c, settings)}${begun.next}`, 303);
    });
}

/** What the provider answers. UNAVAILABLE while it cannot be reached. */
async function answered<T>(
  answer: Promise<T>,
  { deps, provider: { id, name } }: { deps: AppDeps; provider: IdentityProviderSettings },
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "CONNECTION_FAILED") throw error;
    const reason = error.message;
    deps.log("warn", "An identity provider could not be asked", { provider_id: id, reason });
    throw new Refusal(
      "UNAVAILABLE",
      `Sign-in through "${name}" does not work at the moment; try again later, or ask an administrator`,
    );
  }
}

/** The sign-in that this browser began at this provider, with this state. */
async function begunOf(
  c: AppContext,
  { deps, provider }: { deps: AppDeps; provider: IdentityProviderSettings },
): Promise<BegunSignIn> {
  const sealed = begunToken(c.req.raw.headers.get("cookie"), cookieOf(c, deps));
  const begun = sealed === undefined ? undefined : await deps.storage.identityProviders.unsealBegun(sealed);
  if (begun === undefined) {
    throw again("This browser has not begun this sign-in, or has already completed it");
  }
  if (begun.providerId !== provider.id) throw again("This sign-in was begun at another identity provider");
  if (begun.begunAtMs + BEGUN_MS < deps.now()) throw again("This sign-in took more than 10 minutes");
  if (c.req.query("state") !== begun.state) throw again("The answer belongs to another sign-in");
  return begun;
}

function cookieOf(c: AppContext, { settings }: AppDeps): "host" | "plain" {
  return isSecureCookie(c.get("client"), settings) ? "host" : "plain";
}

function again(text: string): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", `${text}; sign in again`);
}
