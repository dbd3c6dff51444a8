import { assertEquals } from "@std/assert";
import { CLIENT, type OidcProvider, oidcProvider } from "../support/oidc_provider.ts";
import { type RunningSystem, systemTest } from "../support/running_system.ts";

async function company({ client }: RunningSystem): Promise<OidcProvider> {
  const provider = await oidcProvider({
    redirectAddresses: [`${client.baseUrl}/auth/oidc/1/callback`],
    people: { anna: { preferred_username: "anna", groups: ["operators"] } },
    logout: {
      returnAddress: `${client.baseUrl}/sign-in`,
      backchannel: `${client.baseUrl}/auth/backchannel-logout/1`,
    },
  });
  const grants = [{ group: "operators", role: "operator" }];
  const body = { name: "corp", issuer: provider.issuer, ...CLIENT, grants };
  await client.ok("POST", "/api/identity-providers", body);
  return provider;
}

/** The cookie of a new session of anna. */
async function signedIn({ client }: RunningSystem, provider: OidcProvider): Promise<string> {
  const begun = await visit(`${client.baseUrl}/auth/oidc/1/begin`);
  const back = await provider.signIn(begun.headers.get("location") ?? "", "anna");
  const done = await visit(back.href, begun.headers.getSetCookie()[0].split(";")[0]);
  return done.headers.getSetCookie().find((set) => set.startsWith("andon_session="))?.split(";")[0] ?? "";
}

async function visit(url: string, cookie = ""): Promise<Response> {
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  await answer.body?.cancel();
  return answer;
}

async function mcpStatus({ client }: RunningSystem, cookie: string): Promise<number> {
  const accept = "application/json, text/event-stream";
  const answer = await fetch(`${client.baseUrl}/mcp`, {
    method: "POST",
    headers: { cookie, accept, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  await answer.body?.cancel();
  return answer.status;
}

systemTest("who signs out at the provider loses pages, sockets and /mcp at once", {
  configuration: null,
}, async (on) => {
  await using provider = await company(on);
  const cookie = await signedIn(on, provider);
  const { baseUrl } = on.client;
  const status = async () => (await visit(`${baseUrl}/api/packages`, cookie)).status;
  assertEquals([await status(), await mcpStatus(on, cookie)], [200, 200]);
  const socket = new WebSocket(`${baseUrl.replace("http", "ws")}/api/ws`, {
    headers: { cookie, origin: baseUrl },
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const closed = new Promise<CloseEvent>((resolve) =>
    socket.addEventListener("close", resolve, { once: true })
  );
  await provider.signOut(`${provider.issuer}/session/end`).catch(() => {});
  assertEquals([await status(), await mcpStatus(on, cookie)], [401, 401]);
  assertEquals((await closed).code, 1008);
});
