import type { Context } from "hono";
import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";
import type { RateDecision } from "../domain/rate_limit/types.ts";
import { type Issue, Refusal } from "../domain/shared/refusal.ts";

/** Who is signed in, and by which cookie token. */
export interface SignedIn {
  user: UserRecord;
  token: string;
}

/** How a request came in, once the believed proxies are taken into account. */
export interface Client {
  /** The client's IP address. */
  address: string;
  scheme: "http" | "https";
  /** Host and port as the client named them, lower-case. */
  host: string;
}

/** What requests carry through the middleware. */
export interface AppEnv {
  Bindings: {
    remoteAddr?: { hostname: string };
    /** Who asks from inside; see `inside.ts`. */
    inside?: Actor;
  };
  Variables: {
    requestId: string;
    client: Client;
    /** Undefined when an API key came with the request: then the cookie does not count. */
    signedIn: SignedIn | undefined;
    /** The id of the API key that the request is made with. */
    apiKeyId: number | undefined;
    /** Who acts, by a session or an API key. */
    actor: Actor | undefined;
    /** What the limits that the request stands under have let through or refused, so far. */
    rateDecisions: RateDecision[] | undefined;
    /** The body as it came, an object; set by `jsonBody()`. */
    body: Record<string, unknown>;
    /** Aborts when the client leaves; set where somebody looks at it. */
    left: AbortSignal;
    /** What is wrong with the body beyond its shape; reported together with what the schema finds. */
    issues: Issue[] | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** Who does it, for writes. Routes that call it are never public. */
export function actorOf(c: AppContext): Actor {
  const actor = c.get("actor");
  if (actor === undefined) throw signInFirst();
  return actor;
}

/** Whether the request is made by an API key, which no browser sends by itself. */
export function isByKey(c: AppContext): boolean {
  return c.get("apiKeyId") !== undefined;
}

export function signInFirst(): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", "Sign in first");
}
