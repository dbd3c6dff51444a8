import { assert, assertEquals } from "@std/assert";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { type Answer, PASSWORD, pathsOf, type TestApp, testApp } from "./support.ts";

const GOOD = { username: "anna", password: "twelve chars", role: "operator", is_active: true };

const FRESH = "another horse battery";

const make = (app: TestApp, change: Record<string, unknown> = {}) =>
  app.call("POST /api/users", { as: "admin", body: { ...GOOD, ...change } });

const signIn = (app: TestApp, username: string, password: string) =>
  app.call("POST /api/auth/login", { body: { username, password } });

const cookieOf = (answer: Answer) => ({ cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] });

Deno.test("a user is made, read, changed and deleted, and no answer holds a password or its hash", async () => {
  await using app = await testApp();
  const made = await make(app);
  const { id, created_at, ...rest } = made.body.data;
  const given = { username: "anna", role: "operator", is_active: true, display_name: null };
  const unset = { grants: [], identity: null, second_factors: [], shared_desk: false, has_desk_pin: false };
  assertEquals([made.status, rest], [201, { ...given, ...unset }]);
  assert(!Number.isNaN(Date.parse(created_at)));
  const list = await app.call("GET /api/users", { as: "admin" });
  const names = list.body.data.map((user: { username: string }) => user.username).sort();
  assertEquals(names, ["admin", "anna", "engineer", "operator", "viewer"]);
  const got = await app.call(`GET /api/users/${id}`, { as: "admin" });
  assertEquals(got.body.data, made.body.data);
  const body = { ...got.body.data, role: "engineer", password: "another twelve" };
  const changed = await app.call(`PUT /api/users/${id}`, { as: "admin", body });
  assertEquals([changed.status, changed.body.data], [200, { ...made.body.data, role: "engineer" }]);
  assertEquals((await signIn(app, "anna", GOOD.password)).status, 401);
  assertEquals((await signIn(app, "anna", "another twelve")).status, 200);
  for (const answer of [made, list, got, changed]) assert(!/scrypt|password_hash|twelve/.test(answer.text));
  assertEquals((await app.call(`DELETE /api/users/${id}`, { as: "admin" })).status, 200);
  for (const method of ["GET", "PUT", "DELETE"]) {
    assertEquals(
      (await app.call(`${method} /api/users/${id}`, { as: "admin", body: undefined })).status,
      404,
    );
  }
});

Deno.test("a user's fields are held to their limits, on both sides", async () => {
  await using app = await testApp();
  const good = [
    { username: "a" },
    { username: "Jörg.2_x-y@plant.example" },
    { username: "u".repeat(100) },
    { username: "p12", password: "x7Kq#vLw2!pZ" },
    { username: "p200", password: "x7Kq#vLw2!pZ ".repeat(16).slice(0, 200) },
    { username: "off", is_active: false },
  ];
  for (const change of good) assertEquals([change, (await make(app, change)).status], [change, 201]);
  const bad: [string, Record<string, unknown>][] = [
    ["username", { username: "" }],
    ["username", { username: "u".repeat(101) }],
    ["username", { username: "a b" }],
    ["username", { username: "key:a" }],
    ["username", { username: "a/b" }],
    ["username", { username: "a\nb" }],
    ["username", { username: 7 }],
    ["password", { password: "p".repeat(11) }],
    ["password", { password: "p".repeat(201) }],
    ["password", { password: "p".repeat(12) }],
    ["password", { username: "ventil.nord", password: "ventil.nord1" }],
    ["password", { password: undefined }],
    ["role", { role: "root" }],
    ["role", { role: undefined }],
    ["is_active", { is_active: "yes" }],
    ["is_admin", { is_admin: true }],
  ];
  for (const [path, change] of bad) {
    const answer = await make(app, { username: "fresh", ...change });
    assertEquals([change, answer.status, pathsOf(answer)], [change, 400, [path]]);
  }
});

Deno.test("a name that is taken is told with everything else that is wrong, however its letters are written", async () => {
  await using app = await testApp();
  await make(app, { username: "jörg" });
  const again = await make(app, { username: "jo\u0308rg", password: "short" });
  assertEquals([again.status, pathsOf(again)], [400, ["password", "username"]]);
  const other = (await make(app)).body.data;
  const renamed = await app.call(`PUT /api/users/${other.id}`, { as: "admin", body: { username: "jörg" } });
  assertEquals([renamed.status, pathsOf(renamed)], [400, ["username"]]);
  const same = await app.call(`PUT /api/users/${other.id}`, { as: "admin", body: { username: "anna" } });
  assertEquals(same.status, 200);
  assertEquals((await signIn(app, "jo\u0308rg", GOOD.password)).status, 200);
});

