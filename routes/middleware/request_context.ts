import { actorOfKey } from "../../domain/access/types.ts";
import { bearerKey } from "../bearer.ts";
import { clientOf } from "../client.ts";
import { sessionToken } from "../cookie.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext, AppEnv } from "../env.ts";

/** Sets a request's id, client and session. */
export function requestContext(deps: AppDeps): (c: AppContext) => void {
  const nextId = requestIds(deps);
  const { trustProxy, tlsInFront } = deps.settings;
  return (c) => {
    const { headers } = c.req.raw;
    // Reads all headers at once, which Deno does at the end anyway. Otherwise each `get` is a call into the runtime.
    headers.has("cookie");
    c.set("requestId", givenId(headers.get("x-request-id")) ?? nextId());
    c.set("client", clientOf(c.req.raw, { peer: c.env?.remoteAddr?.hostname, trustProxy, tlsInFront }));
    identify(c, deps);
  };
}

/** An API key takes precedence over a cookie. With an invalid key the request is anonymous, even with a cookie. */
function identify(c: AppContext, deps: AppDeps): void {
  if (c.env?.inside !== undefined) return c.set("actor", c.env.inside);
  const { address } = c.get("client");
  const key = bearerKey(c.req.raw.headers.get("authorization"));
  if (key !== undefined) {
    const record = deps.storage.access.useApiKey(key);
    c.set("apiKeyId", record?.id);
    c.set("actor", record && { ...actorOfKey(record), address });
    return;
  }
  const found = signedIn(deps, c.req.raw.headers.get("cookie"));
  c.set("signedIn", found);
  c.set("actor", found && { name: found.user.username, role: found.user.role, address });
}

function signedIn({ storage }: AppDeps, cookie: string | null): AppEnv["Variables"]["signedIn"] {
  const token = sessionToken(cookie);
  if (token === undefined) return undefined;
  const found = storage.access.session(token);
  if (found === undefined) return undefined;
  return { user: found.user, token, openedAtMs: found.session.created_at_ms };
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
