import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type ServerMetadata,
} from "openid-client";
import { claimOf } from "../../domain/identity_provider/grants.ts";
import type { Beginning, IdentityClient } from "../../domain/identity_provider/identity_client.ts";
import type { ProviderTokens } from "../../domain/identity_provider/provider_session.ts";
import type { BegunSignIn, Claims, IdentityProviderSettings } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { PinningGuard } from "../outbound.ts";
import { createOutboundFetch, type ProxySettings } from "../outbound_fetch.ts";
import { Directory } from "./directory.ts";
import { testDirectory } from "./directory_findings.ts";
import { Endpoints } from "./endpoints.ts";
import { isProviderDown, reasonOf, refusedAs } from "./errors.ts";
import { fetchLimited, type ProviderFetch } from "./fetch_limited.ts";
import { testProvider } from "./findings.ts";
import { logoutPage, verifyLogout } from "./logout.ts";
import { recheck, tokensOf } from "./recheck.ts";
import { Tokens, TOLERANCE_SECONDS } from "./tokens.ts";

const CONNECT_MS = 5_000;
/** Nobody waits longer for the address of the provider's logout page. */
const LOGOUT_MS = 3_000;
/** For ID tokens that are verified on their own afterwards. */
const ANY_CLOCK_SECONDS = 10 * 365 * 86_400;

interface IdentityClientOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
  /** Default: the real clock. */
  now?: () => Ms;
}

/** A client of all identity providers, whose requests pass the guard of outgoing addresses. */
export function createIdentityClient(
  { outbound, proxy, now = Date.now }: IdentityClientOptions,
): IdentityClient {
  const { fetch: guarded, close } = createOutboundFetch({ outbound, proxy, connectMs: CONNECT_MS });
  const send = fetchLimited(guarded);
  const endpoints = new Endpoints(send);
  const tokens = new Tokens(endpoints, send);
  const configured = async (provider: IdentityProviderSettings, tolerance = TOLERANCE_SECONDS) =>
    configurationOf(provider, { metadata: await endpoints.of(provider), send, tolerance });
  const directory = new Directory(outbound, now);
  return {
    begin: async (provider, redirectAddress) =>
      await begin(await configured(provider), { provider, redirectAddress }),
    async finish(provider, { url, begun }) {
      // The times of the ID token are checked below, which says what is wrong with the clocks.
      const configuration = await configured(provider, ANY_CLOCK_SECONDS);
      const answer = await exchanged(configuration, { provider, url, begun, nowMs: now() });
      const claims = await tokens.verified(provider, { token: answer.idToken, audience: provider.client_id });
      if (claims.nonce !== begun.nonce || claims.sub === undefined) {
        throw again("The ID token is not of this sign-in");
      }
      const { sub } = claims;
      const more = await userinfo(configuration, { ...answer, provider, claims, sub });
      return { claims: { ...more, ...claims, sub }, tokens: answer.tokens };
    },
    async recheck(provider, { subject, tokens: signedIn, nowMs }) {
      if (provider.ldap !== null) return await directory.recheck(provider, subject);
      try {
        const configuration = await configured(provider, ANY_CLOCK_SECONDS);
        const answer = await recheck(provider, { subject, signedIn, nowMs, configuration, tokens });
        if (answer.kind !== "unknown" || answer.cause !== "away") return answer;
        // A provider that answers others is not away: it may hang over this person alone.
        const isReached = await endpoints.fresh(provider).then(() => true, () => false);
        return isReached ? { ...answer, cause: "failed" } : answer;
      } catch (error) {
        return { kind: "unknown", reason: reasonOf(error), cause: "away", tokens: signedIn };
      }
    },
    async logoutPage(provider, logout) {
      const page = configured(provider).then((configuration) => logoutPage(configuration, logout));
      return await orNull(page, LOGOUT_MS);
    },
    verifyPassword: (provider, given) => directory.verify(provider, given),
    verifyLogout: (provider, token) => verifyLogout(provider, { token, tokens, nowMs: now() }),
    test: async (provider, redirectAddress) =>
      provider.ldap !== null
        ? await testDirectory(provider, outbound)
        : await testProvider(provider, { redirectAddress, endpoints, tokens, configured, send }),
    verifyToken: (provider, token) => tokens.verifiedAccess(provider, token),
    close,
  };
}

