import { assert, assertEquals, assertMatch } from "@std/assert";
import type { JWTPayload } from "jose";
import { type TestApp, testApp } from "../contract/support.ts";
import { BASE, type Browser, company, sessionOf, signIn } from "../support/oidc_company.ts";
import { type Forge, tokenForge } from "../support/token_forge.ts";
import { LOGOUT_REMEMBERED_MS } from "../../storage/access/provider_sessions.ts";

const SIGN_IN_PAGE = `${BASE}/sign-in`;
const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };

Deno.test("signing out ends the session at the provider too, and leads back to the sign-in page", async () => {
  await using at = await company({ logout: { returnAddress: SIGN_IN_PAGE } });
  const { browser } = await signIn(at);
  const headers = { cookie: `andon_session=${browser.get("andon_session")}` };
  const { body } = await at.app.call("POST /api/auth/logout", { headers });
  assertEquals(await sessionOf(at.app, browser), null);
  const page = new URL(body.data.provider_logout);
  assertEquals(page.origin, at.provider.issuer);
  assertEquals(page.searchParams.get("post_logout_redirect_uri"), SIGN_IN_PAGE);
  assertEquals((await at.provider.signOut(page.href)).href, SIGN_IN_PAGE);
});

Deno.test("signing out ends the session of Andon also when the provider is away; a local user goes nowhere", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  await at.provider.away();
  const headers = { cookie: `andon_session=${browser.get("andon_session")}` };
  const { status } = await at.app.call("POST /api/auth/logout", { headers });
  assertEquals([status, await sessionOf(at.app, browser)], [200, null]);
  const local = await at.app.call("POST /api/auth/logout", { as: "viewer" });
  assertEquals(local.body.data, { provider_logout: null });
});

Deno.test("a logout at the provider reaches Andon by its back channel and ends that session", async () => {
  const served: { app?: TestApp } = {};
  const paths: string[] = [];
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    const body = await request.text();
    const answer = await served.app?.call(`POST ${pathname}`, { body, headers, undocumented: true });
    return new Response(answer?.text, { status: answer?.status });
  });
  const backchannel = `http://127.0.0.1:${server.addr.port}/auth/backchannel-logout/1`;
  await using at = await company({ logout: { returnAddress: SIGN_IN_PAGE, backchannel } });
  served.app = at.app;
  const other = await signIn(at);
  const { browser } = await signIn(at);
  const [, session] = at.app.storage.providerSessions.list();
  const idToken = (await at.app.storage.providerSessions.tokens(session))?.id;
  const page = new URL(`${at.provider.issuer}/session/end`);
  page.searchParams.set("id_token_hint", idToken ?? "");
  await at.provider.signOut(page.href).catch(() => {});
  assertEquals(paths, ["/auth/backchannel-logout/1"]);
  const left = [await sessionOf(at.app, browser), await sessionOf(at.app, other.browser)];
  assertEquals(left.filter((one) => one === null).length, 1, "one session of two ends");
});

/** Andon with a provider that signs whatever a test says, and anna's sessions there. */
async function forged() {
  const forge = await tokenForge();
  const clock = { nowMs: Date.now() };
  const app = await testApp({ now: () => clock.nowMs });
  const grants = [{ group: "operators", role: "operator" }];
  const body = { name: "corp", issuer: forge.issuer, client_id: "andon", client_secret: "s", grants };
  const { id } = (await app.call("POST /api/identity-providers", { as: "admin", body })).body.data;
  return {
    forge,
    app,
    clock,
    id: Number(id),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await forge[Symbol.asyncDispose]();
    },
  };
}

type Forged = Awaited<ReturnType<typeof forged>>;

async function signedIn({ app, forge, id }: Forged, claims: JWTPayload): Promise<Browser> {
  forge.answer((nonce) => forge.sign(forge.claims({ aud: "andon", nonce, ...claims })));
  const begun = await app.call(`GET /auth/oidc/${id}/begin`, { undocumented: true });
  const cookie = begun.headers.getSetCookie()[0].split(";")[0];
  const page = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  await page.body?.cancel();
  const { search } = new URL(page.headers.get("location") ?? "");
  const answer = await app.call(`GET /auth/oidc/${id}/callback${search}`, {
    headers: { cookie },
    undocumented: true,
  });
  const set = answer.headers.getSetCookie().find((one) => one.startsWith("andon_session=")) ?? "";
  return new Map([["andon_session", set.split(";")[0].split("=")[1]]]);
}

const MINUTE_MS = 60_000;

function logoutClaims(given: JWTPayload = {}): JWTPayload {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const times = { iat: nowSeconds, exp: nowSeconds + 120 };
  return { aud: "andon", jti: crypto.randomUUID(), events: EVENTS, sub: "anna", ...times, ...given };
}

async function sendLogout({ app, id }: Pick<Forged, "app" | "id">, token: string) {
  const body = new URLSearchParams({ logout_token: token }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return await app.call(`POST /auth/backchannel-logout/${id}`, { body, headers, undocumented: true });
}

/** A signed token with these claims; undefined ones are left out. */
function signed(forge: Forge, claims: JWTPayload, how = {}): Promise<string> {
  const { sub: _, preferred_username: __, groups: ___, ...rest } = forge.claims();
  const whole = { ...rest, ...claims };
  return forge.sign(
    Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)),
    how,
  );
}

