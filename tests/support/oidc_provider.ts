import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import "./quiet_oidc_provider.ts";
import { Provider } from "oidc-provider";
import { freePort } from "./free_port.ts";
import { oidcAdapter } from "./oidc_adapter.ts";

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
  /** True: it gives refresh tokens, each valid once. */
  refreshTokens?: boolean;
  /** Where it sends people who signed in for the MCP client `mcp`. */
  mcpRedirect?: string;
  /** Called when it looks a person up; it fails, or hangs, as this does. */
  lookUp?: (login: string) => void | Promise<void>;
  /** Where it leads browsers after a logout, and sends logout tokens to. */
  logout?: { returnAddress: string; backchannel?: string };
}

export interface OidcProvider extends AsyncDisposable {
  issuer: string;
  /** Goes through the provider's pages as this person; returns the address of the callback. */
  signIn(begin: string, login: string): Promise<URL>;
  /** Goes through the pages of a logout, with the cookies of the person's last sign-in; returns where it leads. */
  signOut(page: string): Promise<URL>;
  /** What it does to requests of a path in place of an answer: an HTTP status, or nothing at all. */
  fault: (path: string) => number | "hang" | undefined;
  /** Stops answering, until `back`. */
  away(): Promise<void>;
  back(): Promise<void>;
  /** Signs with a new key from now on; the old one is no longer published. */
  rotateKeys(): Promise<void>;
  /** An access token of a program, by client credentials. */
  programToken(scope: string): Promise<string>;
  /** An access token that a person gives to the MCP client. */
  personToken(login: string, scope: string): Promise<string>;
}

const CLAIMS = [
  "name",
  "preferred_username",
  "groups",
  "roles",
  "_claim_names",
  "_claim_sources",
  "hasgroups",
  "realm_access",
];
const SCOPES = ["andon.read", "andon.write"];

/** A real provider on loopback, with the development pages of `oidc-provider`. */
export async function oidcProvider(options: OidcProviderOptions): Promise<OidcProvider> {
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  let server: Server | undefined;
  let keys = await signingKeys();
  const cookies = new Map<string, string>();
  const adapter = oidcAdapter();
  const listen = async () => {
    const provider = new Provider(issuer, { ...configurationOf(options), adapter, jwks: keys });
    const answer = provider.callback();
    server = createServer((request, response) => {
      const fault = made.fault(new URL(request.url ?? "/", issuer).pathname);
      if (fault === undefined) return answer(request, response);
      if (fault !== "hang") response.writeHead(fault).end();
    });
    await new Promise<void>((resolve) => server?.listen(port, "127.0.0.1", resolve));
  };
  const close = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server = undefined;
  };
  const made: OidcProvider = {
    issuer,
    fault: () => undefined,
    signIn: (begin, login) => walk(begin, { issuer, login, cookies }),
    signOut: (page) => walk(page, { issuer, login: "", cookies }),
    away: close,
    back: listen,
    async rotateKeys() {
      keys = await signingKeys();
      await close();
      await listen();
    },
    async programToken(scope) {
      const body = new URLSearchParams({ grant_type: "client_credentials", scope, ...CLIENT });
      body.set("resource", `urn:${options.audience}`);
      const answer = await fetch(`${issuer}/token`, { method: "POST", body });
      const { access_token } = await answer.json();
      return access_token;
    },
    async personToken(login, scope) {
      const verifier = crypto.randomUUID() + crypto.randomUUID();
      const client = { client_id: "mcp", redirect_uri: options.mcpRedirect ?? "" };
      const resource = `urn:${options.audience}`;
      const asked = new URLSearchParams({ ...client, scope, resource, response_type: "code" });
      asked.set("code_challenge", createHash("sha256").update(verifier).digest("base64url"));
      asked.set("code_challenge_method", "S256");
      const back = await walk(`${issuer}/auth?${asked}`, { issuer, login, cookies });
      const code = back.searchParams.get("code") ?? "";
      const body = new URLSearchParams({ ...client, code, resource, grant_type: "authorization_code" });
      body.set("code_verifier", verifier);
      const answer = await (await fetch(`${issuer}/token`, { method: "POST", body })).json();
      return answer.access_token ?? `${back} ${JSON.stringify(answer)}`;
    },
    [Symbol.asyncDispose]: async () => {
      if (server !== undefined) await close();
    },
  };
  await listen();
  return made;
}

async function signingKeys() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { keys: [{ ...await exportJWK(privateKey), kid: crypto.randomUUID(), use: "sig", alg: "RS256" }] };
}

function mcpClient(redirect: string) {
  return {
    client_id: "mcp",
    redirect_uris: [redirect],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  };
}

function configurationOf(options: OidcProviderOptions) {
  const { redirectAddresses, people, userinfoOnly = false, audience, refreshTokens = false, logout } =
    options;
  return {
    clients: [{
      ...CLIENT,
      redirect_uris: redirectAddresses,
      grant_types: ["authorization_code", "client_credentials", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
      application_type: "native",
      ...logout && {
        post_logout_redirect_uris: [logout.returnAddress],
        backchannel_logout_uri: logout.backchannel,
        backchannel_logout_session_required: logout.backchannel !== undefined,
      },
    }, ...options.mcpRedirect === undefined ? [] : [mcpClient(options.mcpRedirect)]],
    scopes: ["openid", "profile", ...SCOPES],
    claims: { openid: ["sub"], profile: CLAIMS },
    conformIdTokenClaims: userinfoOnly,
    cookies: { keys: ["only of this test"] },
    pkce: { required: () => true },
    async findAccount(_: unknown, sub: string) {
      await options.lookUp?.(sub);
      return people[sub] && { accountId: sub, claims: () => ({ sub, ...people[sub] }) };
    },
    issueRefreshToken: () => refreshTokens,
    rotateRefreshToken: true,
    // Without the package's own check, which refuses loopback, and its deadline of 2.5 s for an answer.
    fetch: (url: string, { signal: _, ...options }: RequestInit) => fetch(url, options),
    features: {
      devInteractions: { enabled: true },
      clientCredentials: { enabled: true },
      backchannelLogout: { enabled: true },
      resourceIndicators: {
        enabled: audience !== undefined,
        getResourceServerInfo: () => ({ scope: SCOPES.join(" "), audience, accessTokenFormat: "jwt" }),
      },
    },
  };
}

/** Follows the redirects and fills in the forms, as a browser with a person does. */
async function walk(
  begin: string,
  { issuer, login, cookies }: { issuer: string; login: string; cookies: Map<string, string> },
): Promise<URL> {
  if (login !== "") cookies.clear();
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
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1];
    form = xsrf === undefined
      ? new URLSearchParams({ prompt, login, password: "any" })
      : new URLSearchParams({ xsrf, logout: "yes" });
    url = new URL(/action="([^"]+)"/.exec(text)?.[1] ?? "", url);
  }
  throw new Error("The provider leads nowhere");
}
