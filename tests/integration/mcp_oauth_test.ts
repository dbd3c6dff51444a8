import { assertEquals } from "@std/assert";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { FUNCTIONS } from "../../routes/assistant/functions/table.ts";
import { CLIENT, oidcProvider } from "../support/oidc_provider.ts";
import { systemTest } from "../support/running_system.ts";

const REDIRECT = "http://127.0.0.1:65535/callback";
const AUDIENCE = "https://andon.example/api";

interface Kept {
  tokens?: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  discovered?: Parameters<NonNullable<OAuthClientProvider["saveDiscoveryState"]>>[0];
  verifier: string;
}

/** What an MCP client keeps of an authorization; the person is led to `page`. */
function authorization(): OAuthClientProvider & { page: URL | undefined } {
  const kept: Kept = { verifier: "" };
  return {
    page: undefined,
    redirectUrl: REDIRECT,
    clientMetadata: {
      redirect_uris: [REDIRECT],
      scope: "openid andon.read",
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => ({ client_id: "mcp" }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => void (kept.discovered = state),
    discoveryState: () => kept.discovered,
    redirectToAuthorization(url) {
      this.page = url;
    },
  };
}

systemTest("an MCP client finds the provider by itself, and calls functions as the person allows", {
  configuration: null,
}, async (on) => {
  await using provider = await oidcProvider({
    redirectAddresses: [`${on.client.baseUrl}/auth/oidc/1/callback`],
    people: { anna: { preferred_username: "anna" } },
    audience: AUDIENCE,
    mcpRedirect: REDIRECT,
  });
  await on.client.ok("POST", "/api/identity-providers", {
    name: "corp",
    issuer: provider.issuer,
    ...CLIENT,
    audience: AUDIENCE,
    grants: [{ group: "andon.read", role: "viewer" }],
  });
  const authProvider = authorization();
  const url = new URL(`${on.client.baseUrl}/mcp`);
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider });
  const first = transport();
  const refused = await new Client({ name: "test", version: "1" }).connect(first).catch((error) => error);
  assertEquals(refused instanceof UnauthorizedError, true, String(refused));
  const back = await provider.signIn(String(authProvider.page), "anna");
  await first.finishAuth(back.searchParams);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport());
  const { tools } = await client.listTools();
  assertEquals(tools.length, FUNCTIONS.length);
  const found = await client.callTool({ name: "get_active_events", arguments: {} });
  assertEquals(found.isError ?? false, false);
  await client.close();
});
