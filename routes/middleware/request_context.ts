import type { MiddlewareHandler } from "hono";
import { actorOfKey } from "../../domain/access/types.ts";
import { bearerKey } from "../bearer.ts";
import { clientOf } from "../client.ts";
import { sessionToken } from "../cookie.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext, AppEnv } from "../env.ts";

/** What every answer carries unless its route said otherwise, made once. */
const FIXED_HEADERS: readonly (readonly [string, string])[] = [
  ["X-Api-Version", "beta"],
  [
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  ],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Referrer-Policy", "no-referrer"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
];

/** Gives a request its id, its client and its session, and every answer the fixed headers. */
export function requestContext(deps: AppDeps): MiddlewareHandler<AppEnv> {
  const nextId = requestIds(deps);
  const { trustProxy, tlsInFront } = deps.settings;
  return async (c, next) => {
    const requestId = givenId(c.req.raw.headers.get("x-request-id")) ?? nextId();
    c.set("requestId", requestId);
    c.set("client", clientOf(c.req.raw, { peer: c.env?.remoteAddr?.hostname, trustProxy, tlsInFront }));
    identify(c, deps);
    await next();
    const headers = c.res.headers;
    for (const [name, value] of FIXED_HEADERS) if (!headers.has(name)) headers.set(name, value);
    headers.set("X-Request-Id", requestId);
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  };
}

/** An API key goes before a cookie; one that may not be used is nobody's, whatever the cookie says. */
function identify(c: AppContext, deps: AppDeps): void {
  if (c.env?.inside !== undefined) return c.set("actor", c.env.inside);
  const key = bearerKey(c.req.raw.headers.get("authorization"));
  if (key !== undefined) {
    const record = deps.storage.access.useApiKey(key);
    c.set("apiKeyId", record?.id);
    c.set("actor", record && actorOfKey(record));
    return;
  }
  const found = signedIn(deps, c.req.raw.headers.get("cookie"));
  c.set("signedIn", found);
  c.set("actor", found && { name: found.user.username, role: found.user.role });
}

function signedIn({ storage }: AppDeps, cookie: string | null): AppEnv["Variables"]["signedIn"] {
  const token = sessionToken(cookie);
  if (token === undefined) return undefined;
  const found = storage.access.session(token);
  return found === undefined ? undefined : { ...found, token };
}

const GIVEN_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** An id that the client or a proxy made, if it is fit for a header and a log line. */
function givenId(header: string | null): string | undefined {
  return header !== null && GIVEN_ID.test(header) ? header : undefined;
}

/** Ids that are unique over restarts, without asking for random bytes at each request. */
function requestIds(deps: AppDeps): () => string {
  const prefix = Array.from(deps.randomBytes(8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}
