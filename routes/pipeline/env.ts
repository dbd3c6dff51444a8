import type { Context } from "hono";
import type { ZodType } from "zod";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { ScreenRecord } from "../../domain/screen/schema.ts";
import type { Actor, GrantedActor } from "../../domain/access/types.ts";
import type { DocumentItems } from "../../domain/package/document_items.ts";
import type { LimitDecision } from "../../domain/rate_limit/types.ts";
import { type Issue, Refusal } from "../../domain/shared/refusal.ts";
import type { AreaGuard } from "./middleware/area_guard.ts";
import type { TokenHolder } from "../people/token_sign_in.ts";

/** The signed-in user, the token of the cookie and when its session was opened, milliseconds since 1970. */
export interface SignedIn {
  user: UserRecord;
  token: string;
  openedAtMs: number;
}

/** The origin of a request, after the headers of trusted proxies. */
export interface Client {
  /** The client's IP address. */
  address: string;
  scheme: "http" | "https";
  /** Host and port as the client sent them, in lower case. */
  host: string;
  /**
   * Whether the client is on the machine itself, by its address and by the host name that it used. A proxy on this
   * machine that is not trusted makes nobody local.
   */
  readonly isLocal: boolean;
}

/** The variables that middleware sets on a request. */
export interface AppEnv {
  Bindings: {
    remoteAddr?: { hostname: string };
    /** The caller of an in-process request; see `in_process_client.ts`. */
    inside?: GrantedActor;
  };
  Variables: {
    requestId: string;
    client: Client;
    /** Undefined for a request with an API key, whose cookie is ignored. */
    signedIn: SignedIn | undefined;
    /** The id of the request's API key. */
    apiKeyId: number | undefined;
    /** The name that an identity provider gave for the person who signs in, known before the sign-in is accepted. */
    providedName: string | undefined;
    /** Who sent a verified access token of an identity provider. */
    tokenHolder: TokenHolder | undefined;
    /** The name of the user whose sign-in is at its second step. */
    signingIn: string | undefined;
    /** Why the request's access token is not accepted. */
    tokenRefusal: Refusal | undefined;
    /** The wall screen of the request's cookie; undefined for a signed-in user. */
    screen: ScreenRecord | undefined;
    /** Who confirmed the request at a shared desk. */
    person: UserRecord | undefined;
    /** The user, API key, access token or screen that acts. */
    actor: GrantedActor | undefined;
    /** What a caller with the role in areas only may do; undefined: everything that the role may. */
    areaGuard: AreaGuard | undefined;
    /** Whether the session, key, provider or screen of the request is still accepted. For requests that last. */
    isSignedIn: () => boolean;
    /** AUTHENTICATION_REQUIRED once that, or the confirmation at a desk, has ended; undefined for a public route. */
    requireSignedIn: (() => void) | undefined;
    /** Spends from the limit of an AI provider, which `mustExist()` has found; undefined: done, or another limit. */
    spendAi: ((provider: string) => Promise<void>) | undefined;
    /** The decisions of the rate limits about this request so far. */
    rateDecisions: LimitDecision[] | undefined;
    /** The schema of the route's body; set by `Routes.handle()`. */
    bodySchema: ZodType | undefined;
    /** The record that the path names; set by `mustExist()`. */
    stored: unknown;
    /** The parsed body, an object; set by `jsonBody()`. */
    body: Record<string, unknown>;
    /** The templates and instances of an import; set by `importBody()`. */
    documentItems: DocumentItems;
    /** Aborts when the client disconnects or its session ends; set by `captureAbortSignal()`. */
    left: AbortSignal;
    /** The issues of the body beyond its schema, reported together with the schema's issues. */
    issues: Issue[] | undefined;
  };
}

export type AppContext = Context<AppEnv>;

/** The actor of a write, without grants: the request was checked by them. Routes that call it are never public. */
export function actorOf(c: AppContext): Actor {
  const { grants: _, ...actor } = grantedActorOf(c);
  return actor;
}

/** The actor with grants, for requests that Andon makes for the caller. */
export function grantedActorOf(c: AppContext): GrantedActor {
  const actor = c.get("actor");
  if (actor === undefined) throw signInFirst();
  return actor;
}

/** FORBIDDEN unless the caller may act at the plant node (null: nowhere); for the items of a body. */
export function requireAt(c: AppContext, flocId: string | null): void {
  c.get("areaGuard")?.require(flocId);
}

/** Whether the request has an API key or an access token, which no browser sends by itself. */
export function isByKey(c: AppContext): boolean {
  return c.get("apiKeyId") !== undefined || c.get("tokenHolder") !== undefined;
}

export function signInFirst(): Refusal {
  return new Refusal("AUTHENTICATION_REQUIRED", "Sign in first");
}
