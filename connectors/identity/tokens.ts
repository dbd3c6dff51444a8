import { createRemoteJWKSet, customFetch, errors, jwtVerify, type RemoteJWKSet } from "jose";
import type { Claims, IdentityProviderRecord } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Endpoints } from "./endpoints.ts";
import { reasonOf, refusedAs } from "./errors.ts";
import type { ProviderFetch } from "./fetch_limited.ts";

/** Signatures with the provider's private key. A shared secret (HMAC) or none proves nothing. */
const ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"] as const,
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"] as const,
];
export const TOLERANCE_SECONDS = 60;
/** An unknown key id makes the keys be read again once in this time at most. */
const COOLDOWN_MS = 60_000;
const KEYS_KEPT_MS = 10 * 60_000;

/** Verifies the JWTs of providers with the keys that they publish. */
export class Tokens {
  readonly #keys = new Map<string, RemoteJWKSet>();

  constructor(private readonly endpoints: Endpoints, private readonly send: ProviderFetch) {}

  /** The claims of a token with this audience. Throws AUTHENTICATION_REQUIRED, or CONNECTION_FAILED without keys. */
  async verified(
    provider: Pick<IdentityProviderRecord, "name" | "issuer">,
    { token, audience }: { token: string; audience: string },
  ): Promise<Claims & { sub?: string }> {
    const keys = await this.keys(provider);
    const expected = { issuer: provider.issuer, audience, algorithms: [...ALGORITHMS] };
    try {
      const { payload } = await jwtVerify(token, keys, {
        ...expected,
        clockTolerance: TOLERANCE_SECONDS,
        requiredClaims: ["exp"],
      });
      requirePast(payload.iat);
      return payload;
    } catch (error) {
      if (isUnreachable(error)) {
        throw refusedAs(
          "CONNECTION_FAILED",
          `The keys of the identity provider "${provider.name}" cannot be read: ${reasonOf(error)}`,
        );
      }
      throw refusedAs(
        "AUTHENTICATION_REQUIRED",
        `The token of the identity provider "${provider.name}" is not accepted: ${
          clockReason(error) ?? reasonOf(error)
        }`,
      );
    }
  }

  /**
   * The claims of an access token. An ID token is none: it has the client id in its audience, or claims that only
   * ID tokens have.
   */
  async verifiedAccess(provider: IdentityProviderRecord, token: string): Promise<Claims> {
    const { audience, client_id } = provider;
    if (audience === null) throw notForPrograms(provider.name, "it has no audience for programs");
    const claims = await this.verified(provider, { token, audience });
    const audiences: unknown[] = [claims.aud].flat();
    const isIdToken = audiences.includes(client_id) || claims.typ === "ID" ||
      ["nonce", "at_hash", "c_hash"].some((name) => claims[name] !== undefined);
    if (isIdToken) throw notForPrograms(provider.name, "it is an ID token; send an access token");
    return claims;
  }

  async keys(provider: Pick<IdentityProviderRecord, "name" | "issuer">): Promise<RemoteJWKSet> {
    const { jwks_uri: address } = await this.endpoints.of(provider);
    if (address === undefined) {
      throw refusedAs(
        "CONNECTION_FAILED",
        `The identity provider "${provider.name}" publishes no keys (jwks_uri)`,
      );
    }
    const known = this.#keys.get(address);
    if (known !== undefined) return known;
    const made = createRemoteJWKSet(new URL(address), {
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: KEYS_KEPT_MS,
      [customFetch]: this.send,
    });
    this.#keys.set(address, made);
    return made;
  }
}

/** A token from the future comes from a clock that is wrong, and would live too long. */
function requirePast(issuedAt: number | undefined): void {
  const aheadSeconds = (issuedAt ?? 0) - Date.now() / 1_000;
  if (aheadSeconds > TOLERANCE_SECONDS) throw new Error(fromTheFuture(aheadSeconds));
}

/** Of a token that is refused by its times: how far they are from Andon's clock. */
function clockReason(error: unknown): string | undefined {
  if (!(error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed)) {
    return undefined;
  }
  const { exp, nbf } = error.payload;
  const nowSeconds = Date.now() / 1_000;
  if (error.reason !== "check_failed") return undefined;
  if (error.claim === "nbf" && nbf !== undefined) return fromTheFuture(nbf - nowSeconds);
  if (error.claim !== "exp" || exp === undefined) return undefined;
  const ago = spanText(nowSeconds - exp);
  return `by Andon's clock it expired ${ago} ago; if it is new, set the clocks of Andon and of the provider by NTP`;
}

function fromTheFuture(aheadSeconds: number): string {
  const wait = spanText(aheadSeconds);
  return `by Andon's clock it is valid only in ${wait}; set the clocks of Andon and of the provider by NTP`;
}

function spanText(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** The keys could not be fetched, which says nothing about the token. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  if (error instanceof Refusal || error instanceof TypeError) return true;
  return error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC";
}

function notForPrograms(name: string, why: string): Refusal {
  return refusedAs(
    "AUTHENTICATION_REQUIRED",
    `The token of the identity provider "${name}" is not accepted: ${why}`,
  );
}
