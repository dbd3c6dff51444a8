import { actorOfKey } from "../../domain/access/types.ts";
import { bearerKey } from "../bearer.ts";
import { clientOf } from "../client.ts";
import { sessionToken } from "../cookie.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext, AppEnv } from "../env.ts";
import { limitHeader, policyHeader } from "../rate_limit_headers.ts";

/** What every answer carries, made once; no route has a say in it. */
const FIXED_HEADERS: readonly (readonly [string, string])[] = [
  ["X-Api-Version", "beta"],
  ["X-Content-Type-Options", "nosniff"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
];

/** What an answer carries unless its route said otherwise. */
const USUAL_HEADERS: readonly (readonly [string, string])[] = [
  [
    "Content-Security-Policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'",
  ],
  ["Referrer-Policy", "no-referrer"],
  ["Cache-Control", "no-store"],
];

/** Gives a request its id, its client and its session. */
export function requestContext(deps: AppDeps): (c: AppContext) => void {
  const nextId = requestIds(deps);
  const { trustProxy, tlsInFront } = deps.settings;
  return (c) => {
    const { headers } = c.req.raw;
    c.set("requestId", givenId(headers.get("x-request-id")) ?? nextId());
    c.set("client", clientOf(c.req.raw, { peer: c.env?.remoteAddr?.hostname, trustProxy, tlsInFront }));
    identify(c, deps);
  };
}

/** Adds to an answer's headers those that every answer carries, and what its limits have left. */
export function addHeaders(c: AppContext, headers: Headers): void {
  for (const [name, value] of USUAL_HEADERS) if (!headers.has(name)) headers.append(name, value);
  for (const [name, value] of FIXED_HEADERS) headers.set(name, value);
  headers.set("X-Request-Id", c.get("requestId"));
  const decisions = c.get("rateDecisions");
  if (decisions === undefined) return;
  headers.append("RateLimit-Policy", policyHeader(decisions));
  headers.append("RateLimit", limitHeader(decisions));
  const refused = decisions.find((each) => !each.allowed);
  if (refused !== undefined) headers.append("Retry-After", String(refused.resetSeconds));
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
  return found === undefined ? undefined : { user: found.user, token };
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
