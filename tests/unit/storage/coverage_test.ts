import { assert, assertEquals } from "@std/assert";
import { BlindTime } from "../../../domain/coverage/blind_time.ts";
import { HOUR_MS, hourOf } from "../../../domain/coverage/coverage.ts";
import { OWN_ID, SOURCE_LOST } from "../../../domain/event/own_event.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { ticksFromMs } from "../../../domain/shared/time.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { blindHourWrites } from "../../../storage/writes/blind_hours.ts";
import { forgetEvent } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { eventRecord, testStorage } from "./support.ts";
import { Retention } from "../../../services/retention.ts";

const NOW = Date.UTC(2026, 0, 31, 8);
const iso = (ms: number) => new Date(ms).toISOString();

/** Deployed for many days. */
function instance(change: Partial<InstanceRecord> = {}): InstanceRecord {
  const old = iso(NOW - 40 * 24 * HOUR_MS);
  return {
    v: 1,
    id: 1,
    instance_id: "ins_1",
    instance_name: "a",
    template_id: 1,
    plant_node_floc_id: null,
    bindings: {},
    is_deployed: true,
    deployment: 1,
    deployment_date: old,
    template_version: 1,
    recent_activations: {},
    created_at: old,
    created_by: "anna",
    ...change,
  };
}

/** Blind time of one hour, of instances for some minutes each. */
function hour(hoursAgo: number, minutes: Record<number, number>) {
  const fromMs = NOW - hoursAgo * HOUR_MS;
  const parts = Object.entries(minutes).map(([id, count]) => {
    const time = new BlindTime(fromMs);
    time.report([{ instanceId: Number(id), noData: 0.5, badQuality: 0.5 }], fromMs + count * 60_000);
    return time.hours()[0];
  });
  const join = (name: "instance" | "noDataMs" | "badQualityMs") =>
    Float64Array.from(parts.flatMap((part) => [...part[name]]));
  return {
    hourMs: fromMs,
    instance: join("instance"),
    noDataMs: join("noDataMs"),
    badQualityMs: join("badQualityMs"),
  };
}

const blindShare = ({ storage }: { storage: Storage }, record = instance()) => {
  const { blind } = storage.coverage.recent(record);
  return Math.round((blind.no_data + blind.bad_quality) * 24 * 60);
};

Deno.test("recent() has the stored hours and those that the shards report, each once", async () => {
  const kv = await Deno.openKv(":memory:");
  {
    await using test = await testStorage({ ms: NOW, kv });
    const { store, coverage } = test.storage;
    await store.commit({ mutations: blindHourWrites(hour(3, { 1: 30, 2: 6, 150: 12 }), 0) }, 1);
    assertEquals([1, 2, 150, 3].map((id) => blindShare(test, instance({ id }))), [30, 6, 12, 0]);
    coverage.take({ partition: 0, hours: [hour(3, { 1: 30 }), hour(1, { 1: 4 })], noData: 1, badQuality: 0 });
    assertEquals(blindShare(test), 34, "an hour that is both reported and stored counts once");
    coverage.take({ partition: 0, hours: [hour(1, { 1: 5 })], noData: 1, badQuality: 0 });
    coverage.take({ partition: 1, hours: [hour(1, { 2: 9 })], noData: 2, badQuality: 3 });
    assertEquals([blindShare(test), blindShare(test, instance({ id: 2 }))], [35, 15]);
    const { noData, badQuality } = coverage.ofAll();
    assertEquals([noData, badQuality], [3, 3]);
    coverage.take({ partition: 1, hours: null, noData: 0, badQuality: 1 });
    assertEquals([blindShare(test), blindShare(test, instance({ id: 2 }))], [35, 15], "as reported before");
    coverage.take({ partition: 1, hours: [], noData: 0, badQuality: 1 });
    assertEquals(blindShare(test, instance({ id: 2 })), 6, "what is stored is left");
  }
  await using again = await testStorage({ ms: NOW, kv });
  assertEquals(blindShare(again), 30, "the shards report again what was not stored");
});

