import { assert, assertEquals, assertMatch } from "@std/assert";
import { IDENTITY_LIMITS } from "../../domain/identity_provider/schema.ts";
import { pathsOf, type TestApp, testApp } from "./support.ts";

const GIVEN = {
  name: "corp",
  issuer: "https://login.example.org/realms/plant",
  client_id: "andon",
  client_secret: "a-secret-of-the-client",
  grants: [{ group: "/plant/operators", role: "operator" }],
};

const make = (app: TestApp, body: Record<string, unknown> = {}) =>
  app.call("POST /api/identity-providers", { as: "admin", body: { ...GIVEN, ...body } });

const nth = (number: number) => ({ name: `corp${number}`, issuer: `https://login${number}.example.org` });

Deno.test("a provider is made, read, changed and deleted; its secret is never shown or audited", async () => {
  await using app = await testApp();
  const made = await make(app);
  const { id, created_at, ...rest } = made.body.data;
  assertEquals([made.status, rest], [201, {
    name: "corp",
    ldap: null,
    issuer: "https://login.example.org/realms/plant",
    audience: null,
    client_id: "andon",
    has_client_secret: true,
    scopes: "openid profile",
    username_claim: "preferred_username",
    groups_claim: "groups",
    grants: [{ group: "/plant/operators", role: "operator", area_ids: null }],
    button_label: null,
    is_active: true,
    created_by: "admin",
    redirect_address: `http://localhost:8000/auth/oidc/${id}/callback`,
    after_logout_address: "http://localhost:8000/sign-in",
    backchannel_logout_address: `http://localhost:8000/auth/backchannel-logout/${id}`,
  }]);
  assert(Number.isFinite(Date.parse(created_at)));
  const got = await app.call(`GET /api/identity-providers/${id}`, { as: "admin" });
  const body = { ...got.body.data, button_label: "Company account" };
  const changed = await app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body });
  assertEquals([changed.status, changed.body.data], [200, body]);
  assertEquals((await app.storage.identityProviders.settings(id)).clientSecret, GIVEN.client_secret);
  const list = await app.call("GET /api/identity-providers", { as: "admin" });
  assertEquals(list.body.data, [body]);
  assertEquals((await app.call(`DELETE /api/identity-providers/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call(`GET /api/identity-providers/${id}`, { as: "admin" })).status, 404);
  const audit = await app.call("GET /api/audit-log?limit=3", { as: "admin" });
  assertEquals(audit.body.data.map((entry: { action: string }) => entry.action), [
    "deleted",
    "updated",
    "created",
  ]);
  for (const answer of [made, got, changed, list, audit]) {
    assert(!answer.text.includes(GIVEN.client_secret) && !answer.text.includes("sealed"));
  }
});

Deno.test("a changed issuer clears the secret, which is then never sent to another host", async () => {
  await using app = await testApp();
  const { id } = (await make(app)).body.data;
  const put = (body: unknown) => app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body });
  assertEquals((await put({ client_id: "other" })).body.data.has_client_secret, true);
  assertEquals((await put({ issuer: "https://elsewhere.example.org" })).body.data.has_client_secret, false);
});

Deno.test("fields are held to their limits, names and issuers are unique", async () => {
  await using app = await testApp();
  assertEquals((await make(app)).status, 201);
  const bad: [string, Record<string, unknown>][] = [
    ["name", { ...nth(1), name: "CORP" }],
    ["name", { ...nth(1), name: "with space" }],
    ["name", { ...nth(1), name: "n".repeat(41) }],
    ["issuer", { name: "other" }],
    ["issuer", { ...nth(1), issuer: "ftp://example.org" }],
    ["issuer", { ...nth(1), issuer: "https://a:b@example.org" }],
    ["issuer", { ...nth(1), issuer: "https://example.org/?a=1" }],
    ["issuer", { ...nth(1), issuer: `https://example.org/${"a".repeat(IDENTITY_LIMITS.issuer)}` }],
    ["audience", { ...nth(1), audience: GIVEN.client_id }],
    ["scopes", { ...nth(1), scopes: "profile" }],
    ["grants.0.role", { ...nth(1), grants: [{ group: "a", role: "root" }] }],
    ["grants.0.areas", { ...nth(1), grants: [{ group: "a", role: "admin", areas: ["north"] }] }],
    ["grants", { ...nth(1), grants: Array(IDENTITY_LIMITS.grants + 1).fill(GIVEN.grants[0]) }],
  ];
  for (const [path, body] of bad) {
    const answer = await make(app, body);
    assertEquals([path, answer.status, pathsOf(answer)], [path, 400, [path]]);
  }
  assertEquals((await make(app, { ...nth(1), name: "n".repeat(40) })).status, 201);
  const most = { ...nth(2), grants: Array(IDENTITY_LIMITS.grants).fill(GIVEN.grants[0]) };
  assertEquals((await make(app, most)).status, 201);
});

Deno.test("there are five providers at most, also when they are made at once", async () => {
  await using app = await testApp();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => make(app, nth(number))));
  const made = answers.filter(({ status }) => status === 201);
  assertEquals([made.length, app.storage.identityProviders.list().length], [5, 5]);
  const refused = answers.find(({ status }) => status === 400);
  assertMatch(refused?.body.error, /5 identity providers exist already/);
});
