import type { Context } from "hono";
import type { Actor, SessionRecord, UserRecord } from "../domain/access/types.ts";
import { type Issue, Refusal } from "../domain/shared/refusal.ts";

/** Who is signed in, and by which cookie token. */
export interface SignedIn {
  user: UserRecord;
  session: SessionRecord;
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
  Bindings: { remoteAddr?: { hostname: string } };
  Variables: {
    requestId: string;
    client: Client;
    signedIn: SignedIn | undefined;
    /** The body as it came, an object; set by `jsonBody()`. */
    body: Record<string, unknown>;
    /** What is wrong with the body beyond its shape; reported together with what the schema finds. */
    issues: Issue[] | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** Who does it, for writes. Routes that call it are never public. */
export function actorOf(c: AppContext): Actor {
  const signedIn = c.get("signedIn");
  if (signedIn === undefined) throw signInFirst();
  return { name: signedIn.user.username, role: signedIn.user.role };
}

export function signInFirst(): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", "Sign in first");
}
