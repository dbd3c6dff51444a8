import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Json, pathsOf, type TestApp, testApp } from "./support.ts";

const DAY = 24 * 3_600_000;
const YEAR_ON = "2027-01-01T00:00:00.000Z";

const make = (app: TestApp, body: Record<string, unknown> = {}) =>
  app.call("POST /api/keys", { as: "admin", body: { name: "historian", role: "engineer", ...body } });

const bearer = (key: string, scheme = "Bearer") => ({ authorization: `${scheme} ${key}` });

const statusWith = async (app: TestApp, headers: Record<string, string>, line = "GET /api/packages") =>
  (await app.call(line, { headers })).status;

Deno.test("a key is made, used, read, changed and deleted, and is shown at its creation only", async () => {
  await using app = await testApp();
  const made = await make(app);
  const { key, id, created_at, expires_at, ...rest } = made.body.data;
  assertEquals([made.status, rest], [201, {
    name: "historian",
    role: "engineer",
    grants: [],
    is_active: true,
    allowed_addresses: [],
    last_used_at: null,
    created_by: "admin",
    owner_id: app.storage.access.userByName("admin")?.id,
    owner: "admin",
    owner_loss: null,
  }]);
  assertEquals(Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY), 365);
  assertMatch(key, /^andon_[A-Za-z0-9_-]{43}$/);
  assert(!Number.isNaN(Date.parse(created_at)));
  const created = await app.call("POST /api/packages", { headers: bearer(key), body: { name: "Air" } });
  assertEquals([created.status, created.body.data.created_by], [201, "key:historian"]);
  const audit = (await app.call("GET /api/audit-log?limit=1", { as: "admin" })).body.data[0];
  assertEquals([audit.who, audit.resource_type], ["key:historian", "package"]);
  const got = await app.call(`GET /api/keys/${id}`, { as: "admin" });
  assert(got.body.data.last_used_at !== null);
  const list = await app.call("GET /api/keys", { as: "admin" });
  assertEquals(list.body.data, [got.body.data]);
  const body = { ...got.body.data, name: "archive", role: "viewer" };
  const changed = await app.call(`PUT /api/keys/${id}`, { as: "admin", body });
  assertEquals([changed.status, changed.body.data], [200, body]);
  for (const answer of [got, list, changed]) assert(!/key_hash|andon_/.test(answer.text));
  assertEquals(await statusWith(app, bearer(key)), 200);
  const tooLow = await app.call("POST /api/packages", { headers: bearer(key), body: { name: "B" } });
  assertEquals([tooLow.status, tooLow.body.details.role_needed], [403, "engineer"]);
  assertEquals((await app.call(`DELETE /api/keys/${id}`, { as: "admin" })).status, 200);
  const ended = await app.call("GET /api/packages", { headers: bearer(key) });
  assertEquals([ended.status, ended.body.details.error_code], [401, "AUTHENTICATION_REQUIRED"]);
  assertMatch(ended.body.error, /key/);
  for (const method of ["GET", "PUT", "DELETE"]) {
    assertEquals((await app.call(`${method} /api/keys/${id}`, { as: "admin" })).status, 404);
  }
});

Deno.test("a key's fields are held to their limits, and its name is unique", async () => {
  await using app = await testApp({ now: () => Date.UTC(2026, 0, 1) });
  const good = [
    { name: "a" },
    { name: "n".repeat(200) },
    { name: "soon", expires_at: "2026-01-01T00:00:00.001Z" },
    { name: "late", expires_at: "2030-01-01T01:00:00+01:00" },
    { name: "never", expires_at: null },
  ];
  for (const body of good) assertEquals([body, (await make(app, body)).status], [body, 201]);
  assertEquals(
    (await app.call("GET /api/keys", { as: "admin" })).body.data.map((key: { expires_at: string }) =>
      key.expires_at
    ),
    [YEAR_ON, YEAR_ON, "2026-01-01T00:00:00.001Z", "2030-01-01T00:00:00.000Z", null],
  );
  const bad: [string, Record<string, unknown>][] = [
    ["name", { name: "" }],
    ["name", { name: "n".repeat(201) }],
    ["name", { name: "soon" }],
    ["role", { role: "root" }],
    ["role", { role: undefined }],
    ["expires_at", { expires_at: "2026-01-01T00:00:00Z" }],
    ["expires_at", { expires_at: "tomorrow" }],
    ["expires_at", { expires_at: "2030-02-30T00:00:00Z" }],
    ["key", { key: "andon_mine" }],
  ];
  for (const [path, body] of bad) {
    const answer = await make(app, { name: "fresh", ...body });
    assertEquals([body, answer.status, pathsOf(answer)], [body, 400, [path]]);
  }
});

