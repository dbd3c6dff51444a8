import { assertEquals, assertMatch } from "@std/assert";
import { type TestApp, testApp } from "../contract/support.ts";
import { type Forge, tokenForge } from "../support/token_forge.ts";

const AUDIENCE = "https://andon.example/api";

async function forged(options: { now?: () => number } = {}) {
  const forge = await tokenForge();
  const app = await testApp(options);
  const grants = [{ group: "operators", role: "operator" }, { group: "andon.read", role: "viewer" }];
  const body = { name: "corp", issuer: forge.issuer, client_id: "andon", client_secret: "s", grants };
  const made = await app.call("POST /api/identity-providers", {
    as: "admin",
    body: { ...body, audience: AUDIENCE },
  });
  return {
    forge,
    app,
    id: Number(made.body.data.id),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await forge[Symbol.asyncDispose]();
    },
  };
}

interface Forged {
  app: TestApp;
  id: number;
  forge: Forge;
}

/** The status of a sign-in for which the provider sends this ID token. */
async function statusOf(at: Forged, make: (nonce: string) => Promise<string>): Promise<number> {
  return (await callback(at, make)).status;
}

async function callback({ app, id, forge }: Forged, make: (nonce: string) => Promise<string>) {
  forge.answer(make);
  const begun = await app.call(`GET /auth/oidc/${id}/begin`, { undocumented: true });
  const cookie = begun.headers.getSetCookie()[0].split(";")[0];
  const page = await fetch(begun.headers.get("location") ?? "", { redirect: "manual" });
  await page.body?.cancel();
  const { search } = new URL(page.headers.get("location") ?? "");
  const headers = { cookie };
  return await app.call(`GET /auth/oidc/${id}/callback${search}`, { headers, undocumented: true });
}

Deno.test("an ID token is taken only from its issuer, for this client and this sign-in, within its time", async () => {
  await using at = await forged();
  const { forge } = at;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const aud = "andon";
  const cases: [string, number, (nonce: string) => Promise<string>][] = [
    ["right", 303, (nonce) => forge.sign(forge.claims({ aud, nonce }))],
    ["expired 30 s ago", 303, (nonce) => forge.sign(forge.claims({ aud, nonce, exp: nowSeconds - 30 }))],
    ["expired 5 min ago", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, exp: nowSeconds - 300 }))],
    ["not yet valid", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, nbf: nowSeconds + 300 }))],
    ["another audience", 401, (nonce) => forge.sign(forge.claims({ aud: "other", nonce }))],
    ["another issuer", 401, (nonce) => forge.sign(forge.claims({ aud, nonce, iss: "https://evil.example" }))],
    ["another nonce", 401, () => forge.sign(forge.claims({ aud, nonce: "other" }))],
    ["no nonce", 401, () => forge.sign(forge.claims({ aud }))],
    ["alg none", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { alg: "none" })],
    ["HMAC with the public key", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { alg: "HS256" })],
    ["another key", 401, (nonce) => forge.sign(forge.claims({ aud, nonce }), { unknownKey: true })],
    ["no token", 401, () => Promise.resolve("x.y.z")],
  ];
  for (const [what, status, make] of cases) assertEquals([what, await statusOf(at, make)], [what, status]);
});

/** The times of a new token by a clock that is so many seconds ahead. */
function timesBy({ aheadSeconds, lifeSeconds }: { aheadSeconds: number; lifeSeconds: number }) {
  const iat = Math.floor(Date.now() / 1000) + aheadSeconds;
  return { iat, nbf: iat, exp: iat + lifeSeconds };
}

const CLOCKS = [
  { aheadSeconds: 50, lifeSeconds: 60 },
  // It expired 40 s ago, which the tolerance covers.
  { aheadSeconds: -50, lifeSeconds: 10 },
  { aheadSeconds: 300, lifeSeconds: 3_600, refusal: /clock it is valid only in 5 min; set the clocks/ },
  { aheadSeconds: -300, lifeSeconds: 180, refusal: /clock it expired 2 min ago; .*set the clocks/ },
];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

Deno.test("an access token is taken for its audience, with the role of its groups and scopes", async () => {
  await using at = await forged();
  const { forge, app } = at;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const aud = AUDIENCE;
  const claims = (given = {}) => forge.claims({ aud, ...given });
  const cases: [string, number, string][] = [
    ["right", 200, await forge.sign(claims())],
    ["by a scope", 200, await forge.sign(claims({ groups: undefined, scope: "openid andon.read" }))],
    ["by a scope of Entra ID", 200, await forge.sign(claims({ groups: undefined, scp: "andon.read" }))],
    ["expired 30 s ago", 200, await forge.sign(claims({ exp: nowSeconds - 30 }))],
    ["expired 5 min ago", 401, await forge.sign(claims({ exp: nowSeconds - 300 }))],
    ["no expiry", 401, await forge.sign(claims({ exp: undefined }))],
    ["no mapped group", 403, await forge.sign(claims({ groups: ["others"] }))],
    ["another audience", 401, await forge.sign(claims({ aud: "other" }))],
    ["the client id", 401, await forge.sign(claims({ aud: "andon" }))],
    ["an ID token", 401, await forge.sign(claims({ aud: [AUDIENCE, "andon"] }))],
    ["an ID token with a nonce", 401, await forge.sign(claims({ nonce: "n" }))],
    ["an ID token of Keycloak", 401, await forge.sign(claims({ typ: "ID" }))],
    ["another issuer", 401, await forge.sign(claims({ iss: "https://evil.example" }))],
    ["alg none", 401, await forge.sign(claims(), { alg: "none" })],
    ["HMAC with the public key", 401, await forge.sign(claims(), { alg: "HS256" })],
    ["another key", 401, await forge.sign(claims(), { unknownKey: true })],
  ];
  for (const [what, status, token] of cases) {
    const answer = await app.call("GET /api/packages", { headers: bearer(token) });
    assertEquals([what, answer.status], [what, status], answer.text);
  }
  const [, , right] = cases[0], [, , byScope] = cases[1];
  const make = (token: string) => app.call("PUT /api/rule-events/1", { headers: bearer(token), body: {} });
  assertEquals((await make(byScope)).status, 403, "the scope gives viewer");
  assertEquals((await make(right)).status, 404, "the group gives operator");
  const both = await forge.sign(claims({ scope: "andon.read" }));
  assertEquals((await make(both)).status, 403, "a scope limits what the groups allow");
  const session = await app.call("GET /api/auth/session", { headers: bearer(right) });
  assertEquals(session.body.data, {
    username: "token:anna@corp",
    display_name: null,
    grants: [],
    role: "operator",
  });
  const withCookie = { ...bearer(cases[4][2]), cookie: app.cookieOf("admin") };
  assertEquals((await app.call("GET /api/packages", { headers: withCookie })).status, 401);
});

