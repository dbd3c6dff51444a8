import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  ResponseBodyError,
} from "openid-client";
import type { IdentityProviderSettings, TestFinding } from "../../domain/identity_provider/types.ts";
import type { Endpoints } from "./endpoints.ts";
import { reasonOf } from "./errors.ts";
import type { ProviderFetch } from "./fetch_limited.ts";
import type { Tokens } from "./tokens.ts";

interface TestTools {
  redirectAddress: string;
  endpoints: Endpoints;
  tokens: Tokens;
  configured(provider: IdentityProviderSettings): Promise<Configuration>;
  send: ProviderFetch;
}

/** A code that no provider has issued: the answer shows whether it knows the client. */
const NO_CODE = "andon-test";
const VERIFIER = "andon-test-andon-test-andon-test-andon-test-0";

/** Each check that can be made without a person; the first failed one of a row hides those that need it. */
export async function testProvider(
  provider: IdentityProviderSettings,
  tools: TestTools,
): Promise<TestFinding[]> {
  try {
    await tools.endpoints.fresh(provider);
  } catch (error) {
    return [{ check: "discovery", status: "failed", message: reasonOf(error) }];
  }
  const configuration = await tools.configured(provider);
  return [
    { check: "discovery", status: "ok", message: "The provider's configuration is read" },
    await keysFinding(provider, tools),
    ofSecret(await clientFinding(configuration, tools), provider),
    await redirectFinding(configuration, { provider, tools }),
    claimsFinding(configuration, provider),
  ];
}

async function keysFinding(provider: IdentityProviderSettings, { tokens }: TestTools): Promise<TestFinding> {
  const check = "keys";
  try {
    const keys = await tokens.keys(provider);
    await keys.reload();
    const usable = keys.jwks()?.keys.filter(({ kty, use }) => kty !== "oct" && use !== "enc") ?? [];
    const message = usable.length === 1 ? "1 signing key is read" : `${usable.length} signing keys are read`;
    if (usable.length > 0) return { check, status: "ok", message };
    return { check, status: "failed", message: "The provider publishes no key that signs tokens" };
  } catch (error) {
    return { check, status: "failed", message: `The provider's keys cannot be read: ${reasonOf(error)}` };
  }
}

async function clientFinding(configuration: Configuration, tools: TestTools): Promise<TestFinding> {
  const check = "client";
  const url = new URL(tools.redirectAddress);
  url.search = `?code=${NO_CODE}`;
  try {
    const issuer = configuration.serverMetadata();
    if (issuer.authorization_response_iss_parameter_supported) url.searchParams.set("iss", issuer.issuer);
    await authorizationCodeGrant(configuration, url, { pkceCodeVerifier: VERIFIER });
    return { check, status: "unclear", message: "The provider accepted a code that it did not issue" };
  } catch (error) {
    if (!(error instanceof ResponseBodyError)) return clientRefusal(error);
    if (error.error === "invalid_grant") {
      return { check, status: "ok", message: "The provider accepts the client id and the secret" };
    }
    return clientRefusal(error);
  }
}

/** Without a secret Andon is a public client, which most providers do not accept: the reason may just be that. */
function ofSecret(finding: TestFinding, { clientSecret }: IdentityProviderSettings): TestFinding {
  if (clientSecret !== null) return finding;
  const message = finding.status === "ok"
    ? "The provider accepts the client id without a secret: none is stored, so Andon is a public client"
    : `No client secret is stored; enter it, unless Andon is a public client there. ${finding.message}`;
  return { ...finding, message };
}

function clientRefusal(error: unknown): TestFinding {
  const check = "client";
  const reason = reasonOf(error);
  if (/invalid_client|unauthorized_client|\b401\b/.test(reason) || isUnauthorized(error)) {
    return {
      check,
      status: "failed",
      message: `The provider does not accept the client id or the secret, or not by this method (${reason})`,
    };
  }
  return { check, status: "unclear", message: `The provider's answer does not show it: ${reason}` };
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 401;
}

/** With `prompt=none` a provider sends the browser back at once, but only to an address that is registered. */
async function redirectFinding(
  configuration: Configuration,
  { provider, tools }: { provider: IdentityProviderSettings; tools: TestTools },
): Promise<TestFinding> {
  const check = "redirect_address";
  const { redirectAddress } = tools;
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectAddress,
    scope: provider.scopes,
    prompt: "none",
    state: "andon-test",
    nonce: "andon-test",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  try {
    const { status, headers } = await tools.send(url.href, { method: "GET" });
    const location = headers.get("location");
    const target = location === null ? undefined : new URL(location, url);
    const back = target !== undefined && target.origin + target.pathname === redirectAddress;
    if (back) return backFinding(target);
    if (status >= 400) {
      const message = `The provider refuses the redirect address; register ${redirectAddress} there`;
      return { check, status: "failed", message };
    }
    const message =
      `The provider's answer does not show it; make sure that ${redirectAddress} is registered there`;
    return { check, status: "unclear", message };
  } catch (error) {
    const message = `The provider's authorization endpoint cannot be reached: ${reasonOf(error)}`;
    return { check, status: "failed", message };
  }
}

function backFinding(target: URL): TestFinding {
  const check = "redirect_address";
  const error = target.searchParams.get("error");
  if (error === "invalid_scope" || error === "unauthorized_client" || error === "invalid_request") {
    const text = target.searchParams.get("error_description") ?? "";
    return { check, status: "failed", message: `The provider refuses the request: ${error} ${text}`.trim() };
  }
  return { check, status: "ok", message: "The provider knows the redirect address" };
}

/** Providers need not list their claims, so a claim that is missing in the list may come all the same. */
function claimsFinding(configuration: Configuration, provider: IdentityProviderSettings): TestFinding {
  const check = "claims";
  const listed = configuration.serverMetadata().claims_supported;
  const claimNames = [provider.username_claim, provider.groups_claim];
  if (provider.grants.length === 0) {
    return { check, status: "failed", message: "No group has a role (grants), so nobody can sign in" };
  }
  const missing = claimNames.filter((name) => listed?.includes(name.split(".")[0]!) !== true);
  if (missing.length === 0) {
    return { check, status: "ok", message: `The provider offers ${claimNames.join(" and ")}` };
  }
  const names = missing.join(" and ");
  const message =
    `The provider does not list ${names} among its claims; if a sign-in reports it missing, add it there`;
  return { check, status: "unclear", message };
}
