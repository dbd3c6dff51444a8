import {
  type Configuration,
  fetchUserInfo,
  refreshTokenGrant,
  ResponseBodyError,
  type TokenEndpointResponse,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { claimOf } from "../../domain/identity_provider/grants.ts";
import type { ProviderTokens } from "../../domain/identity_provider/provider_session.ts";
import type { Claims, IdentityProviderSettings, Recheck } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { isUnreached, reasonOf } from "./errors.ts";
import type { Tokens } from "./tokens.ts";

/** With these the provider says no to the person. Others speak of the client, the request or the server. */
const REFUSALS = new Set([
  "invalid_grant",
  "access_denied",
  "interaction_required",
  "login_required",
  "consent_required",
  "account_selection_required",
]);
interface RecheckOptions {
  subject: string;
  tokens: Tokens;
  /** With any clock tolerance: a new refresh token must not be lost because the ID token beside it is wrong. */
  configuration: Configuration;
  signedIn: ProviderTokens;
  nowMs: Ms;
}

/** Asks the provider about a person who is signed in. */
export async function recheck(
  provider: IdentityProviderSettings,
  options: RecheckOptions,
): Promise<Recheck> {
  const { configuration, signedIn, nowMs } = options;
  if (signedIn.refresh === null) return await byUserinfo(provider, options);
  let answer: TokenEndpointResponse;
  try {
    answer = await refreshTokenGrant(configuration, signedIn.refresh);
  } catch (error) {
    return failed(error, signedIn);
  }
  const next = replaced(signedIn, tokensOf(answer, nowMs));
  const renewed = { ...options, signedIn: next };
  return answer.id_token === undefined
    ? await byUserinfo(provider, renewed)
    : await byIdToken(provider, { ...renewed, idToken: answer.id_token });
}

async function byIdToken(
  provider: IdentityProviderSettings,
  options: RecheckOptions & { idToken: string },
): Promise<Recheck> {
  const { tokens, signedIn, subject, idToken } = options;
  let claims: Claims & { sub?: string };
  try {
    claims = await tokens.verified(provider, { token: idToken, audience: provider.client_id });
  } catch (error) {
    const cause = error instanceof Refusal && error.code === "CONNECTION_FAILED" ? "failed" : "untold";
    return { kind: "unknown", reason: reasonOf(error), cause, tokens: signedIn };
  }
  if (claims.sub !== subject) return otherPerson(provider);
  const claimNames = [provider.username_claim, provider.groups_claim];
  const isComplete = claimNames.every((name) => claimOf(claims, name) !== undefined);
  if (isComplete || !hasUserinfo(options)) {
    return { kind: "confirmed", claims: { ...claims, sub: subject }, tellsGroups: true, tokens: signedIn };
  }
  const more = await byUserinfo(provider, options);
  if (more.kind !== "confirmed") return more;
  return { ...more, claims: { ...more.claims, ...claims, sub: subject }, tellsGroups: true };
}

/** Whether a lapsed access token is refused says nothing about the person, so it is not tried. */
async function byUserinfo(
  provider: IdentityProviderSettings,
  { configuration, signedIn, subject, nowMs }: RecheckOptions,
): Promise<Recheck> {
  const { access, accessUntilMs } = signedIn;
  const isLapsed = accessUntilMs !== null && accessUntilMs <= nowMs;
  if (access === null || isLapsed || configuration.serverMetadata().userinfo_endpoint === undefined) {
    const reason = `"${provider.name}" gave no refresh token; add offline_access to its scopes`;
    return { kind: "unknown", reason, cause: "untold", tokens: signedIn };
  }
  try {
    const claims: Claims = { ...await fetchUserInfo(configuration, access, subject) };
    const tellsGroups = claimOf(claims, provider.groups_claim) !== undefined;
    return { kind: "confirmed", claims: { ...claims, sub: subject }, tellsGroups, tokens: signedIn };
  } catch (error) {
    if (isOtherSubject(error)) return otherPerson(provider);
    return failed(error, signedIn);
  }
}

function hasUserinfo({ configuration, signedIn: { access } }: RecheckOptions): boolean {
  return access !== null && configuration.serverMetadata().userinfo_endpoint !== undefined;
}

function failed(error: unknown, tokens: ProviderTokens): Recheck {
  const reason = reasonOf(error);
  const isRefused = error instanceof ResponseBodyError && REFUSALS.has(error.error) ||
    error instanceof WWWAuthenticateChallengeError && (error.status === 401 || error.status === 403);
  if (isRefused) return { kind: "refused", reason };
  return { kind: "unknown", reason, cause: isUnreached(error) ? "away" : "failed", tokens };
}

function isOtherSubject(error: unknown): boolean {
  return error instanceof Error && /unexpected.*"sub"/.test(error.message);
}

function otherPerson({ name }: IdentityProviderSettings): Recheck {
  return { kind: "refused", reason: `"${name}" answered for another person` };
}

/** The tokens of an answer of the token endpoint. */
export function tokensOf(answer: TokenEndpointResponse, nowMs: Ms): ProviderTokens {
  const { refresh_token, access_token, expires_in, id_token } = answer;
  return {
    refresh: refresh_token ?? null,
    access: access_token,
    accessUntilMs: expires_in === undefined ? null : nowMs + expires_in * 1_000,
    id: id_token ?? null,
  };
}

/** A refresh token or ID token that is not replaced stays valid. */
function replaced(before: ProviderTokens, after: ProviderTokens): ProviderTokens {
  return { ...after, refresh: after.refresh ?? before.refresh, id: after.id ?? before.id };
}