/** Null when the work fails or takes longer. */
async function orNull<T>(work: Promise<T>, ms: Ms): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

function configurationOf(
  { client_id, clientSecret }: IdentityProviderSettings,
  { metadata, send, tolerance }: { metadata: ServerMetadata; send: ProviderFetch; tolerance: number },
): Configuration {
  const configuration = new Configuration(
    metadata,
    client_id,
    { [clockTolerance]: tolerance },
    clientSecret === null ? None() : secretBy(metadata)(clientSecret),
  );
  configuration[customFetch] = send;
  // The guard of outgoing addresses decides where http is allowed.
  allowInsecureRequests(configuration);
  return configuration;
}

/** Providers that list no methods take Basic, as the specification says. */
function secretBy({ token_endpoint_auth_methods_supported: methods = [] }: ServerMetadata) {
  return methods.includes("client_secret_post") ? ClientSecretPost : ClientSecretBasic;
}

async function begin(
  configuration: Configuration,
  { provider, redirectAddress }: { provider: IdentityProviderSettings; redirectAddress: string },
): Promise<Beginning> {
  const verifier = randomPKCECodeVerifier();
  const [state, nonce] = [randomState(), randomNonce()];
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress,
    scope: provider.scopes,
    response_mode: "query",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
  return { url: url.href, state, nonce, verifier };
}

async function exchanged(
  configuration: Configuration,
  { provider, url, begun, nowMs }: {
    provider: IdentityProviderSettings;
    url: URL;
    begun: BegunSignIn;
    nowMs: Ms;
  },
): Promise<{ idToken: string; accessToken: string; tokens: ProviderTokens }> {
  try {
    const answer = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    if (answer.id_token === undefined) throw again("The provider sent no ID token");
    const { id_token: idToken, access_token: accessToken } = answer;
    return { idToken, accessToken, tokens: tokensOf(answer, nowMs) };
  } catch (error) {
    throw explained(error, provider.name);
  }
}

/** What a person or an administrator can do about a failed callback. */
function explained(error: unknown, name: string): Refusal {
  const reason = reasonOf(error);
  if (error instanceof Refusal) return error;
  if (isProviderDown(error)) return doesNotAnswer(name, reason);
  if (error instanceof AuthorizationResponseError) {
    return again(`The identity provider "${name}" refused the sign-in (${reason})`);
  }
  if (error instanceof ResponseBodyError && error.error === "invalid_client") {
    return refusedAs(
      "AUTHENTICATION_REQUIRED",
      `The identity provider "${name}" does not accept Andon's client id or secret; an administrator must correct them`,
    );
  }
  if (error instanceof ResponseBodyError && error.error === "invalid_grant") {
    return again(`The identity provider "${name}" does not accept the code, which was used or has expired`);
  }
  return again(`The answer of the identity provider "${name}" is not accepted: ${reason}`);
}

function doesNotAnswer(name: string, reason: string): Refusal {
  return refusedAs("CONNECTION_FAILED", `The identity provider "${name}" does not answer: ${reason}`);
}

function again(text: string): Refusal {
  return refusedAs("AUTHENTICATION_REQUIRED", `${text}; sign in again`);
}

interface Answered {
  provider: IdentityProviderSettings;
  claims: Claims;
  sub: string;
  accessToken: string;
}

/** Some providers (Authelia) put names and groups only there. */
async function userinfo(
  configuration: Configuration,
  { provider, claims, sub, accessToken }: Answered,
): Promise<Claims> {
  const claimNames = [provider.username_claim, provider.groups_claim];
  const isComplete = claimNames.every((name) => claimOf(claims, name) !== undefined);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return { ...await fetchUserInfo(configuration, accessToken, sub) };
  } catch (error) {
    const reason = reasonOf(error);
    if (isProviderDown(error)) throw doesNotAnswer(provider.name, reason);
    throw again(`The user's claims cannot be read at "${provider.name}": ${reason}`);
  }
}
