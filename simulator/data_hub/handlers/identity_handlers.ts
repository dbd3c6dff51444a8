import { type Answer, answer } from "../http/answers.ts";
import { bodyText } from "../http/body.ts";
import { type Route, route } from "../http/router.ts";
import type { Call } from "../world.ts";

/** The identity service: the only paths that need no token. */
export const identityRoutes: Route<Call>[] = [
  route("GET", "identity/.well-known/openid-configuration", (call) => {
    const { origin } = call.url;
    return answer(200, {
      issuer: `${origin}/identity`,
      jwks_uri: `${origin}/identity/.well-known/openid-configuration/jwks`,
      authorization_endpoint: `${origin}/identity/connect/authorize`,
      token_endpoint: `${origin}/identity/connect/token`,
      scopes_supported: ["ocsapi"],
      grant_types_supported: ["client_credentials"],
      response_types_supported: ["token"],
    });
  }),
  route("GET", "identity/.well-known/openid-configuration/jwks", () => answer(200, { keys: [] })),
  route("POST", "identity/connect/token", issueToken),
];

async function issueToken(call: Call): Promise<Answer> {
  const form = new URLSearchParams(await bodyText(call.request));
  const { identity, tokens } = call.world;
  const grant = form.get("grant_type");
  if (grant !== "client_credentials") return answer(400, { error: "unsupported_grant_type" });
  const isKnown = form.get("client_id")?.toLowerCase() === identity.clientId.toLowerCase();
  if (!isKnown || form.get("client_secret") !== identity.clientSecret) {
    return answer(400, { error: "invalid_client" });
  }
  const short = call.world.faults.inForce("token_short", call.nowMs)[0]?.spec;
  const { token, expiresInSeconds } = tokens.issue(call.nowMs, short?.valid_seconds);
  return answer(200, {
    access_token: token,
    expires_in: short?.told_seconds ?? expiresInSeconds,
    token_type: "Bearer",
    scope: "ocsapi",
  });
}

/** Whether a request has a valid token. */
export function isSignedIn(call: Call): boolean {
  const [, token] = /^bearer\s+(\S+)$/i.exec(call.request.headers.get("authorization") ?? "") ?? [];
  return token !== undefined && call.world.tokens.isValid(token, call.nowMs);
}
