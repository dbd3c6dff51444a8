import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { storedEvents } from "../support/stored_events.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { pathsOf, type TestApp, testApp } from "./support.ts";

interface Scene extends AsyncDisposable {
  app: TestApp;
  harness: ShardHarness;
  clock: { ms: number };
}

const as = "operator";

/** Two events of one key, the older one closed, and one of another key; real actors, no source. */
async function scene(): Promise<Scene> {
  const clock = { ms: Date.UTC(2026, 0, 31, 8, 15, 2, 123) };
  let harness: ShardHarness | undefined;
  const app = await testApp({
    now: () => harness?.now() ?? clock.ms,
    instance: (id) => harness!.instance(id),
  });
  const own = { instance_id: 3, rule_id: "high" };
  const closed = { is_active: false, end_time: "2026-01-31T07:10:00.000Z" };
  const events: EventRecord[] = [
    eventRecord({ id: 1, ...own, ...closed, start_time: "2026-01-31T07:00:00.000Z" }),
    eventRecord({ id: 2, ...own, start_time: "2026-01-31T08:00:00.000Z" }),
    eventRecord({ id: 3, instance_id: 4, rule_id: "high", start_time: "2026-01-31T08:01:00.000Z" }),
  ];
  for (const event of events) await app.storage.store.commit(storedEvents(event), 1);
  const running = harness = await createShardHarness(app.storage, clock);
  return {
    app,
    harness: running,
    clock,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function idsOf(app: TestApp, path: string): Promise<number[]> {
  const { status, body } = await app.call(`GET ${path}`, { as: "viewer" });
  assertEquals(status, 200, JSON.stringify(body));
  if (body.pagination !== undefined) assertEquals(body.pagination.total, body.data.length);
  return body.data.map((event: EventRecord) => event.id);
}

Deno.test("the list of shelves says who shelved what, until when and why, and ends with the shelving", async () => {
  await using on = await scene();
  const { app, harness } = on;
  const list = async () => (await app.call("GET /api/shelves", { as: "viewer" })).body.data;
  assertEquals(await list(), []);
  const at = harness.now();
  const body = { minutes: 30, reason: "Pump is in service" };
  assertEquals((await app.call("POST /api/rule-events/1/shelve", { as, body })).status, 200);
  const [shelf, ...others] = await list();
  const { event, ...facts } = shelf;
  assertEquals([others, facts], [[], {
    instance_id: 3,
    rule_id: "high",
    shelved_at: new Date(at).toISOString(),
    shelved_by: "operator",
    until: new Date(at + 1_800_000).toISOString(),
    reason: "Pump is in service",
  }]);
  assertEquals(event.id, 2, "the active event of the key, not the one through which it was shelved");
  assertEquals((await app.call("POST /api/rule-events/3/shelve", { as, body })).status, 200);
  assertEquals((await app.call(`POST /api/rule-events/${event.id}/unshelve`, { as })).status, 200);
  assertEquals((await list()).map((row: { event: EventRecord }) => row.event.id), [3]);
  await harness.advance(1_800_001);
  assertEquals(await list(), [], "a shelving that has ended is not listed");
});

Deno.test("an event is acknowledged once, active or closed", async () => {
  await using on = await scene();
  const { app, harness } = on;
  for (const id of [1, 2]) {
    const first = await app.call(`POST /api/rule-events/${id}/acknowledge`, { as });
    assertEquals(first.status, 200, first.text);
    assertEquals([first.body.data.acknowledged_by, first.body.data.acknowledged_at], [
      ...["operator", new Date(harness.now()).toISOString()],
    ]);
    assert(typeof first.body.message === "string");
    await harness.advance(5_000);
    const count = (await app.call("GET /api/audit-log?limit=1", { as: "admin" })).body.pagination.total;
    const second = await app.call(`POST /api/rule-events/${id}/acknowledge`, { as: "engineer" });
    assertEquals([second.status, second.body.data], [200, first.body.data]);
    const audit = (await app.call("GET /api/audit-log?limit=1", { as: "admin" })).body;
    assertEquals([audit.pagination.total, audit.data[0].action, audit.data[0].who], [
      ...[count, "acknowledged", "operator"],
    ]);
    const { data } = (await app.call(`GET /api/rule-events/${id}`, { as })).body;
    assertEquals(data, first.body.data);
  }
  for (const path of ["/api/rule-events", "/api/rule-events/history"]) {
    assertEquals(await idsOf(app, `${path}?acknowledged=true`), [2, 1]);
    assertEquals(await idsOf(app, `${path}?acknowledged=false`), [3]);
  }
  assertEquals(await idsOf(app, "/api/rule-events/active?acknowledged=true"), [2]);
  assertEquals(await idsOf(app, "/api/rule-events/active?acknowledged=false"), [3]);
  const wrong = await app.call("GET /api/rule-events/active?acknowledged=yes&shelved=1", { as });
  assertEquals([wrong.status, pathsOf(wrong)], [400, ["acknowledged", "shelved"]]);
});

Deno.test("shelving by any event of a key shelves the key", async () => {
  await using on = await scene();
  const { app, harness } = on;
  const body = { minutes: 1440, reason: "Cleaning" };
  const { status, body: shelved } = await app.call("POST /api/rule-events/1/shelve", { as, body });
  const until = new Date(harness.now() + 86_400_000).toISOString();
  assertEquals([status, shelved.data.id, shelved.data.shelved_until, shelved.data.shelve_reason], [
    ...[200, 1, until, "Cleaning"],
  ]);
  const two = (await app.call("GET /api/rule-events/2", { as })).body.data;
  assertEquals([two.shelved_until, two.shelve_reason], [until, "Cleaning"]);
  for (const path of ["/api/rule-events", "/api/rule-events/history"]) {
    assertEquals(await idsOf(app, `${path}?shelved=true`), [2, 1]);
    assertEquals(await idsOf(app, `${path}?shelved=false`), [3]);
    assertEquals(await idsOf(app, `${path}?shelved=true&is_active=false`), [1]);
  }
  assertEquals(await idsOf(app, "/api/rule-events/active?shelved=true"), [2]);
  assertEquals(await idsOf(app, "/api/rule-events/active?shelved=false"), [3]);
  const unshelved = await app.call("POST /api/rule-events/2/unshelve", { as });
  assertEquals([unshelved.body.data.shelved_until, unshelved.body.data.shelve_reason], [null, null]);
  assertEquals(await idsOf(app, "/api/rule-events?shelved=true"), []);
  assertEquals(await idsOf(app, "/api/rule-events?shelved=false"), [3, 2, 1]);
  const again = await app.call("POST /api/rule-events/2/unshelve", { as });
  assertEquals([again.status, again.body.data], [200, unshelved.body.data]);
});

Deno.test("a shelved event that was read can be written back", async () => {
  await using on = await scene();
  await on.app.call("POST /api/rule-events/2/shelve", { as, body: { minutes: 1, reason: "Test" } });
  const { data } = (await on.app.call("GET /api/rule-events/2", { as })).body;
  const written = await on.app.call("PUT /api/rule-events/2", { as, body: { ...data, note: "Seen" } });
  assertEquals(
    [written.status, written.body.data],
    [200, { ...data, note: "Seen", comment_count: 1 }],
    written.text,
  );
});

Deno.test("shelving takes 1 to 1440 minutes and a reason", async () => {
  await using on = await scene();
  const shelve = async (body: unknown) => {
    const answer = await on.app.call("POST /api/rule-events/2/shelve", { as, body });
    return [answer.status, pathsOf(answer)];
  };
  const reason = "r".repeat(2_000);
  assertEquals(await shelve({ minutes: 1, reason }), [200, []]);
  assertEquals(await shelve({ minutes: 1440, reason: "x" }), [200, []]);
  assertEquals(await shelve({ minutes: 0, reason: " " }), [400, ["minutes", "reason"]]);
  assertEquals(await shelve({ minutes: 1441, reason: `${reason}r` }), [400, ["minutes", "reason"]]);
  assertEquals(await shelve({ minutes: 1.5, reason: "x", by: "me" }), [400, ["by", "minutes"]]);
  assertEquals(await shelve({}), [400, ["minutes", "reason"]]);
});

Deno.test("shelving needs an existing event and more than the role viewer", async () => {
  await using on = await scene();
  for (const verb of ["acknowledge", "shelve", "unshelve"]) {
    for (const id of ["99", "x", "0"]) {
      assertEquals((await on.app.call(`POST /api/rule-events/${id}/${verb}`, { as, body: {} })).status, 404);
    }
    const viewer = await on.app.call(`POST /api/rule-events/2/${verb}`, { as: "viewer" });
    assertEquals([viewer.status, viewer.body.details.role_needed], [403, "operator"]);
  }
});

Deno.test("the wall leaves shelved keys out and counts them, until the minute they end", async () => {
  await using on = await scene();
  const { app, harness } = on;
  const wall = async () => (await app.call("GET /api/event-wall-data?hours=2", { as: "viewer" })).body.data;
  assertEquals([(await wall()).total, (await wall()).shelved], [3, 0]);
  await app.call("POST /api/rule-events/2/shelve", { as, body: { minutes: 1, reason: "Test" } });
  const { total, shelved, groups } = await wall();
  assertEquals([total, shelved, groups.length, groups[0].events.map((event: EventRecord) => event.id)], [
    ...[1, 2, 1, [3]],
  ]);
  await harness.advance(59_999);
  assertEquals((await wall()).shelved, 2);
  await harness.advance(1);
  assertEquals([(await wall()).total, (await wall()).shelved], [3, 0]);
});