Deno.test("recent() drops hours older than a day, since() reads them", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage, clock } = test;
  for (const ago of [24, 25, 200, 700]) {
    await storage.store.commit({ mutations: blindHourWrites(hour(ago, { 1: 60, 7: 1 }), 0) }, 1);
  }
  assertEquals(blindShare(test), 60);
  const minutes = async (hours: number) => {
    const { blind } = await storage.coverage.since(instance(), clock.ms - hours * HOUR_MS);
    return Math.round((blind.no_data + blind.bad_quality) * hours * 60);
  };
  assertEquals([
    await minutes(24),
    await minutes(25),
    await minutes(199),
    await minutes(200),
    await minutes(800),
  ], [
    ...[60, 120, 120, 180, 240],
  ]);
  clock.ms += HOUR_MS;
  storage.coverage.take({ partition: 0, hours: [], noData: 0, badQuality: 0 });
  assertEquals([blindShare(test), await minutes(24), await minutes(26)], [0, 0, 120]);
});

function loss(id: number, fromMs: number, toMs: number | null): EventRecord {
  return eventRecord({
    id,
    instance_id: OWN_ID,
    template_id: OWN_ID,
    rule_id: SOURCE_LOST,
    is_active: toMs === null,
    start_time: iso(fromMs),
    end_time: toMs === null ? null : iso(toMs),
  });
}

Deno.test("the source is lost for as long as its events say, over restarts, until they are deleted", async () => {
  const kv = await Deno.openKv(":memory:");
  const lostOf = ({ storage }: { storage: Storage }) =>
    Math.round(storage.coverage.recent(instance()).blind.source_lost * 24 * 60);
  {
    await using test = await testStorage({ ms: NOW, kv });
    const { store } = test.storage;
    await store.commit(storedEvents(eventRecord({ id: 7, start_time: iso(NOW - HOUR_MS) })), 1);
    const closed = loss(1, NOW - 30 * HOUR_MS, NOW - 22 * HOUR_MS);
    await store.commit(storedEvents(closed, loss(2, NOW - 90 * HOUR_MS, NOW - 80 * HOUR_MS)), 1);
    assertEquals(lostOf(test), 120);
    const open = loss(3, NOW - 30 * 60_000, null);
    await store.commit(storedEvents(open), 1);
    assertEquals(lostOf(test), 150);
    const ended = { ...open, is_active: false, end_time: iso(NOW - 10 * 60_000) };
    await store.commit(changedEvent(open, ended), 1);
    assertEquals(lostOf(test), 140);
    const { blind } = await test.storage.coverage.since(instance(), NOW - 100 * HOUR_MS);
    assertEquals(Math.round(blind.source_lost * 100 * 60), 18 * 60 + 20);
  }
  await using again = await testStorage({ ms: NOW, kv });
  assertEquals(lostOf(again), 140);
  await again.storage.store.commit(forgetEvent(loss(1, NOW - 30 * HOUR_MS, NOW - 22 * HOUR_MS)), 1);
  assertEquals(lostOf(again), 20);
});

Deno.test("began() counts the time since the last generation as a stop, from a minute on", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage, clock } = test;
  const stopped = () => Math.round(storage.coverage.recent(instance()).blind.stopped * 24 * 3_600);
  const point = (ms: number) =>
    storage.store.commit({
      mutations: [{ type: "set", key: keys.generation(), value: { v: 1, watermark: ticksFromMs(ms) } }],
    }, 0);
  await storage.coverage.began();
  await storage.store.commit({
    mutations: [{ type: "set", key: keys.generation(), value: { v: 1, watermark: -Infinity } }],
  }, 0);
  await storage.coverage.began();
  await point(NOW - 59_999);
  await storage.coverage.began();
  assertEquals([stopped(), (await storage.store.list({ prefix: ["stopped"] })).length], [0, 0]);
  await point(NOW - 60_000);
  await storage.coverage.began();
  assertEquals(stopped(), 60);
  const { blind } = await storage.coverage.since(instance(), NOW - HOUR_MS);
  assertEquals(Math.round(blind.stopped * 3_600), 60);
  clock.ms += 1;
});

