import { assert, assertEquals, assertMatch } from "@std/assert";
import { HEARTBEAT_LIMITS } from "../../domain/heartbeat/limits.ts";
import { heartbeatSchema } from "../../domain/heartbeat/schema.ts";
import { type Json, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const NOW = Date.parse("2026-01-31T08:00:00.000Z");
const given = { name: "nightly-backup", deadline_seconds: 3_600 };

interface Scene extends AsyncDisposable {
  app: TestApp;
  clock: { now: number };
}

async function scene(): Promise<Scene> {
  const clock = { now: NOW };
  const app = await testApp({ now: () => clock.now });
  return { app, clock, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const create = (app: TestApp, body: Json = given) =>
  app.call("POST /api/heartbeats", { as: "engineer", body });
const iso = (ms: number) => new Date(ms).toISOString();

Deno.test("a heartbeat is created, read by everybody without its address, changed, deleted, and audited", async () => {
  await using on = await scene();
  const { app } = on;
  const made = await create(app);
  const { token, path, ...shown } = made.body.data;
  assertEquals(made.status, 201);
  assertMatch(token, /^[\w-]{22}$/);
  assertEquals(path, `/api/heartbeats/nightly-backup?token=${token}`);
  assertEquals(shown, {
    ...given,
    description: "",
    severity: "error",
    counts_from_creation: false,
    created_at: iso(NOW),
    created_by: "engineer",
    state: "waiting",
    last_beat_at: null,
    due_at: null,
    missed_since: null,
  });
  assertEquals((await app.call("GET /api/heartbeats", { as: "viewer" })).body.data, [shown]);
  const one = "/api/heartbeats/nightly-backup";
  assertEquals((await app.call(`GET ${one}`, { as: "viewer" })).body.data, shown);
  assertEquals((await create(app)).body.details.issues[0].path, "name");
  const same = await app.call(`PUT ${one}`, { as: "engineer", body: shown });
  assertEquals([same.status, same.body.data], [200, shown]);
  const changed = await app.call(`PUT ${one}`, { as: "engineer", body: { deadline_seconds: 60 } });
  assertEquals(changed.body.data.deadline_seconds, 60);
  assertEquals((await app.call(`DELETE ${one}`, { as: "engineer" })).status, 200);
  assertEquals((await app.call(`GET ${one}`, { as: "viewer" })).status, 404);
  const audit = await app.call("GET /api/audit-log?resource_type=heartbeat", { as: "admin" });
  assertEquals(audit.body.data.map(({ action }: Json) => action), [
    "deleted",
    "updated",
    "updated",
    "created",
  ]);
  assert(!audit.text.includes(token) && !audit.text.includes("token_hash"), audit.text);
});

Deno.test("operators define no heartbeats", async () => {
  await using on = await scene();
  assertEquals((await on.app.call("POST /api/heartbeats", { as: "operator", body: given })).status, 403);
});

Deno.test("a beat needs nothing but the address: no session, no body, no JSON", async () => {
  await using on = await scene();
  const { app, clock } = on;
  const { path, token } = (await create(app)).body.data;
  clock.now += 1_000;
  const beat = await app.call(`POST ${path}`);
  assertEquals([beat.status, beat.body.data], [200, {
    name: "nightly-backup",
    received_at: iso(clock.now),
    due_at: iso(clock.now + 3_600_000),
  }]);
  const headers = { authorization: `Bearer ${token}` };
  assertEquals(
    (await app.call("POST /api/heartbeats/nightly-backup", { headers, body: "no json" })).status,
    200,
  );
  const { data } = (await app.call("GET /api/heartbeats/nightly-backup", { as: "viewer" })).body;
  assertEquals([data.state, data.last_beat_at, data.due_at], [
    "on_time",
    iso(clock.now),
    iso(clock.now + 3_600_000),
  ]);
});

Deno.test("without the token, with another's, and after it was renewed there is no heartbeat", async () => {
  await using on = await scene();
  const { app } = on;
  const { token, path } = (await create(app)).body.data;
  const other = (await create(app, { ...given, name: "other" })).body.data;
  const wrong = [
    "POST /api/heartbeats/nightly-backup",
    `POST /api/heartbeats/nightly-backup?token=${other.token}`,
    `POST /api/heartbeats/unknown?token=${token}`,
  ];
  for (const line of wrong) {
    assertEquals((await app.call(line, { as: "admin" })).status, 404, line);
  }
  const renewed = await app.call("POST /api/heartbeats/nightly-backup/address", { as: "engineer" });
  assertEquals((await app.call(`POST ${path}`)).status, 404);
  assertEquals((await app.call(`POST ${renewed.body.data.path}`)).status, 200);
});

Deno.test("a heartbeat's token is stored hashed", async () => {
  await using on = await scene();
  const { token } = (await create(on.app)).body.data;
  const stored = JSON.stringify(await on.app.storage.store.list({ prefix: ["heartbeat"] }));
  assert(stored.includes("token_hash") && !stored.includes(token), stored);
});

Deno.test("there are 100 heartbeats at most", async () => {
  await using on = await scene();
  const { storage } = on.app;
  const make = (n: number) =>
    storage.heartbeats.create(heartbeatSchema.parse({ ...given, name: `h${n}` }), BY);
  for (let n = 1; n < HEARTBEAT_LIMITS.heartbeats; n++) await make(n);
  assertEquals((await create(on.app)).status, 201);
  const refused = await create(on.app, { ...given, name: "one-too-many" });
  assertEquals(refused.status, 400);
  assertMatch(refused.body.error, /100 heartbeats exist already/);
});

Deno.test("30 beats a minute of one heartbeat are taken", async () => {
  await using on = await scene();
  const { app, clock } = on;
  const { path } = (await create(app)).body.data;
  const other = (await create(app, { ...given, name: "other" })).body.data;
  for (let beats = 0; beats < HEARTBEAT_LIMITS.beatsPerMinute; beats++) {
    assertEquals((await app.call(`POST ${path}`)).status, 200);
  }
  clock.now += 20_000;
  const refused = await app.call(`POST ${path}`);
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "40"]);
  assertEquals((await app.call(`POST ${other.path}`)).status, 200);
  clock.now += 40_000;
  assertEquals((await app.call(`POST ${path}`)).status, 200);
});

Deno.test("a beat's body of 4 KiB is ignored", async () => {
  await using on = await scene();
  const { path } = (await create(on.app)).body.data;
  const stream = (bytes: number) => new Blob(["x".repeat(bytes)]).stream();
  for (const [bytes, status] of [[4_096, 200], [4_097, 413]]) {
    assertEquals((await on.app.call(`POST ${path}`, { body: "x".repeat(bytes) })).status, status);
    assertEquals((await on.app.call(`POST ${path}`, { body: stream(bytes) })).status, status);
  }
});

Deno.test("the status names contact points that send the heartbeat, and the words to engineers only", async () => {
  await using on = await scene();
  const { app } = on;
  const config = { kind: "http", url: "https://127.0.0.1:1/" };
  const point = (body: Json) =>
    app.call("POST /api/contact-points", { as: "admin", body: { config, ...body } });
  const { id } = (await point({ name: "Watch", heartbeat_minutes: 60 })).body.data;
  await point({ name: "Chat" });
  for (const heartbeat_minutes of [0, 61]) {
    assertEquals((await point({ name: "Wrong", heartbeat_minutes })).status, 400);
  }
  await app.storage.heartbeats.keepSent({
    ...{ v: 1, contact_point_id: id, minute_ms: NOW, taken_minute_ms: null, taken_at_ms: null, failures: 2 },
    result: { outcome: "retry", status: 503, words: "busy", latency_ms: 3 },
  });
  const status = async (as: "viewer" | "engineer") =>
    (await app.call("GET /api/heartbeat-status", { as })).body.data.contact_points;
  const answer = { at: iso(NOW), outcome: "retry", status: 503, words: "busy", latency_ms: 3 };
  const shown = {
    id,
    name: "Watch",
    heartbeat_minutes: 60,
    taken_at: null,
    failures: 2,
    last_answer: answer,
  };
  assertEquals(await status("engineer"), [shown]);
  assertEquals(await status("viewer"), [{ ...shown, last_answer: { ...answer, words: "" } }]);
});
