import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { freePort } from "./free_port.ts";

export const CLIENT = { client_id: "andon", client_secret: "the-secret-of-andon" } as const;

export interface OidcProviderOptions {
  /** The addresses that the provider may send browsers back to. */
  redirectAddresses: string[];
  /** The claims of each login name, besides `sub`, which is the name. */
  people: Record<string, Record<string, unknown>>;
  /** True, as Authelia: names and groups are in userinfo, not in the ID token. */
  userinfoOnly?: boolean;
  /** The audience of access tokens, which are JWTs then. */
  audience?: string;
}

export interface OidcProvider extends AsyncDisposable {
  issuer: string;
  /** Goes through the provider's pages as this person; returns the address of the callback. */
  signIn(begin: string, login: string): Promise<URL>;
  /** An access token of a program, by client credentials. */
  programToken(scope: string): Promise<string>;
}

const CLAIMS = ["preferred_username", "groups", "roles", "_claim_names", "_claim_sources", "realm_access"];
const SCOPES = ["andon.read", "andon.write"];

/** A real provider on loopback, with the development pages of `oidc-provider`. */
export async function oidcProvider(options: OidcProviderOptions): Promise<OidcProvider> {
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, configurationOf(options));
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    issuer,
    signIn: (begin, login) => walk(begin, { issuer, login }),
    async programToken(scope) {
      const body = new URLSearchParams({ grant_type: "client_credentials", scope, ...CLIENT });
      body.set("resource", `urn:${options.audience}`);
      const answer = await fetch(`${issuer}/token`, { method: "POST", body });
      const { access_token } = await answer.json();
      return access_token;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configurationOf({ redirectAddresses, people, userinfoOnly = false, audience }: OidcProviderOptions) {
  return {
    clients: [{
      ...CLIENT,
      redirect_uris: redirectAddresses,
      grant_types: ["authorization_code", "client_credentials"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
      application_type: "native",
    }],
    scopes: ["openid", "profile", ...SCOPES],
    claims: { openid: ["sub"], profile: CLAIMS },
    conformIdTokenClaims: userinfoOnly,
    cookies: { keys: ["only of this test"] },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...people[sub] }),
    }),
    features: {
      devInteractions: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: audience !== undefined,
        getResourceServerInfo: () => ({ scope: SCOPES.join(" "), audience, accessTokenFormat: "jwt" }),
      },
    },
  };
}

/** Follows the redirects and fills in the forms, as a browser with a person does. */
async function walk(begin: string, { issuer, login }: { issuer: string; login: string }): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(begin), form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const init = form === undefined ? {} : { method: "POST", body: form };
    const answer = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(";")[0].split("=");
      cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get("location");
    if (location !== null) {
      form = undefined;
      url = new URL(location, url);
      if (url.origin !== issuer) return url;
      continue;
    }
    if (answer.status !== 200) {
      throw new Error(`The provider answers ${answer.status}: ${text.slice(0, 2_000)}`);
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? "";
    form = new URLSearchParams({ prompt, login, password: "any" });
    url = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? "", url);
  }
  throw new Error("The provider leads nowhere");
}