for (const { refusal, ...clock } of CLOCKS) {
  Deno.test(`a provider's clock may be 50 s off, not 5 min: ${clock.aheadSeconds} s ahead`, async () => {
    await using at = await forged();
    const { forge, app } = at;
    const idToken = (nonce: string) => forge.sign(forge.claims({ aud: "andon", nonce, ...timesBy(clock) }));
    const person = await callback(at, idToken);
    const headers = bearer(await forge.sign(forge.claims({ aud: AUDIENCE, ...timesBy(clock) })));
    const program = await app.call("GET /api/packages", { headers });
    const statuses = [person.status, program.status];
    if (refusal === undefined) return assertEquals(statuses, [303, 200], person.text + program.text);
    assertEquals(statuses, [401, 401]);
    for (const { text } of [person, program]) assertMatch(text.replaceAll("&#39;", "'"), refusal);
  });
}

Deno.test("a token without nbf is refused by its iat when it comes from the future", async () => {
  await using at = await forged();
  for (const [aheadSeconds, status] of [[300, 401], [50, 200]]) {
    const { iat, exp } = timesBy({ aheadSeconds, lifeSeconds: 3_600 });
    const headers = bearer(await at.forge.sign(at.forge.claims({ aud: AUDIENCE, iat, exp })));
    assertEquals((await at.app.call("GET /api/packages", { headers })).status, status);
  }
});

Deno.test("a token is verified once in five minutes, and ends with its provider", async () => {
  let nowMs = Date.now();
  await using at = await forged({ now: () => nowMs });
  const { forge, app, id } = at;
  const token = await forge.sign(forge.claims({ aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + 3_600 }));
  const status = async () => (await app.call("GET /api/packages", { headers: bearer(token) })).status;
  let verified = 0;
  const { identity } = app.deps;
  const verify = identity.verifyToken;
  identity.verifyToken = (...given) => {
    verified++;
    return verify(...given);
  };
  for (let i = 0; i < 3; i++) assertEquals(await status(), 200);
  assertEquals(verified, 1);
  nowMs += 5 * 60_000;
  assertEquals([await status(), verified], [200, 2]);
  const put = (body: unknown) => app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body });
  await put({ grants: [] });
  assertEquals(await status(), 403);
  await put({ audience: "another" });
  assertEquals(await status(), 401);
  await put({ is_active: false });
  assertEquals(await status(), 401);
});

Deno.test("an unknown key makes the keys be read again at most once a minute", async () => {
  await using at = await forged();
  const { forge, app } = at;
  const status = async (token: string) =>
    (await app.call("GET /api/packages", { headers: bearer(token) })).status;
  const sign = (kid?: string) => forge.sign(forge.claims({ aud: AUDIENCE }), { kid });
  assertEquals([await status(await sign()), forge.keysRead()], [200, 1]);
  for (let i = 0; i < 5; i++) assertEquals(await status(await sign(`unknown${i}`)), 401);
  assertEquals(forge.keysRead(), 1);
});

Deno.test("an MCP client without a token is told where tokens come from", async () => {
  await using at = await forged();
  const { app, forge, id } = at;
  const asked = () => app.call("POST /mcp", { body: {}, undocumented: true });
  const metadata = "http://localhost:8000/.well-known/oauth-protected-resource/mcp";
  assertEquals((await asked()).headers.get("www-authenticate"), `Bearer resource_metadata="${metadata}"`);
  const found = await app.call("GET /.well-known/oauth-protected-resource/mcp", { undocumented: true });
  assertEquals(found.body, {
    resource: "http://localhost:8000/mcp",
    authorization_servers: [forge.issuer],
    bearer_methods_supported: ["header"],
    resource_name: "Andon",
  });
  const headers = bearer(await forge.sign(forge.claims({ aud: "other" })));
  const wrong = await app.call("POST /mcp", { headers, body: {}, undocumented: true });
  assertEquals(wrong.status, 401);
  assertEquals(
    wrong.headers.get("www-authenticate"),
    `Bearer resource_metadata="${metadata}", error="invalid_token"`,
  );
  await app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body: { audience: null } });
  assertEquals((await asked()).headers.get("www-authenticate"), null);
  const none = await app.call("GET /.well-known/oauth-protected-resource", { undocumented: true });
  assertEquals(none.status, 404);
});
