import type { ProviderTokens } from "./provider_session.ts";
import type { IdentityProviderRecord } from "./schema.ts";

export type { IdentityProviderRecord } from "./schema.ts";

/** The claims of a token whose signature, issuer, audience and times are checked. */
export type Claims = Readonly<Record<string, unknown>>;

/** What speaks to a provider needs to know, the secret in the clear. */
export interface IdentityProviderSettings extends Omit<IdentityProviderRecord, "sealed_client_secret"> {
  /** Null: a public client. */
  clientSecret: string | null;
}

/** What the browser keeps, sealed, between the beginning of a sign-in and its callback. */
export interface BegunSignIn {
  providerId: number;
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
  redirectAddress: string;
  /** The path to continue to. */
  next: string;
  /** Milliseconds since 1970. */
  begunAtMs: number;
}

/** The claims of a sign-in, and what later checks and the logout need. */
export interface SignedInClaims {
  claims: Claims & { sub: string };
  tokens: ProviderTokens;
}

/** The outcome of asking a provider again about a person who is signed in. */
export type Recheck =
  | {
    kind: "confirmed";
    claims: Claims & { sub: string };
    /** False: this answer could not contain the groups, so the roles stay as they are. */
    tellsGroups: boolean;
    tokens: ProviderTokens;
  }
  | { kind: "refused"; reason: string }
  /** It says nothing about the person. The tokens may have been replaced all the same. */
  | { kind: "unknown"; reason: string; cause: UnknownCause; tokens: ProviderTokens };

/**
 * `away`: the provider cannot be reached at all. `failed`: it can, but not about this person at the moment. `untold`: it
 * answers, but cannot say.
 */
export type UnknownCause = "away" | "failed" | "untold";

/** The claims of a verified logout token. */
export interface LogoutClaims {
  jti: string;
  issuedAtMs: number;
  /** At least one of them is present. */
  subject: string | undefined;
  sid: string | undefined;
}

/** What a directory says to a user name and password. */
export type PasswordAnswer =
  | { kind: "right"; claims: Claims & { sub: string } }
  | { kind: "wrong" }
  /** Nobody has the name. */
  | { kind: "unknown" };

export const TEST_CHECKS = [
  ...["discovery", "keys", "client", "redirect_address", "claims"] as const,
  ...["connection", "people", "groups"] as const,
];

/** One finding of a test. `unclear`: only a sign-in shows it. */
export interface TestFinding {
  check: (typeof TEST_CHECKS)[number];
  status: "ok" | "failed" | "unclear";
  message: string;
}
