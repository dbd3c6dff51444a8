import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Key } from "../../../domain/shared/commit.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { openOver } from "../../../storage/open.ts";
import { removeOldAudits, removeOldEvents } from "../../../storage/retention.ts";
import { kvBackend } from "../../../storage/store/backend.ts";
import { joined } from "../../../storage/writes/atomic_budget.ts";
import { forgetEvent, saveComment } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { auditMutation, newAudit } from "../../../storage/writes/audit.ts";
import { ulidFloor } from "../../../storage/writes/ulid.ts";
import { bruteForce, EventPlant } from "../../support/event_lists.ts";
import { seeded } from "../../support/seeded.ts";
import { eventRecord, gate, outOfServiceRecord, random, testStorage, until } from "./support.ts";
import { Retention, type RetentionOptions } from "../../../services/retention.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 31, 8, 15, 2, 123);
const LIMIT_MS = NOW - 400 * DAY_MS;
const SIZE = { instances: 20, templates: 5, days: 800, nowMs: NOW };

const iso = (ms: number) => new Date(ms).toISOString();
const at = (ms: number, change: Partial<EventRecord> & { id: number }) =>
  eventRecord({ start_time: iso(ms), end_time: iso(ms), closed_at: iso(ms), is_active: false, ...change });

/** Steps follow each other without pauses. */
const atOnce: RetentionOptions["after"] = (_, call) => {
  queueMicrotask(call);
  return () => {};
};
const never: RetentionOptions["after"] = (ms, call) => ms < 1_000 ? atOnce(ms, call) : () => {};

/** One run now; no run is scheduled. */
async function retain(
  { storage, clock }: { storage: Storage; clock: { ms: number } },
  days: { eventDays?: number; auditDays?: number },
) {
  const { eventDays = null, auditDays = null } = days;
  const retention = new Retention(storage, { eventDays, auditDays, now: () => clock.ms, after: never });
  const retained = await retention.run();
  await retention.close();
  return retained;
}

const under = async (storage: Storage, ...prefix: string[]) => (await storage.store.list({ prefix })).length;

Deno.test("retention removes closed events that ended before the limit, and no others", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const events = [
    at(LIMIT_MS - 1, { id: 1 }),
    at(LIMIT_MS, { id: 2 }),
    at(LIMIT_MS - 300 * DAY_MS, { id: 3, is_active: true, end_time: null, closed_at: null }),
    at(LIMIT_MS - 300 * DAY_MS, { id: 4, end_time: iso(LIMIT_MS + 1), closed_at: iso(LIMIT_MS + 1) }),
    at(LIMIT_MS - 300 * DAY_MS, { id: 5 }),
    at(NOW, { id: 6 }),
  ];
  for (const event of events) await storage.store.commit(storedEvents(event), 1);
  assertEquals(await retain(test, { eventDays: 400 }), { events: 2, audits: 0 });
  const { rows, total } = await storage.events.list({}, { limit: 10, offset: 0 });
  assertEquals([rows.map((row) => row.id), total], [[6, 2, 4, 3], 4]);
  assertEquals([await storage.events.get(1), await storage.events.get(5)], [undefined, undefined]);
});

Deno.test("retention removes the comments of each event it removes, however many", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  for (let id = 1; id <= 12; id++) {
    const event = at(LIMIT_MS - (id <= 10 ? 300 : -300) * DAY_MS, { id, comment_count: 200 });
    const comments = Array.from({ length: 200 }, (_, i) => {
      const written = { text: "x", created_by: "anna", created_at: iso(NOW) };
      return saveComment({ v: 1, event_id: id, id: i + 1, ...written }, event);
    });
    await storage.store.commit(joined([storedEvents(event), { mutations: comments.flat() }]), 1);
  }
  assertEquals(await under(storage, "event_comment"), 2_400);
  assertEquals(await retain(test, { eventDays: 400 }), { events: 10, audits: 0 });
  assertEquals([await under(storage, "event_comment"), await under(storage, "event_comment_at")], [
    400,
    2_400,
  ]);
  test.clock.ms = NOW + 402 * DAY_MS;
  await retain(test, { eventDays: 400 });
  assertEquals([await under(storage, "event_comment"), await under(storage, "event_comment_at")], [0, 0]);
});

Deno.test("after retention all lists and counts are those of the events that are left", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const plant = new EventPlant(SIZE, seeded(1));
  await plant.fill(storage, { count: 600 });
  await plant.fill(storage, { count: 20, change: () => ({ is_active: true }) });
  const { events } = await retain(test, { eventDays: 400 });
  const left = [...plant.records.values()].filter((event) =>
    event.is_active || Date.parse(event.start_time) >= LIMIT_MS
  );
  assertEquals(events, 620 - left.length);
  for (let i = 0; i < 100; i++) {
    const filter = plant.filter();
    const expected = bruteForce(left, filter);
    const page = plant.page(expected.length);
    const { rows, total } = await storage.events.list(filter, page);
    assertEquals([rows, total], [expected.slice(page.offset, page.offset + page.limit), expected.length]);
  }
});