Deno.test("a key that is expired or switched off is 401", async () => {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  await using app = await testApp({ now: () => clock.ms });
  const { id, key } = (await make(app, { expires_at: "2026-01-01T01:00:00Z" })).body.data;
  clock.ms += 3_600_000 - 1;
  assertEquals(await statusWith(app, bearer(key)), 200);
  clock.ms += 1;
  assertEquals(await statusWith(app, bearer(key)), 401);
  const put = (body: Record<string, unknown>) => app.call(`PUT /api/keys/${id}`, { as: "admin", body });
  assertEquals((await put({ expires_at: null, is_active: false })).status, 200);
  assertEquals(await statusWith(app, bearer(key)), 401);
  assertEquals((await put({ is_active: true })).status, 200);
  assertEquals(await statusWith(app, bearer(key)), 200);
});

Deno.test("a key goes before the cookie; what else stands in Authorization is left alone", async () => {
  await using app = await testApp();
  const { key } = (await make(app, { role: "viewer" })).body.data;
  const cookie = { cookie: app.cookieOf("admin") };
  const users = "GET /api/users";
  assertEquals(await statusWith(app, { ...cookie, ...bearer(key) }, users), 403);
  assertEquals(await statusWith(app, { ...cookie, ...bearer("andon_unknown") }, users), 401);
  for (const header of ["Basic YTpi", "Bearer eyJhbGciOi", `Basic ${key}`]) {
    assertEquals(await statusWith(app, { ...cookie, authorization: header }, users), 200);
    assertEquals(await statusWith(app, { authorization: header }, users), 401);
  }
  assertEquals(await statusWith(app, bearer(key, "bearer")), 200);
  assertEquals(await statusWith(app, { cookie: `andon_session=${key}` }), 401);
});

Deno.test("a key is no session: it is told who it is, and has none to end", async () => {
  await using app = await testApp();
  const { key } = (await make(app)).body.data;
  const session = () => app.call("GET /api/auth/session", { headers: bearer(key) });
  assertEquals((await session()).body.data, {
    username: "key:historian",
    display_name: null,
    role: "engineer",
    grants: [],
  });
  await app.call("POST /api/auth/logout", { headers: bearer(key) });
  assertEquals((await session()).status, 200);
  const unknown = await app.call("GET /api/auth/session", { headers: bearer("andon_unknown") });
  assertEquals([unknown.status, unknown.body.data], [200, null]);
});

Deno.test("a write by key passes from any Origin: no browser sends it by itself", async () => {
  await using app = await testApp();
  const { key } = (await make(app)).body.data;
  const write = (headers: Record<string, string>) =>
    app.call("POST /api/packages", {
      headers: { origin: "http://evil.test", ...headers },
      body: { name: "Air" },
    });
  assertEquals((await write({ cookie: app.cookieOf("admin") })).status, 403);
  assertEquals((await write({ ...bearer("andon_unknown"), cookie: app.cookieOf("admin") })).status, 401);
  assertEquals((await write({ authorization: "Basic YTpi", cookie: app.cookieOf("admin") })).status, 403);
  assertEquals((await write(bearer(key))).status, 201);
});

/** An admin of that name, signed in. */
async function otherAdmin(app: TestApp, username = "anna") {
  const { id } = await app.storage.access.createUser({ username, password: "p", role: "admin" }, {
    name: "test",
    role: "admin",
  });
  const { token } = await app.storage.access.createSession(id);
  return { id, headers: { cookie: `andon_session=${token}` } };
}

async function keyOf(app: TestApp, headers: Record<string, string>, name = "historian") {
  const made = await app.call("POST /api/keys", { headers, body: { name, role: "admin" } });
  return made.body.data;
}

