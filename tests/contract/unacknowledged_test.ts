import { assert, assertEquals } from "@std/assert";
import { clearedRecord } from "../../domain/event/raise.ts";
import { retractedRecord } from "../../domain/event/revise.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { forgetEvent } from "../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../support/stored_events.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, type TestApp, testApp } from "./support.ts";

const NOW = Date.UTC(2026, 0, 31, 8, 15);
const as = "operator";

interface Scene extends AsyncDisposable {
  app: TestApp;
  harness: ShardHarness;
}

/** Real actors over a store that first started at NOW. */
async function scene(): Promise<Scene> {
  const clock = { ms: NOW };
  let harness: ShardHarness | undefined;
  const app = await testApp({
    now: () => harness?.now() ?? clock.ms,
    instance: (id) => harness!.instance(id),
  });
  const running = harness = await createShardHarness(app.storage, clock);
  return {
    app,
    harness: running,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

function activeEvent(id: number, change: Partial<EventRecord> = {}): EventRecord {
  return eventRecord({ id, instance_id: id, start_time: "2026-01-31T08:00:00.000Z", ...change });
}

/** The event returns to normal at a time. */
function cleared(event: EventRecord, atMs: number): EventRecord {
  return clearedRecord(event, { endAt: ticksFromMs(atMs), closedAt: ticksFromMs(atMs) });
}

async function open({ app }: Scene, ...events: EventRecord[]): Promise<void> {
  for (const event of events) await app.storage.store.commit(storedEvents(event), 1);
}

async function close(on: Scene, event: EventRecord, atMs = on.harness.now() + 1): Promise<EventRecord> {
  await open(on, event);
  const after = cleared(event, atMs);
  await on.app.storage.store.commit(changedEvent(event, after), 1);
  return after;
}

async function wall({ app }: Scene, query = ""): Promise<Json> {
  const { status, body, text } = await app.call(`GET /api/event-wall-data${query}`, { as: "viewer" });
  assertEquals(status, 200, text);
  return body.data;
}

async function waiting(on: Scene): Promise<number[]> {
  return (await wall(on)).unacknowledged.map(({ id }: EventRecord) => id);
}

Deno.test("an event that returned to normal stays unacknowledged on every wall until somebody acknowledges it", async () => {
  await using on = await scene();
  await close(on, activeEvent(1), NOW + 1_000);
  await close(on, activeEvent(2), NOW + 2_000);
  for (const query of ["", "?layout=category", "?layout=timeline", "?hours=0.001"]) {
    const { unacknowledged, unacknowledged_left_until } = await wall(on, query);
    assertEquals([unacknowledged.map(({ id }: EventRecord) => id), unacknowledged_left_until], [
      [2, 1],
      null,
    ]);
  }
  const answer = await on.app.call("POST /api/rule-events/2/acknowledge", { as });
  assertEquals(answer.status, 200, answer.text);
  assertEquals(await waiting(on), [1]);
});

Deno.test("only events that cleared by their condition wait, none backfilled, retracted, deleted or acknowledged", async () => {
  await using on = await scene();
  const { store } = on.app.storage;
  await close(on, activeEvent(1, { flags: ["backfilled"] }));
  const found = await close(on, activeEvent(2));
  assertEquals(await waiting(on), [2]);
  await store.commit(changedEvent(found, retractedRecord(found)), 1);
  const acknowledged_at = "2026-01-31T08:10:00.000Z";
  await close(on, activeEvent(3, { acknowledged_at, acknowledged_by: "anna" }));
  const deleted = await close(on, activeEvent(4));
  await store.commit(forgetEvent(deleted), 1);
  await open(on, activeEvent(5), cleared(activeEvent(6), NOW + 1_000));
  const closed = await on.app.call("POST /api/rule-events/5/close", { as });
  assertEquals(closed.status, 200, closed.text);
  assertEquals(await waiting(on), [6], "an event that a correction found is written closed");
});

Deno.test("an event of a shelved rule and instance waits until the shelf ends", async () => {
  await using on = await scene();
  await close(on, activeEvent(1));
  const shelved = await on.app.call("POST /api/rule-events/1/shelve", {
    as,
    body: { minutes: 1, reason: "Pump is being replaced" },
  });
  assertEquals(shelved.status, 200, shelved.text);
  assertEquals(await waiting(on), []);
  await on.harness.advance(60_001);
  assertEquals(await waiting(on), [1]);
});

Deno.test("events that cleared before the setting was switched on do not wait, to the millisecond", async () => {
  await using on = await scene();
  await close(on, activeEvent(1), NOW - 1);
  await close(on, activeEvent(2), NOW);
  assertEquals(await waiting(on), [2]);
});

Deno.test("switched off, nothing waits and a close writes no key; switched on, what clears from then on waits", async () => {
  await using on = await scene();
  const { app } = on;
  const count = async () => (await app.storage.store.list({ prefix: ["event_unacknowledged"] })).length;
  const settings = async () => (await app.call("GET /api/plant-settings", { as: "viewer" })).body.data;
  const save = (keep_unacknowledged: boolean) =>
    app.call("PUT /api/plant-settings", { as: "admin", body: { keep_unacknowledged } });
  assertEquals(await settings(), {
    keep_unacknowledged: true,
    keep_unacknowledged_since: new Date(NOW).toISOString(),
    notification_mail_domains: [],
    working_hours: [],
    holidays: [],
  });
  await close(on, activeEvent(1));
  assertEquals(await count(), 1);

  const off = await save(false);
  assertEquals([off.status, off.body.data], [200, {
    keep_unacknowledged: false,
    keep_unacknowledged_since: null,
    notification_mail_domains: [],
    working_hours: [],
    holidays: [],
  }]);
  await close(on, activeEvent(2));
  assertEquals([await waiting(on), await count()], [[], 1]);

  await on.harness.advance(5_000);
  const onAgain = await save(true);
  const since = new Date(on.harness.now()).toISOString();
  assertEquals(onAgain.body.data, {
    keep_unacknowledged: true,
    keep_unacknowledged_since: since,
    notification_mail_domains: [],
    working_hours: [],
    holidays: [],
  });
  await close(on, activeEvent(3));
  assertEquals(await waiting(on), [3]);

  const same = await save(true);
  assertEquals(same.body.data.keep_unacknowledged_since, since, "a repetition changes nothing");
  const audit =
    (await app.call("GET /api/audit-log?resource_type=plant_settings", { as: "admin" })).body.data;
  assertEquals(audit.map((entry: Json) => [entry.action, entry.after.keep_unacknowledged]), [
    ["updated", true],
    ["updated", false],
  ]);
  const frames = (await app.storage.pushLog.newest(100)).flatMap(({ frames }) => frames ?? []);
  const changed = frames.filter(({ data }) => JSON.stringify(data).includes("plant_settings"));
  assertEquals(changed.length, 2);
});

Deno.test("the plant's settings are read by viewers and changed by admins", async () => {
  await using on = await scene();
  const body = { keep_unacknowledged: false };
  const refused = await on.app.call("PUT /api/plant-settings", { as: "engineer", body });
  assertEquals(refused.status, 403);
  const wrong = await on.app.call("PUT /api/plant-settings", {
    as: "admin",
    body: { keep_unacknowledged: 1 },
  });
  assertEquals(wrong.status, 400);
  const unknown = await on.app.call("PUT /api/plant-settings", { as: "admin", body: { keep: true } });
  assertEquals(unknown.status, 400);
  const since = new Date(0).toISOString();
  const readBack = await on.app.call("PUT /api/plant-settings", {
    as: "admin",
    body: { keep_unacknowledged: true, keep_unacknowledged_since: since },
  });
  assertEquals(readBack.status, 200);
  assert(readBack.body.data.keep_unacknowledged_since !== since, "a read-only field is ignored");
});