Deno.test("a name that only looks different is refused beside the one that it looks like, for a new and a renamed user", async () => {
  await using app = await testApp();
  const { id } = (await make(app)).body.data;
  const rename = (username: string) =>
    app.call(`PUT /api/users/${id}`, { as: "admin", body: { username, role: "viewer" } });
  for (const username of ["Admin", "аdmin", "ａｄｍｉｎ", "admin\u3164"]) {
    const message = 'Looks like the name of the user "admin"; choose another name';
    for (const answer of [await make(app, { username }), await rename(username)]) {
      const { status, body } = answer;
      assertEquals([status, body.details.issues], [400, [{ path: "username", message }]], username);
    }
  }
  assertEquals((await rename("Anna")).status, 200, "the own name, written otherwise");
  assertEquals((await rename("anna")).status, 200);
});

Deno.test("of two creations and renamings at the same time one gets a name that looks the same", async () => {
  await using app = await testApp();
  const { access } = app.storage, by = { name: "test", role: "admin" } as const;
  const draft = { password: GOOD.password, role: "viewer" as const };
  const { id } = await access.createUser({ ...draft, username: "berta" }, by);
  const made = await Promise.allSettled([
    access.createUser({ ...draft, username: "carla" }, by),
    access.createUser({ ...draft, username: "Carla" }, by),
    access.updateUser(id, { username: "саrla" }, by),
  ]);
  assertEquals(made.filter(({ status }) => status === "fulfilled").length, 1);
  assertEquals(access.users().filter(({ username }) => /rla$/.test(username)).length, 1);
});

Deno.test("users of an older version whose names look the same go on signing in, and keep their names", async () => {
  await using app = await testApp();
  const record = app.storage.access.user((await make(app)).body.data.id);
  assert(record !== undefined);
  const { id } = record, username = "Admin";
  await app.storage.store.commit({
    mutations: [
      { type: "set", key: keys.user(id), value: { ...record, username } },
      { type: "set", key: keys.userByName(username), value: id },
      { type: "delete", key: keys.userByName(record.username) },
    ],
  }, MAIN_LANE);
  assertEquals((await signIn(app, username, GOOD.password)).status, 200);
  const put = (body: unknown) => app.call(`PUT /api/users/${id}`, { as: "admin", body });
  assertEquals((await put({ username, role: "viewer" })).status, 200);
  assertEquals((await put({ username: "ADMIN" })).status, 400);
  assertEquals((await put({ username: "anders" })).status, 200);
});

Deno.test("a password that is easy to guess is refused, and one that exists goes on working", async () => {
  await using app = await testApp();
  const weak = "aaaaaaaaaaaa";
  const refused = await make(app, { password: weak });
  const message = "Is easy to guess: it repeats itself; use several unrelated words";
  assertEquals([refused.status, refused.body.details.issues], [400, [{ path: "password", message }]]);
  const draft = { username: "anna", password: weak, role: "viewer" as const };
  const { id } = await app.storage.access.createUser(draft, { name: "test", role: "admin" });
  const headers = cookieOf(await signIn(app, "anna", weak));
  const put = (body: Record<string, unknown>) => app.call(`PUT /api/users/${id}`, { as: "admin", body });
  assertEquals((await put({ username: "berta.ventil" })).status, 200);
  assertEquals(pathsOf(await put({ password: "berta.ventil" })), ["password"], "the user's name");
  assertEquals(pathsOf(await put({ username: "carl.pumpe", password: "carl.pumpe11" })), ["password"]);
  const own = { current_password: weak, new_password: "bbbbbbbbbbbb" };
  assertEquals(pathsOf(await changePassword(app, own, headers)), ["new_password"]);
  assertEquals((await changePassword(app, { ...own, new_password: FRESH }, headers)).status, 200);
});