Deno.test("the keys of a deleted user end with the user, those that a key created too", async () => {
  await using app = await testApp();
  const { id, headers } = await otherAdmin(app);
  const first = await keyOf(app, headers);
  const second = await keyOf(app, bearer(first.key), "archive");
  assertEquals([first.owner, second.created_by, second.owner], ["anna", "key:historian", "anna"]);
  const others = await make(app, { name: "other" });
  const deleted = await app.call(`DELETE /api/users/${id}`, { as: "admin" });
  assertEquals([deleted.status, deleted.body.message], [
    200,
    'User "anna" is deleted; 2 API keys have ended',
  ]);
  for (const { key } of [first, second]) assertEquals(await statusWith(app, bearer(key)), 401);
  assertEquals(await statusWith(app, bearer(others.body.data.key)), 200);
  const audit = (await app.call("GET /api/audit-log?limit=4", { as: "admin" })).body.data;
  const changes = audit.filter((entry: Json) => entry.resource_type !== "refusal");
  const entries = changes.map((entry: Json) => `${entry.action} ${entry.resource_type} by ${entry.who}`);
  assertEquals(entries.sort(), ["deleted key by admin", "deleted key by admin", "deleted user by admin"]);
});

Deno.test("keep_keys=true leaves the keys of a deleted user without an owner, also for a later user of the name", async () => {
  await using app = await testApp();
  const { id, headers } = await otherAdmin(app);
  const { key, id: keyId } = await keyOf(app, headers);
  const deleted = await app.call(`DELETE /api/users/${id}?keep_keys=true`, { as: "admin" });
  assertEquals(deleted.body.message, 'User "anna" is deleted');
  assertEquals(await statusWith(app, bearer(key)), 200);
  const again = await otherAdmin(app);
  const { data } = (await app.call(`GET /api/keys/${keyId}`, { as: "admin" })).body;
  assertEquals([data.created_by, data.owner, data.owner_id], ["anna", null, null]);
  await app.call(`DELETE /api/users/${again.id}`, { as: "admin" });
  assertEquals(await statusWith(app, bearer(key)), 200);
  assertEquals((await app.call(`DELETE /api/users/${id}?keep_keys=yes`, { as: "admin" })).status, 404);
  assertEquals((await app.call(`DELETE /api/users/1000?keep_keys=yes`, { as: "admin" })).status, 400);
});

Deno.test("end_keys ends the keys of a user who is disabled or demoted; without it they go on", async () => {
  await using app = await testApp();
  const { id, headers } = await otherAdmin(app);
  const { key } = await keyOf(app, headers);
  const put = (body: Record<string, unknown>) => app.call(`PUT /api/users/${id}`, { as: "admin", body });
  assertEquals((await put({ role: "viewer" })).body.message, 'User "anna" is updated');
  assertEquals(await statusWith(app, bearer(key)), 200);
  const ended = await put({ is_active: false, end_keys: true });
  assertEquals(ended.body.message, 'User "anna" is updated; 1 API key has ended');
  assertEquals(await statusWith(app, bearer(key)), 401);
  assertEquals((await put({ end_keys: true })).body.message, 'User "anna" is updated');
});

Deno.test("a key is taken only from its addresses and networks", async () => {
  await using app = await testApp();
  const allowed_addresses = ["10.1.0.0/16", "192.0.2.7", "2001:db8::/32"];
  const { key, id } = (await make(app, { allowed_addresses })).body.data;
  const from = async (address: string) =>
    (await app.call("GET /api/packages", { headers: bearer(key), from: address })).status;
  for (const address of ["10.1.0.0", "10.1.255.255", "192.0.2.7", "2001:db8::1", "::ffff:10.1.2.3"]) {
    assertEquals([address, await from(address)], [address, 200]);
  }
  for (const address of ["10.0.255.255", "10.2.0.0", "192.0.2.8", "2001:db9::1", "127.0.0.1"]) {
    assertEquals([address, await from(address)], [address, 401]);
  }
  const change = (body: unknown) => app.call(`PUT /api/keys/${id}`, { as: "admin", body });
  assertEquals((await change({ name: "renamed" })).body.data.allowed_addresses, allowed_addresses);
  await change({ allowed_addresses: [] });
  assertEquals(await from("127.0.0.1"), 200);
  for (const wrong of ["10.1", "10.0.0.0/33", "host.example", "10.0.0.1/", "", "0x7f.0.0.1"]) {
    assertEquals(pathsOf(await change({ allowed_addresses: [wrong] })), ["allowed_addresses.0"], wrong);
  }
  assertEquals((await change({ allowed_addresses: Array(20).fill("10.0.0.1") })).status, 200);
  assertEquals(pathsOf(await change({ allowed_addresses: Array(21).fill("10.0.0.1") })), [
    "allowed_addresses",
  ]);
});