Deno.test("running() is the time since the first start, without the stops", async () => {
  await using test = await testStorage({ ms: NOW - 5 * HOUR_MS });
  const { storage, clock } = test;
  const hours = async (from: number) => {
    const spans = await storage.coverage.running({ fromMs: NOW - from * HOUR_MS, toMs: NOW });
    return spans.map(({ fromMs, toMs }) => [(NOW - fromMs) / HOUR_MS, (NOW - toMs) / HOUR_MS]);
  };
  assertEquals(await hours(24), [[24, 0]], "no start is known");
  await storage.coverage.began();
  assertEquals([await hours(24), await hours(2)], [[[5, 0]], [[2, 0]]]);
  clock.ms = NOW - HOUR_MS;
  const watermark = ticksFromMs(NOW - 3 * HOUR_MS);
  await storage.store.commit({
    mutations: [{ type: "set", key: keys.generation(), value: { v: 1, watermark } }],
  }, 0);
  await storage.coverage.began();
  assertEquals([await hours(24), await hours(2)], [[[5, 3], [1, 0]], [[1, 0]]]);
});

Deno.test("a store that ran before its first start was recorded began with its first user", async () => {
  await using test = await testStorage({ ms: NOW - 9 * HOUR_MS });
  const { storage, clock } = test;
  const user = { username: "anna", password: "a password of hers", role: "admin" } as const;
  await storage.access.createUser(user, { name: "Andon", role: "admin" });
  clock.ms = NOW;
  await storage.coverage.began();
  const running = await storage.coverage.running({ fromMs: NOW - 24 * HOUR_MS, toMs: NOW });
  assertEquals(running, [{ fromMs: NOW - 9 * HOUR_MS, toMs: NOW }]);
});

Deno.test("ofTemplates() and ofAll() have the lowest and the mean of the deployed instances", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage, clock } = test;
  const put = (record: InstanceRecord) =>
    storage.store.commit({ mutations: [{ type: "set", key: keys.instance(record.id), value: record }] }, 1);
  assertEquals([storage.coverage.ofTemplates([1]), storage.coverage.ofAll().bounds], [null, null]);
  await put(instance());
  await put(instance({ id: 2 }));
  await put(instance({ id: 3, template_id: 2 }));
  await put(instance({ id: 4, template_id: 2, is_deployed: false }));
  await put(instance({ id: 5, template_id: 2, deployment_date: iso(NOW - 6 * HOUR_MS) }));
  storage.coverage.take({
    partition: 0,
    hours: [hour(1, { 2: 60 }), hour(2, { 2: 12 })],
    noData: 1,
    badQuality: 0,
  });
  assertEquals(storage.coverage.ofTemplates([1]), null, "ten seconds old");
  clock.ms += 10_000;
  const near = (bounds: ReturnType<Storage["coverage"]["ofTemplates"]>) =>
    bounds && [bounds.instances, bounds.lowest.toFixed(2), bounds.mean.toFixed(3)];
  assertEquals(near(storage.coverage.ofTemplates([1])), [2, "0.95", "0.975"]);
  assertEquals(near(storage.coverage.ofTemplates([2])), [2, "0.25", "0.625"]);
  assertEquals(near(storage.coverage.ofTemplates([2, 1, 9])), [4, "0.25", "0.800"]);
  assertEquals(near(storage.coverage.ofAll().bounds), [4, "0.25", "0.800"]);
  for (const id of [1, 2, 3, 5]) {
    const record = storage.instances.get(id);
    assert(record !== undefined && storage.coverage.recent(record).share >= 0.25 - 1e-3);
  }
});

Deno.test("retention removes blind hours and stops with their days", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  for (const ago of [5, 40 * 24]) {
    await storage.store.commit({
      mutations: [
        ...blindHourWrites(hour(ago, { 1: 60 }), 0),
        { type: "set", key: keys.stopped(NOW - ago * HOUR_MS), value: { v: 1, from_ms: 0 } },
      ],
    }, 1);
  }
  const retention = new Retention(storage, {
    now: () => NOW,
    eventDays: 30,
    auditDays: null,
    after: (ms, call) => {
      const timer = setTimeout(call, Math.min(ms, 1));
      return () => clearTimeout(timer);
    },
  });
  await retention.run();
  await retention.close();
  const left = await storage.store.list({ prefix: ["blind_hour"] });
  assertEquals(left.map(({ key }) => key[3]), [hourOf(NOW - 5 * HOUR_MS)]);
  assertEquals((await storage.store.list({ prefix: ["stopped"] })).map(({ key }) => key[1]), [
    NOW - 5 * HOUR_MS,
  ]);
});