Deno.test("sessions end at once with a change of password, role or is_active, and with the user", async () => {
  await using app = await testApp();
  const { id } = (await make(app)).body.data;
  let password = GOOD.password;
  for (const change of [{ password: "another twelve" }, { role: "viewer" }, { is_active: false }, null]) {
    await app.call(`PUT /api/users/${id}`, { as: "admin", body: { is_active: true } });
    const headers = cookieOf(await signIn(app, "anna", password));
    const status = async () => (await app.call("GET /api/packages", { headers })).status;
    assertEquals(await status(), 200);
    const line = change === null ? `DELETE /api/users/${id}` : `PUT /api/users/${id}`;
    assertEquals((await app.call(line, { as: "admin", body: change ?? undefined })).status, 200);
    assertEquals([change, await status()], [change, 401]);
    password = change?.password ?? password;
  }
  assertEquals((await signIn(app, "anna", password)).status, 401);
});

Deno.test("an inactive user cannot sign in", async () => {
  await using app = await testApp();
  await make(app, { is_active: false });
  assertEquals((await signIn(app, "anna", GOOD.password)).status, 401);
});

Deno.test("the last active admin stays: RESOURCE_IN_USE", async () => {
  await using app = await testApp();
  const admin = app.storage.access.userByName("admin");
  const attempts = [
    ["DELETE", undefined],
    ["PUT", { role: "engineer" }],
    ["PUT", { is_active: false }],
  ] as const;
  for (const [method, body] of attempts) {
    const answer = await app.call(`${method} /api/users/${admin?.id}`, { as: "admin", body });
    assertEquals([answer.status, answer.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  }
  await make(app, { role: "admin" });
  const demoted = await app.call(`PUT /api/users/${admin?.id}`, { as: "admin", body: { role: "engineer" } });
  assertEquals(demoted.status, 200);
  assertEquals((await app.call("GET /api/users", { as: "admin" })).status, 401);
});

const changePassword = (app: TestApp, body: Record<string, string>, headers?: Record<string, string>) =>
  app.call("POST /api/auth/password", headers === undefined ? { as: "viewer", body } : { headers, body });

Deno.test("everybody changes the own password, which ends the own sessions", async () => {
  await using app = await testApp();
  const other = cookieOf(await signIn(app, "viewer", PASSWORD));
  const wrong = await changePassword(app, { current_password: "wrong", new_password: FRESH });
  assertEquals([wrong.status, wrong.body.details.error_code], [403, "FORBIDDEN"]);
  const done = await changePassword(app, { current_password: PASSWORD, new_password: FRESH });
  assertEquals([done.status, cookieOf(done).cookie], [200, "andon_session="]);
  for (const call of [{ as: "viewer" as const }, { headers: other }]) {
    assertEquals((await app.call("GET /api/packages", call)).status, 401);
  }
  assertEquals((await signIn(app, "viewer", PASSWORD)).status, 401);
  assertEquals((await signIn(app, "viewer", FRESH)).status, 200);
  const { rows } = await app.storage.audit.list({ limit: 9, offset: 0 });
  const [entry] = rows.filter((row) => row.action === "updated");
  assertEquals([entry.who, entry.resource_type, (entry.after as { password: string }).password], [
    "viewer",
    "user",
    "changed",
  ]);
});

Deno.test("a new password is held to the limits, and an API key has none", async () => {
  await using app = await testApp();
  for (const new_password of ["p".repeat(11), "p".repeat(201), "p".repeat(12), "viewerviewer"]) {
    const refused = await changePassword(app, { current_password: PASSWORD, new_password });
    assertEquals([refused.status, pathsOf(refused)], [400, ["new_password"]]);
  }
  const bare = await changePassword(app, {});
  assertEquals(pathsOf(bare), ["current_password", "new_password"]);
  const draft = { name: "x", role: "admin" as const, is_active: true, expires_at: null };
  const { key } = await app.storage.access.apiKeys.issue(draft, { name: "test", role: "admin" });
  const body = { current_password: PASSWORD, new_password: FRESH };
  const byKey = await changePassword(app, body, { authorization: `Bearer ${key}` });
  assertEquals([byKey.status, byKey.body.details.error_code], [403, "FORBIDDEN"]);
});

Deno.test("wrong current passwords are slowed down by session, apart from guesses at the name", async () => {
  await using app = await testApp({ now: () => Date.UTC(2026, 0, 1) });
  const body = { current_password: "wrong", new_password: FRESH };
  for (let i = 0; i < 6; i++) await signIn(app, "viewer", "wrong");
  assertEquals((await signIn(app, "viewer", "wrong")).status, 429);
  for (let i = 0; i < 5; i++) assertEquals((await changePassword(app, body)).status, 403);
  const slowed = await changePassword(app, { ...body, current_password: PASSWORD });
  assertEquals([slowed.status, slowed.headers.get("retry-after")], [429, "1"]);
});
