import { actorOfKey, actorOfScreen, type Granted } from "../../../domain/access/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { bearerKey } from "../bearer.ts";
import { clientOf } from "../client.ts";
import { sentSessions } from "../cookie.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext, SignedIn } from "../env.ts";
import { sentScreenToken } from "../../people/screens/credential.ts";
import { isSecureCookie } from "../secure_transport.ts";
import { TokenSignIn } from "../../people/token_sign_in.ts";

/** Sets a request's id, client and session. Returns a promise only where a provider is asked. */
export function requestContext(deps: AppDeps): (c: AppContext) => void | Promise<void> {
  const nextId = requestIds(deps);
  const tokens = new TokenSignIn(deps);
  const { trustProxy, tlsInFront } = deps.settings;
  return (c) => {
    const { headers } = c.req.raw;
    // Reads all headers at once, which Deno does at the end anyway. Otherwise each `get` is a call into the runtime.
    headers.has("cookie");
    c.set("requestId", givenId(headers.get("x-request-id")) ?? nextId());
    c.set("client", clientOf(c.req.raw, { peer: c.env?.remoteAddr?.hostname, trustProxy, tlsInFront }));
    return identify(c, { deps, tokens });
  };
}

/**
 * An API key or access token takes precedence over a cookie. With an invalid one the request is anonymous, even with a
 * cookie.
 */
function identify(
  c: AppContext,
  { deps, tokens }: { deps: AppDeps; tokens: TokenSignIn },
): void | Promise<void> {
  if (c.env?.inside !== undefined) return c.set("actor", c.env.inside);
  const { address } = c.get("client");
  const authorization = c.req.raw.headers.get("authorization");
  const key = bearerKey(authorization);
  if (key !== undefined) {
    const record = deps.storage.access.apiKeys.use(key, address);
    c.set("apiKeyId", record?.id);
    c.set("actor", record && { ...actorOfKey(record), grants: record.grants ?? [], address });
    c.set(
      "isSignedIn",
      () => record !== undefined && deps.storage.access.apiKeys.isUsable(record.id, address),
    );
    return;
  }
  const sent = tokens.sent(authorization);
  if (sent !== undefined) {
    return tokens.holderOf(sent).then(
      (holder) => {
        c.set("tokenHolder", holder);
        const { provider } = sent;
        const isUnchanged = () => deps.storage.identityProviders.get(provider.id) === provider;
        c.set("isSignedIn", () => isUnchanged() && tokens.isAccepted(holder));
        c.set("actor", { ...holder.actor, address });
      },
      (error) => {
        if (!(error instanceof Refusal)) throw error;
        c.set("tokenRefusal", error);
      },
    );
  }
  const identifySession = () => {
    const found = signedIn(c, deps);
    c.set("signedIn", found);
    if (found === undefined) return identifyScreen(c, deps);
    const { username: name, role, grants = [] } = found.user;
    // A shared desk reads; what it changes is done by the person who confirms it.
    const granted = found.user.shared_desk === true ? READS_ONLY : { role, grants };
    c.set("actor", { name, ...granted, address });
    c.set("isSignedIn", () => deps.storage.access.isSessionValid(found.token));
  };
  const check = deps.checkSession && dueCheck(c, deps.checkSession);
  return check === undefined ? identifySession() : check.then(identifySession);
}

const READS_ONLY: Granted = { role: "viewer", grants: [] };

/** The check of the request's session by its identity provider, where one is due. */
function dueCheck(c: AppContext, check: NonNullable<AppDeps["checkSession"]>): Promise<unknown> | undefined {
  for (const { token } of sentSessions(c.req.raw.headers.get("cookie"))) {
    const due = check(token);
    if (due !== undefined) return due;
  }
  return undefined;
}

function identifyScreen(c: AppContext, { storage, settings }: AppDeps): void {
  const token = sentScreenToken(c, settings);
  const { address } = c.get("client");
  const screen = token === undefined ? undefined : storage.screens.use(token, address);
  c.set("screen", screen);
  c.set("actor", screen && { ...actorOfScreen(screen), grants: [], address });
  if (screen !== undefined) c.set("isSignedIn", () => storage.screens.isOpen(screen.id));
}

/**
 * A session counts only in the cookie that it was opened with, sessions of older versions in either. Where cookies are
 * Secure, `andon_session` counts only for those older sessions and never beside `__Host-andon_session`: plain HTTP can
 * set it for the same host.
 */
function signedIn(c: AppContext, { storage, settings }: AppDeps): SignedIn | undefined {
  for (const { cookie, token } of sentSessions(c.req.raw.headers.get("cookie"))) {
    const found = storage.access.session(token);
    const { cookie: opened } = found?.session ?? {};
    const isSecure = () => isSecureCookie(c.get("client"), settings);
    const counts = opened === undefined || (opened === cookie && (cookie === "host" || !isSecure()));
    if (found !== undefined && counts) {
      return { user: found.user, token, openedAtMs: found.session.created_at_ms };
    }
    if (cookie === "host" && isSecure()) return undefined;
  }
  return undefined;
}

const GIVEN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** An id from the client or a proxy, if it is safe for a header and a log line. */
function givenId(header: string | null): string | undefined {
  return header !== null && GIVEN_ID.test(header) ? header : undefined;
}

/** Creates ids that are unique across restarts, without random bytes for each request. */
function requestIds(deps: AppDeps): () => string {
  const prefix = Array.from(deps.randomBytes(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