Deno.test("a logout token is taken from its issuer for this client, once and within 5 minutes", async () => {
  await using at = await forged();
  const { forge } = at;
  const browser = await signedIn(at, { sid: "one" });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const wrong: [string, JWTPayload, Record<string, unknown>?][] = [
    ["no events", { events: undefined }],
    ["other events", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["a nonce", { nonce: "n" }],
    ["no jti", { jti: undefined }],
    ["no iat", { iat: undefined }],
    ["no exp", { exp: undefined }],
    ["an old one", { iat: nowSeconds - 361, exp: nowSeconds + 120 }],
    ["an expired one", { exp: nowSeconds - 120 }],
    ["nobody", { sub: undefined }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "other" }],
    ["alg none", {}, { alg: "none" }],
    ["HMAC with the public key", {}, { alg: "HS256" }],
    ["another key", {}, { unknownKey: true }],
  ];
  for (const [what, claims, how] of wrong) {
    const answer = await sendLogout(at, await signed(forge, logoutClaims(claims), how));
    assertEquals([what, answer.status, answer.body.error], [what, 400, "invalid_request"]);
    assertEquals(answer.headers.get("cache-control"), "no-store");
  }
  assertEquals((await sendLogout(at, "")).status, 400);
  const idToken = await forge.sign(forge.claims({ aud: "andon", nonce: "n" }));
  assertEquals((await sendLogout(at, idToken)).status, 400);
  assertEquals((await sessionOf(at.app, browser)).username, "anna@corp");
  const token = await signed(forge, logoutClaims());
  assertEquals((await sendLogout(at, token)).status, 200);
  assertEquals(await sessionOf(at.app, browser), null);
  const replayed = await sendLogout(at, token);
  assertEquals(replayed.status, 400);
  assertMatch(replayed.text, /already used/);
  assertEquals((await sendLogout({ ...at, id: 9 }, token)).status, 404);
});

Deno.test("a logout token ends the session that it names, else all of the person, and none of others or later", async () => {
  await using at = await forged();
  const { forge } = at;
  const browsers = [
    await signedIn(at, { sid: "one" }),
    await signedIn(at, { sid: "two" }),
    await signedIn(at, { sub: "ben", preferred_username: "ben", sid: "three" }),
  ];
  const open = async () =>
    await Promise.all(browsers.map(async (browser) => await sessionOf(at.app, browser) !== null));
  const send = async (claims: JWTPayload) =>
    assertEquals((await sendLogout(at, await signed(forge, logoutClaims(claims)))).status, 200);
  await send({ sub: undefined, sid: "unknown" });
  await send({ sub: "ben", sid: "one" });
  assertEquals(await open(), [true, true, true]);
  await send({ sub: undefined, sid: "one" });
  assertEquals(await open(), [false, true, true]);
  const iat = Math.floor(at.clock.nowMs / 1_000);
  at.clock.nowMs += 61_000;
  browsers[0] = await signedIn(at, { sid: "four" });
  await send({ iat });
  assertEquals(await open(), [true, false, true], "a later sign-in stays");
});

Deno.test("the store forgets used logout tokens once they are too old to be accepted", async () => {
  await using at = await forged();
  const { forge, clock, app: { storage: { store } } } = at;
  const rows = async () => (await store.list({ prefix: ["logout_token"] })).length;
  const send = async (claims: JWTPayload = {}) =>
    assertEquals((await sendLogout(at, await signed(forge, logoutClaims(claims)))).status, 200);
  await send();
  await send();
  assertEquals(await rows(), 2);
  // The tokens are issued by the real clock, which has gone on meanwhile.
  clock.nowMs += LOGOUT_REMEMBERED_MS + MINUTE_MS;
  await send();
  assertEquals(await rows(), 1);
});

Deno.test("a logout token also ends the session that is being opened", async () => {
  await using at = await forged();
  const { providerSessions } = at.app.storage, start = providerSessions.start.bind(providerSessions);
  const { identity } = at.app.deps, verify = identity.verifyLogout.bind(identity);
  const isRead = Promise.withResolvers<void>();
  identity.verifyLogout = async (...given) => {
    const claims = await verify(...given);
    // When all has run that needs nothing but the claims.
    setTimeout(isRead.resolve, 0);
    return claims;
  };
  let logout: ReturnType<typeof sendLogout> | undefined;
  providerSessions.start = async (draft) => {
    logout = sendLogout(at, await signed(at.forge, logoutClaims({ sid: "one" })));
    await isRead.promise;
    return await start(draft);
  };
  const browser = await signedIn(at, { sid: "one" });
  assertEquals([(await logout)?.status, await sessionOf(at.app, browser)], [200, null]);
});

Deno.test("a logout token of one provider ends no session of another one, whose people have the same names", async () => {
  await using at = await forged();
  await using forge = await tokenForge();
  const grants = [{ group: "operators", role: "operator" }];
  const body = { name: "other", issuer: forge.issuer, client_id: "andon", client_secret: "s", grants };
  const made = await at.app.call("POST /api/identity-providers", { as: "admin", body });
  const other = { ...at, forge, id: Number(made.body.data.id) };
  const browsers = [await signedIn(at, { sid: "one" }), await signedIn(other, { sid: "one" })];
  const open = async () =>
    await Promise.all(browsers.map(async (one) => (await sessionOf(at.app, one))?.username));
  assertEquals(await open(), ["anna@corp", "anna@other"]);
  for (const claims of [{ sub: undefined, sid: "one" }, {}]) {
    assertEquals((await sendLogout(other, await signed(forge, logoutClaims(claims)))).status, 200);
    assertEquals(await open(), ["anna@corp", undefined]);
  }
});

Deno.test("a logout token may hold 16 KiB", async () => {
  await using at = await forged();
  const fits = "x".repeat(16 * 1024 - "logout_token=".length);
  assertEquals((await sendLogout(at, fits)).status, 400);
  assertEquals((await sendLogout(at, `${fits}x`)).status, 413);
  const { rows } = await at.app.storage.audit.list({ limit: 10, offset: 0 });
  assert(rows.some(({ action, resource_id }) => action === "key_refused" && resource_id === "logout token"));
});