Deno.test("retention leaves no key of removed events", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const plant = new EventPlant({ ...SIZE, days: 30 }, seeded(2));
  await plant.fill(storage, { count: 300 });
  test.clock.ms = NOW + 500 * DAY_MS;
  assertEquals((await retain(test, { eventDays: 400 })).events, 300);
  for (const prefix of ["event", "event_closed", "event_by_end", "event_block", "event_count"]) {
    assertEquals([prefix, await under(storage, prefix)], [prefix, 0]);
  }
});

Deno.test("retention removes what was out of service and ended before the limit", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test, scope = { kind: "instance", instance_id: 1 } as const;
  for (const [id, ended_at] of [[1, iso(LIMIT_MS - 1)], [2, iso(LIMIT_MS)], [3, null]] as const) {
    const value = outOfServiceRecord({ id, scope, ended_at });
    await storage.store.commit({ mutations: [{ type: "set", key: keys.outOfService(id), value }] }, 1);
  }
  await retain(test, { eventDays: 400 });
  assertEquals(storage.outOfService.list().map(({ id }) => id), [2, 3]);
});

Deno.test("a step removes at most 8 events, and none if one of them changes meanwhile", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const store = storage.store;
  const old = Array.from({ length: 20 }, (_, i) => at(LIMIT_MS - DAY_MS + i, { id: i + 1 }));
  for (const event of old) await store.commit(storedEvents(event), 1);
  const step = await removeOldEvents(store, { beforeMs: LIMIT_MS });
  assertEquals([step.removed, await under(storage, "event")], [8, 12]);
  const changed = { ...old[9], severity: "critical" as const };
  const meeting = new Proxy(store, {
    get(target, name) {
      if (name !== "getMany") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
      return async (wanted: Key[]) => {
        const found = await target.getMany(wanted);
        await target.commit(changedEvent(old[9], changed), 1);
        return found;
      };
    },
  });
  assertEquals((await removeOldEvents(meeting, { beforeMs: LIMIT_MS, cursor: step.next })).removed, 0);
  assertEquals((await storage.events.list({ severity: "critical" }, { limit: 9, offset: 0 })).total, 1);
  await retain(test, { eventDays: 400 });
  assertEquals((await storage.events.list({}, { limit: 9, offset: 0 })).total, 0);
  assertEquals((await storage.events.list({ severity: "critical" }, { limit: 9, offset: 0 })).total, 0);
});

Deno.test("an event that closes late in a block of removed ones is counted", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const early = LIMIT_MS - 300 * DAY_MS;
  const active = at(early, { id: 1, is_active: true, end_time: null, closed_at: null });
  for (const event of [active, at(early, { id: 2 })]) {
    await storage.store.commit(storedEvents(event), 1);
  }
  await retain(test, { eventDays: 400 });
  assertEquals(await under(storage, "event_count"), 0);
  const closed = { ...active, is_active: false, end_time: iso(NOW), closed_at: iso(NOW) };
  await storage.store.commit(changedEvent(active, closed), 1);
  await retain(test, { eventDays: 400 });
  assertEquals((await storage.events.list({ instance_id: 1 }, { limit: 9, offset: 0 })).total, 1);
});

Deno.test("retention that breaks off anywhere leaves exact counts and continues later", async () => {
  for (let allowed = 0; allowed < 16; allowed += 9) {
    const kv = await Deno.openKv(":memory:");
    await using test = await testStorage({ ms: NOW, kv });
    const plant = new EventPlant({ ...SIZE, instances: 3 }, seeded(3));
    await plant.fill(test.storage, { count: 60 });
    const own = kvBackend(kv);
    let left = Infinity;
    const broken = await openOver({
      ...own,
      close: () => {},
      write: (atomic) => left-- > 0 ? own.write(atomic) : Promise.reject(new TypeError("broken off")),
    }, { path: ":memory:", now: () => NOW, random, secretsKey: new Uint8Array(32).fill(7) });
    left = allowed;
    await retain({ storage: broken, clock: test.clock }, { eventDays: 400 }).catch(() => {});
    await broken.close();
    await using again = await testStorage({ ms: NOW, kv });
    const all = [...plant.records.values()];
    const stored = await again.storage.events.list({}, { limit: 100, offset: 0 });
    assertEquals(stored.total, stored.rows.length);
    await retain(again, { eventDays: 400 });
    const { rows, total } = await again.storage.events.list({}, { limit: 100, offset: 0 });
    const kept = bruteForce(all.filter((event) => Date.parse(event.start_time) >= LIMIT_MS), {});
    assertEquals([rows, total], [kept, kept.length]);
    kv.close();
  }
});

