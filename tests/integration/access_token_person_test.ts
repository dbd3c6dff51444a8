import { assertEquals, assertMatch } from "@std/assert";
import { CHECK_EVERY_MS } from "../../domain/identity_provider/provider_session.ts";
import { SessionChecks } from "../../routes/people/session_checks.ts";
import { type TestApp, testApp } from "../contract/support.ts";
import { eventually } from "../support/eventually.ts";
import { BASE, type Company, company, register, signIn } from "../support/oidc_company.ts";
import { tokenForge } from "../support/token_forge.ts";

const AUDIENCE = "https://andon.example/api";
const REDIRECT = "http://127.0.0.1:65535/callback";
const SCOPE = "andon.read";
const GRANTS = [{ group: "/plant/operators", role: "operator" }, { group: SCOPE, role: "viewer" }];

/** A company whose people also give access tokens to an MCP client. */
function tokenCompany(more = {}, now = Date.now): Promise<Company> {
  const people = Object.fromEntries(
    ["anna", "ben"].map((name) => [name, { preferred_username: name, groups: ["/plant/operators"] }]),
  );
  const options = { audience: AUDIENCE, mcpRedirect: REDIRECT, people, ...more };
  return company(options, { given: { audience: AUDIENCE, grants: GRANTS }, now });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The status of a read and of a call of /mcp, and why it is refused. */
async function answersTo(app: TestApp, token: string) {
  const headers = { ...bearer(token), accept: "application/json, text/event-stream" };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const read = await app.call("GET /api/packages", { headers });
  const mcp = await app.call("POST /mcp", { headers, body, undocumented: true });
  return { statuses: [read.status, mcp.status], error: read.body.error ?? "" };
}

const ACCEPTED = [200, 200], REFUSED = [401, 401];

function setActive({ app }: Company, is_active: boolean) {
  const id = app.storage.access.userByName("anna@corp")?.id;
  return app.call(`PUT /api/users/${id}`, { as: "admin", body: { is_active } });
}

Deno.test("the access tokens of a disabled person are refused, also those issued afterwards, until the person is enabled", async () => {
  await using at = await tokenCompany();
  const statuses = async (token: string) => (await answersTo(at.app, token)).statuses;
  const token = await at.provider.personToken("anna", SCOPE);
  const ofBen = await at.provider.personToken("ben", SCOPE);
  const ofProgram = await at.provider.programToken(SCOPE);
  assertEquals(await statuses(token), ACCEPTED, "of somebody whom Andon does not know yet");
  await signIn(at);
  await setActive(at, false);
  const refused = await answersTo(at.app, token);
  assertEquals(refused.statuses, REFUSED);
  assertMatch(refused.error, /User "anna@corp" is disabled in Andon; ask an administrator/);
  const later = await at.provider.personToken("anna", SCOPE);
  assertEquals(await statuses(later), REFUSED);
  for (const other of [ofBen, ofProgram]) assertEquals(await statuses(other), ACCEPTED);
  await setActive(at, true);
  for (const again of [token, later]) assertEquals(await statuses(again), ACCEPTED);
});

Deno.test("a person is known by the object id too, where the provider gives each client another subject", async () => {
  await using forge = await tokenForge();
  await using app = await testApp();
  const id = await register(app, {
    issuer: forge.issuer,
    audience: AUDIENCE,
    client_id: "andon",
    grants: GRANTS,
  });
  const groups = ["/plant/operators"];
  forge.answer((nonce) => forge.sign(forge.claims({ aud: "andon", nonce, oid: "o-1", groups })));
  const begun = await app.call(`GET /auth/oidc/${id}/begin`, { undocumented: true });
  const page = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  await page.body?.cancel();
  const { search } = new URL(page.headers.get("location") ?? "");
  const headers = { cookie: begun.headers.getSetCookie()[0].split(";")[0] };
  await app.call(`GET /auth/oidc/${id}/callback${search}`, { headers, undocumented: true });
  const tokenOf = (oid: string) => forge.sign(forge.claims({ aud: AUDIENCE, sub: `of-${oid}`, oid, groups }));
  const user = app.storage.access.userByName("anna@corp");
  await app.call(`PUT /api/users/${user?.id}`, { as: "admin", body: { is_active: false } });
  assertEquals((await answersTo(app, await tokenOf("o-1"))).statuses, REFUSED);
  assertEquals((await answersTo(app, await tokenOf("o-2"))).statuses, ACCEPTED);
});

Deno.test("a logout at the provider ends the person's access tokens that were issued before", async () => {
  const served: { app?: TestApp } = {};
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const body = await request.text();
    const answer = await served.app?.call(`POST ${pathname}`, { body, headers, undocumented: true });
    return new Response(answer?.text, { status: answer?.status });
  });
  const backchannel = `http://127.0.0.1:${server.addr.port}/auth/backchannel-logout/1`;
  await using at = await tokenCompany({ logout: { returnAddress: `${BASE}/sign-in`, backchannel } });
  served.app = at.app;
  const tokenOf = (login: string) => at.provider.personToken(login, SCOPE);
  const [token, ofBen] = [await tokenOf("anna"), await tokenOf("ben")];
  await signIn(at, { login: "ben" });
  await signIn(at);
  assertEquals((await answersTo(at.app, token)).statuses, ACCEPTED);
  await at.provider.signOut(`${at.provider.issuer}/session/end`).catch(() => {});
  const refused = await answersTo(at.app, token);
  assertEquals(refused.statuses, REFUSED);
  assertMatch(refused.error, /signed out after it was issued; get a new token/);
  assertEquals((await answersTo(at.app, ofBen)).statuses, ACCEPTED);
  await signIn(at);
  assertEquals((await answersTo(at.app, token)).statuses, REFUSED, "also after the next sign-in");
  // Times in tokens are whole seconds.
  await eventually("a new token is accepted", async () => {
    const { statuses } = await answersTo(at.app, await tokenOf("anna"));
    return statuses[0] === 200;
  });
});

Deno.test("whom the provider refuses at a check loses the access tokens that were issued before", async () => {
  const clock = { nowMs: Date.now() };
  await using at = await tokenCompany({ refreshTokens: true }, () => clock.nowMs);
  const token = await at.provider.personToken("anna", SCOPE);
  const ofBen = await at.provider.personToken("ben", SCOPE);
  await signIn(at);
  await signIn(at, { login: "ben" });
  const checks = new SessionChecks(at.app.deps);
  at.people.anna.groups = [];
  clock.nowMs += CHECK_EVERY_MS;
  await checks.run();
  assertEquals((await answersTo(at.app, token)).statuses, REFUSED);
  assertEquals((await answersTo(at.app, ofBen)).statuses, ACCEPTED);
});
