import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONTACT_POINT_LIMITS } from "../../domain/contact_point/limits.ts";
import { freePort } from "../support/free_port.ts";
import { RECEIVER_CA, smtpReceiver } from "../support/smtp_receiver.ts";
import { pathsOf, type TestApp, testApp } from "./support.ts";

const CONFIG = {
  kind: "email",
  host: "127.0.0.1",
  port: 1,
  from: "andon@example.org",
  to: ["a@example.org"],
};
const USED = { ...CONFIG, user: "andon" };
const PASSWORD = "the-password-of-the-mailbox";
const HTTP = { kind: "http", url: "https://gateway.example.org/send", body: "" };

const make = (app: TestApp, body: Record<string, unknown> = {}) =>
  app.call("POST /api/contact-points", {
    as: "admin",
    body: { name: "Control room", config: CONFIG, ...body },
  });
const put = (app: TestApp, id: number, body: unknown) =>
  app.call(`PUT /api/contact-points/${id}`, { as: "admin", body });

Deno.test("a contact point is made, read, changed and deleted; its secrets are never shown or audited", async () => {
  await using app = await testApp();
  const made = await make(app, { config: USED, secrets: { password: PASSWORD } });
  const { id, created_at, ...rest } = made.body.data;
  assertEquals([made.status, rest], [201, {
    name: "Control room",
    description: "",
    kind: "email",
    fallback: false,
    max_per_minute: 60,
    heartbeat_minutes: null,
    config: { ...USED, tls: "starttls", from_name: "Andon", ca: null },
    receiver: "127.0.0.1:1",
    stored_secrets: ["password"],
    takes_addresses: true,
    delivery: null,
    last_test: null,
    created_by: "admin",
  }]);
  assert(Number.isFinite(Date.parse(created_at)));
  const got = await app.call(`GET /api/contact-points/${id}`, { as: "admin" });
  const body = { ...got.body.data, description: "For the night" };
  const changed = await put(app, id, body);
  assertEquals([changed.status, changed.body.data], [200, body]);
  assertEquals((await app.storage.contactPoints.opened(id)).secrets, { password: PASSWORD });
  const list = await app.call("GET /api/contact-points", { as: "admin" });
  assertEquals(list.body.data, [body]);
  assertEquals((await app.call(`DELETE /api/contact-points/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call(`GET /api/contact-points/${id}`, { as: "admin" })).status, 404);
  const audit = await app.call("GET /api/audit-log?limit=3", { as: "admin" });
  assertEquals(audit.body.data.map((entry: { action: string }) => entry.action), [
    "deleted",
    "updated",
    "created",
  ]);
  for (const answer of [made, got, changed, list, audit]) {
    assert(!answer.text.includes(PASSWORD) && !answer.text.includes("sealed"));
  }
});

Deno.test("engineers see what became of the last messages, viewers and operators do not", async () => {
  const seen: number[] = [];
  await using app = await testApp({
    notifier: {
      contactPointName: () => null,
      contactPointDelivery: (id) => {
        seen.push(id);
        return { accepted_at_ms: 0, failing_since_ms: 60_000, words: "550 no such mailbox", queued: 3 };
      },
      cannot: () => Promise.resolve(),
    },
  });
  const { id } = (await make(app)).body.data;
  for (const as of ["viewer", "operator"] as const) {
    assertEquals((await app.call("GET /api/contact-points", { as })).body.data[0].delivery, null);
  }
  for (const as of ["engineer", "admin"] as const) {
    assertEquals((await app.call("GET /api/contact-points", { as })).body.data[0].delivery, {
      last_accepted_at: "1970-01-01T00:00:00.000Z",
      failing_since: "1970-01-01T00:01:00.000Z",
      words: "550 no such mailbox",
      queued: 3,
    });
  }
  assertEquals(new Set(seen), new Set([id]));
});

Deno.test("viewers and operators see names and kinds, but neither settings nor words", async () => {
  await using app = await testApp();
  const { id } = (await make(app)).body.data;
  await app.call(`POST /api/contact-points/${id}/test`, { as: "admin" });
  for (const as of ["viewer", "operator"] as const) {
    const { data } = (await app.call(`GET /api/contact-points/${id}`, { as })).body;
    assertEquals([data.name, data.kind, data.takes_addresses], ["Control room", "email", true]);
    assertEquals([data.config, data.receiver, data.stored_secrets, data.last_test.words], [
      null,
      null,
      [],
      "",
    ]);
    assertEquals(data.last_test.passed, false);
  }
  const { data } = (await app.call(`GET /api/contact-points/${id}`, { as: "engineer" })).body;
  assertEquals([data.receiver, data.last_test.words === ""], ["127.0.0.1:1", false]);
});

Deno.test("a secret is never sent to another receiver than the one that it was entered for", async () => {
  await using app = await testApp();
  const { id } = (await make(app, { config: USED, secrets: { password: PASSWORD } })).body.data;
  const moved = await put(app, id, { config: { ...USED, host: "mail.example.org" } });
  assertEquals([moved.status, pathsOf(moved)], [400, ["secrets.password"]]);
  const test = (config: unknown) =>
    app.call("POST /api/contact-points/test", { as: "admin", body: { id, config } });
  const elsewhere = await test({ ...USED, port: 2 });
  assertEquals([elsewhere.status, pathsOf(elsewhere)], [400, ["secrets.password"]]);
  assertEquals((await test(USED)).status, 200);
  assertEquals((await put(app, id, { config: { ...USED, from: "other@example.org" } })).status, 200);
  const kind = await put(app, id, { config: { kind: "mqtt", host: "127.0.0.1", port: 1, topic: "a" } });
  assertEquals([kind.status, kind.body.data.stored_secrets], [200, []]);
});

Deno.test("each kind needs its secrets, takes no others, and says what is wrong with them", async () => {
  await using app = await testApp();
  const whsec = (bytes: number) => `whsec_${btoa("s".repeat(bytes))}`;
  const hook = { kind: "webhook", url: "https://hooks.example.org/" };
  const cases: [string | null, Record<string, unknown>][] = [
    ["secrets.password", { config: USED }],
    ["secrets.token", { config: CONFIG, secrets: { token: "t" } }],
    ["secrets.secret", { config: hook }],
    ["secrets.secret", { config: hook, secrets: { secret: "plain" } }],
    ["secrets.secret", { config: hook, secrets: { secret: whsec(23) } }],
    [null, { config: hook, secrets: { secret: whsec(24) } }],
    [null, { config: hook, secrets: { secret: whsec(64), second_secret: whsec(24) } }],
    ["secrets.secret", { config: hook, secrets: { secret: whsec(65) } }],
    ["secrets.url", { config: { kind: "teams" } }],
    ["secrets.url", { config: { kind: "slack" }, secrets: { url: "not an address" } }],
    [null, { config: { kind: "slack" }, secrets: { url: "https://hooks.example.org/1" } }],
    ["secrets.token", { config: { ...HTTP, url: "https://gateway.example.org/{secret.token}" } }],
    ["secrets.token", { config: { ...HTTP, body: '"{secret.token}"' }, secrets: { token: "größe" } }],
    [null, { config: { ...HTTP, body: '"{secret.token}"' }, secrets: { token: "t" } }],
  ];
  for (const [i, [path, body]] of cases.entries()) {
    const answer = await make(app, { name: `Number ${i}`, ...body });
    const expected = path === null ? [201, undefined] : [400, path];
    assertEquals([i, answer.status, answer.body.details?.issues?.[0]?.path], [i, ...expected]);
  }
});

Deno.test("settings that would leak, mislead or break are refused by their path", async () => {
  await using app = await testApp();
  const mqtt = { kind: "mqtt", host: "127.0.0.1", topic: "a" };
  const cases: [string, unknown][] = [
    ["config.kind", { kind: "fax" }],
    ["config.host", { ...CONFIG, host: "https://mail.example.org" }],
    ["config.host", { ...CONFIG, host: "a b" }],
    ["config.from", { ...CONFIG, from: "Andon <andon@example.org>" }],
    ["config.from", { ...CONFIG, from: "a@example.org\r\nBcc: b@example.org" }],
    ["config.to.0", { ...CONFIG, to: ["a@example.org,b@example.org"] }],
    ["config.from_name", { ...CONFIG, from_name: "Andon\nBcc: b@example.org" }],
    ["config.user", { ...USED, tls: "none" }],
    ["config.user", { ...mqtt, tls: false, user: "u" }],
    ["config.url", { ...HTTP, url: "https://{title}.example.org/" }],
    ["config.url", { ...HTTP, url: "https://{severity}.example.org/" }],
    ["config.url", { ...HTTP, url: "https://example.org:80{secret.port}/" }],
    ["config.url", { ...HTTP, url: "https://a:b@example.org/" }],
    ["config.url", { ...HTTP, url: "{secret.url}" }],
    ["config.url", { ...HTTP, url: "ftp://example.org/" }],
    ["config.url", { ...HTTP, url: "https://example.org/{titel}" }],
    ["config.headers.0.name", { ...HTTP, headers: [{ name: "Host", value: "a" }] }],
    ["config.headers.0.name", { ...HTTP, headers: [{ name: "A B", value: "a" }] }],
    ["config.headers.0.value", { ...HTTP, headers: [{ name: "A", value: "a\r\nB: c" }] }],
    ["config.body", { ...HTTP, body: '{"a":{title}}' }],
    ["config.body", { ...HTTP, body: '"{status:firing=trigger}"' }],
    ["config.body", { ...HTTP, body: '"{title:a=b}"' }],
    ["config.body", { ...HTTP, method: "GET", body: '"{title}"' }],
    ["config.topic", { ...mqtt, topic: "plant/#" }],
    ["config.topic", { ...mqtt, topic: "plant/+/a" }],
    ["config.topic", { ...mqtt, topic: "$SYS/a" }],
    ["config.topic", { ...mqtt, topic: "plant/{text}" }],
    ["config.topic", { ...mqtt, topic: "plant/{secret.a}" }],
    ["config.extra", { kind: "teams", extra: 1 }],
  ];
  for (const [path, config] of cases) {
    const answer = await make(app, { config });
    assertEquals([config, answer.status, [...new Set(pathsOf(answer))]], [config, 400, [path]]);
  }
  assertEquals(app.storage.contactPoints.list(), []);
});

Deno.test("one contact point at most is the fallback: a new one takes the mark, also at once", async () => {
  await using app = await testApp();
  const made = await Promise.all(
    Array.from({ length: 5 }, (_, i) => make(app, { name: `Number ${i}`, fallback: true })),
  );
  assertEquals(made.map(({ status }) => status), Array(5).fill(201));
  const marked = () =>
    app.storage.contactPoints.list().filter(({ fallback }) => fallback).map(({ id }) => id);
  assertEquals(marked().length, 1);
  const other = made.map(({ body }) => body.data.id).find((id) => id !== marked()[0]);
  await put(app, other, { fallback: true });
  assertEquals(marked(), [other]);
  await put(app, other, { fallback: false });
  assertEquals(marked(), []);
});

Deno.test("somebody is called only once the fallback has passed its test with its present settings", async () => {
  await using app = await testApp();
  await using receiver = await smtpReceiver();
  const state = async () => (await app.call("GET /api/contact-points/fallback", { as: "viewer" })).body.data;
  assertEquals(await state(), {
    nobody_is_called: true,
    failing_since: null,
    contact_point: null,
    tested_at: null,
  });
  const config = { ...CONFIG, port: receiver.port, tls: "none" };
  const { id } = (await make(app, { config, fallback: true })).body.data;
  assertEquals((await state()).nobody_is_called, true);
  const test = () => app.call(`POST /api/contact-points/${id}/test`, { as: "admin" });
  const { data } = (await test()).body;
  assertEquals([data.passed, data.outcome, data.status, data.words], [
    true,
    "accepted",
    250,
    "250 2.0.0 Ok: queued as 1",
  ]);
  assertEquals(await state(), {
    nobody_is_called: false,
    failing_since: null,
    contact_point: { id, name: "Control room" },
    tested_at: data.at,
  });
  await put(app, id, { description: "Still the same receiver" });
  assertEquals((await state()).nobody_is_called, false);
  await put(app, id, { config: { ...config, to: ["b@example.org"] } });
  assertEquals((await state()).nobody_is_called, true);
  await test();
  assertEquals((await state()).nobody_is_called, false);
  await put(app, id, { config: { ...config, port: freePort() } });
  const failed = (await test()).body;
  assertEquals([failed.success, failed.data.passed, failed.data.outcome], [true, false, "retry"]);
  assertMatch(failed.data.words, /refused/i);
  assertEquals((await state()).nobody_is_called, true);
});

Deno.test("a test counts for a contact point that is then stored with exactly what was tested, and for no other", async () => {
  await using app = await testApp();
  await using receiver = await smtpReceiver({
    onAuth: (_auth, _session, done) => done(null, { user: "andon" }),
  });
  const config = { ...CONFIG, port: receiver.port, tls: "starttls", ca: RECEIVER_CA, user: "andon" };
  const secrets = { password: "a password" };
  const test = async (body: Record<string, unknown>) =>
    (await app.call("POST /api/contact-points/test", { as: "admin", body })).body.data;
  const state = async () => (await app.call("GET /api/contact-points/fallback", { as: "viewer" })).body.data;
  const tested = await test({ config, secrets });
  assertEquals(tested.passed, true, tested.words);
  const other = (await make(app, { name: "Other", config, secrets: { password: "another one" } })).body.data;
  const changed = { ...config, to: ["b@example.org"] };
  const third = (await make(app, { name: "Third", config: changed, secrets })).body.data;
  assertEquals([other.last_test, third.last_test], [null, null]);
  const { id, last_test } = (await make(app, { config, secrets, fallback: true })).body.data;
  assertEquals([last_test, (await state()).nobody_is_called], [tested, false]);

  const untested = (await put(app, id, { config: changed })).body.data;
  assertEquals([untested.last_test, (await state()).nobody_is_called], [null, true]);
  const again = { ...config, to: ["c@example.org"] };
  assertEquals((await test({ id, config: again })).passed, true);
  assertEquals((await put(app, id, { config: again })).body.data.last_test.passed, true);
  assertEquals((await test({ id, config: changed, to: "anna@example.org" })).passed, true);
  assertEquals((await put(app, id, { config: changed })).body.data.last_test, null);
});

Deno.test("a test of unsaved settings sends for real and is not stored; one to a person is not kept", async () => {
  await using app = await testApp();
  await using receiver = await smtpReceiver();
  const config = { ...CONFIG, port: receiver.port, tls: "none" };
  const unsaved = await app.call("POST /api/contact-points/test", { as: "admin", body: { config } });
  assertEquals([unsaved.status, unsaved.body.data.passed], [200, true]);
  const { id } = (await make(app, { config: { ...config, to: ["b@example.org"] } })).body.data;
  const to = "anna@example.org";
  const person = await app.call(`POST /api/contact-points/${id}/test`, { as: "admin", body: { to } });
  assertEquals([person.status, person.body.data.passed], [200, true]);
  assertEquals(app.storage.contactPoints.get(id)?.last_test, null);
  assertEquals(receiver.mails.map((mail) => mail.to), [["a@example.org"], [to]]);
  assertEquals(receiver.mails.map(({ mail }) => mail.subject), ["Test from Andon", "Test from Andon"]);
  const nobody = await app.call("POST /api/contact-points/test", {
    as: "admin",
    body: { config: { ...config, to: [] } },
  });
  assertEquals([nobody.status, pathsOf(nobody)], [400, ["to"]]);
  const body = { config: { kind: "slack" }, secrets: { url: "https://hooks.example.org/" }, to };
  assertEquals(pathsOf(await app.call("POST /api/contact-points/test", { as: "admin", body })), ["to"]);
});

Deno.test("there are 100 contact points at most, also when they are made at once", async () => {
  await using app = await testApp();
  await make(app);
  assertEquals(pathsOf(await make(app, { name: "CONTROL ROOM" })), ["name"]);
  const { points } = CONTACT_POINT_LIMITS;
  for (let i = 1; i < points - 4; i++) assertEquals((await make(app, { name: `Number ${i}` })).status, 201);
  const last = await Promise.all(Array.from({ length: 8 }, (_, i) => make(app, { name: `Last ${i}` })));
  assertEquals(last.filter(({ status }) => status === 201).length, 4);
  assertEquals(app.storage.contactPoints.list().length, points);
  assertMatch(last.find(({ status }) => status === 400)?.body.error, /100 contact points exist already/);
});

Deno.test("a contact point has 10 secrets at most, with those that are stored", async () => {
  await using app = await testApp();
  const secrets = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`s${from + i}`, "x"]));
  const { id } = (await make(app, { config: HTTP, secrets: secrets(0, 6) })).body.data;
  assertEquals(pathsOf(await put(app, id, { secrets: secrets(6, 11) })), ["secrets"]);
  assertEquals((await put(app, id, { secrets: secrets(6, 10) })).body.data.stored_secrets.length, 10);
  assertEquals((await put(app, id, { secrets: { s0: null } })).body.data.stored_secrets.length, 9);
});

Deno.test("a contact point that a policy calls is not deleted", async () => {
  await using app = await testApp();
  const { id } = (await make(app)).body.data;
  const steps = [{ after_minutes: 0, to: [{ kind: "contact_point", id }] }];
  const body = { name: "Night shift", match: {}, steps };
  const policy = await app.call("POST /api/notification-policies", { as: "engineer", body });
  assertEquals(policy.status, 201);
  const remove = () => app.call(`DELETE /api/contact-points/${id}`, { as: "admin" });
  const refused = await remove();
  assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  assertEquals(refused.body.details.used_by[0].name, "Night shift");
  await app.call(`DELETE /api/notification-policies/${policy.body.data.id}`, { as: "engineer" });
  assertEquals((await remove()).status, 200);
});