/** 100 entries of 50 days ago, one of them in parts, and 40 of three days ago. */
async function writeAudits({ store }: Storage): Promise<void> {
  const day = (n: number) => NOW - n * DAY_MS;
  const write = (nowMs: number, size = 10) => {
    const what = { who: "anna", action: "updated", resource_type: "package", resource_id: 1 } as const;
    const entry = newAudit({ ...what, after: "y".repeat(size) }, { nowMs, random: Math.random });
    return store.commit({ mutations: [{ ...auditMutation(entry), key: keys.audit(ulidAt(nowMs)) }] }, 0);
  };
  for (let i = 0; i < 100; i++) await write(day(50) + i * 60_000, i === 7 ? 150_000 : 10);
  for (let i = 0; i < 40; i++) await write(day(3) + i * 60_000);
}

const ulidAt = (ms: number) => `${ulidFloor(ms)}${"0".repeat(16)}`;

Deno.test("audit entries older than the limit are removed with their counters and parts, newer ones stay", async () => {
  const kv = await Deno.openKv(":memory:");
  const first = await testStorage({ ms: NOW, kv });
  await writeAudits(first.storage);
  assert(await under(first.storage, "part", "audit") > 0);
  await first.storage.close();
  await using test = await testStorage({ ms: NOW, kv });
  const { storage } = test;
  assertEquals(await retain(test, { auditDays: 10 }), { events: 0, audits: 100 });
  assertEquals(await under(storage, "part", "audit"), 0);
  const { rows, total } = await storage.audit.list({ limit: 100, offset: 0 });
  assertEquals([rows.length, total], [40, 40]);
  const counters = await storage.store.list<number>({ prefix: ["audit_count", 2] });
  assertEquals(counters.map(({ value }) => value), Array(40).fill(1));
  kv.close();
});

Deno.test("two concurrent steps remove the same audit entries once", async () => {
  await using test = await testStorage({ ms: NOW });
  await writeAudits(test.storage);
  const store = test.storage.store;
  const beforeMs = NOW - 10 * DAY_MS;
  const steps = await Promise.all([removeOldAudits(store, beforeMs), removeOldAudits(store, beforeMs)]);
  assertEquals(steps.map(({ removed }) => removed).toSorted(), [0, 30]);
  assertEquals((await test.storage.audit.list({ limit: 1, offset: 0 })).total, 110);
});

Deno.test("retention runs a minute after the start and every hour, and not after close()", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const planned: { ms: number; call: () => void; isOff: boolean }[] = [];
  const after: RetentionOptions["after"] = (ms, call) => {
    if (ms < 1_000) return atOnce(ms, call);
    const plan = { ms, call, isOff: false };
    planned.push(plan);
    return () => plan.isOff = true;
  };
  await storage.store.commit(storedEvents(at(LIMIT_MS - 1, { id: 1 })), 1);
  const retention = new Retention(storage, { eventDays: 400, auditDays: null, now: () => NOW, after });
  assertEquals(planned.map(({ ms }) => ms), [60_000]);
  planned[0].call();
  await until(() => planned.length === 2);
  assertEquals([planned[1].ms, await under(storage, "event")], [3_600_000, 0]);
  await retention.close();
  assert(planned[1].isOff);
});

Deno.test("a step waits while other writes are queued", async () => {
  const busy = gate();
  let isBusy = false;
  let removing = 0;
  await using test = await testStorage({
    ms: NOW,
    wrap: (backend) => ({
      ...backend,
      write: async (atomic) => {
        if (atomic.mutations.some(({ type }) => type === "delete")) removing++;
        if (isBusy && atomic.mutations.some(({ key }) => key[0] === "busy")) await busy.wait;
        return await backend.write(atomic);
      },
    }),
  });
  const { storage } = test;
  await storage.store.commit(storedEvents(at(LIMIT_MS - 1, { id: 1 })), 1);
  isBusy = true;
  const value = new Uint8Array(60_000);
  const writes = Array.from(
    { length: 30 },
    (_, i) => storage.store.commit({ mutations: [{ type: "set", key: ["busy", i], value }] }, 1),
  );
  let pauses = 0;
  const retention = new Retention(storage, {
    eventDays: 400,
    auditDays: null,
    now: () => NOW,
    after(ms, call) {
      if (ms >= 1_000) return () => {};
      pauses++;
      const timer = setTimeout(call, 1);
      return () => clearTimeout(timer);
    },
  });
  const run = retention.run();
  await until(() => pauses >= 20);
  assertEquals(removing, 0);
  busy.open();
  await Promise.all([run, ...writes]);
  assertEquals([removing > 0, await under(storage, "event")], [true, 0]);
});

Deno.test("an event removed by a person and by retention at once is subtracted once", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const events = [at(LIMIT_MS - 5, { id: 1 }), at(NOW, { id: 2 })];
  for (const event of events) await storage.store.commit(storedEvents(event), 1);
  const entry = await storage.store.get(keys.event(1));
  const checks = [{ key: keys.event(1), versionstamp: entry!.versionstamp }];
  await Promise.all([
    storage.store.commit({ ...forgetEvent(events[0]!), checks }, 1),
    retain(test, { eventDays: 400 }),
  ]);
  assertEquals((await storage.events.list({}, { limit: 9, offset: 0 })).total, 1);
});
