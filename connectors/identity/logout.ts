import { buildEndSessionUrl, type Configuration } from "openid-client";
import type { IdentityProviderRecord, LogoutClaims } from "../../domain/identity_provider/types.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { refusedAs } from "./errors.ts";
import type { Tokens } from "./tokens.ts";
import { isMap } from "../../domain/shared/objects.ts";

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** A logout token older than this is a copy of one. */
export const MOST_LOGOUT_AGE_MS: Ms = 5 * 60_000;
const MOST_CHARACTERS = 255;

/** Where the browser ends its session at the provider; null: the provider has no such page. */
export function logoutPage(
  configuration: Configuration,
  { idToken, returnAddress }: { idToken: string | null; returnAddress: string },
): string | null {
  const page = configuration.serverMetadata().end_session_endpoint;
  if (page === undefined || !/^https?:$/.test(URL.parse(page)?.protocol ?? "")) return null;
  return buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: returnAddress,
    ...idToken === null ? {} : { id_token_hint: idToken },
  }).href;
}

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0). */
export async function verifyLogout(
  provider: IdentityProviderRecord,
  { token, tokens, nowMs }: { token: string; tokens: Tokens; nowMs: Ms },
): Promise<LogoutClaims> {
  const claims = await tokens.verified(provider, { token, audience: provider.client_id });
  const { events, nonce, jti, iat, sid, sub } = claims;
  const refused = (why: string) => notAccepted(provider, why);
  if (!isMap(events) || !isMap(events[LOGOUT_EVENT])) {
    throw refused("it is no logout token: its events claim names no logout");
  }
  if (nonce !== undefined) throw refused("it has a nonce, as only ID tokens have");
  if (!isShortText(jti)) throw refused("it has no jti");
  if (typeof iat !== "number") throw refused("it has no iat");
  if (iat * 1_000 + MOST_LOGOUT_AGE_MS < nowMs) throw refused("it is more than 5 minutes old");
  if (!isShortText(sub) && !isShortText(sid)) {
    throw refused("it names neither a person (sub) nor a session (sid)");
  }
  return {
    jti,
    issuedAtMs: iat * 1_000,
    subject: isShortText(sub) ? sub : undefined,
    sid: isShortText(sid) ? sid : undefined,
  };
}

function isShortText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MOST_CHARACTERS;
}

function notAccepted({ name }: IdentityProviderRecord, why: string): Refusal {
  return refusedAs(
    "AUTHENTICATION_REQUIRED",
    `The logout token of the identity provider "${name}" is not accepted: ${why}`,
  );
}
