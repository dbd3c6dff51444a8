import { assert, assertEquals } from "@std/assert";
import type { AlarmColumns } from "../../../domain/alarm_statistics/columns.ts";
import { alarmFactOf } from "../../../domain/alarm_statistics/fact.ts";
import { keyAt } from "../../../domain/alarm_statistics/key_columns.ts";
import { type EventRecord, SEVERITIES } from "../../../domain/event/types.ts";
import { AlarmEvents } from "../../../storage/alarm_events.ts";
import { keys } from "../../../storage/keys.ts";
import { indexEventEnds } from "../../../storage/migrations/event_ends.ts";
import { forgetEvent } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { seeded } from "../../support/seeded.ts";
import { eventRecord, invalidAt, refusalOf, refusedAs, testStorage, testStore } from "./support.ts";
import { Retention } from "../../../services/retention.ts";

const NOW = Date.UTC(2026, 0, 31, 8, 15);
const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

/** An event that ended some days before now, after an hour. */
function ended(id: number, days: number, change: Partial<EventRecord> = {}): EventRecord {
  const end = NOW - Math.round(days * DAY_MS);
  return eventRecord({
    id,
    is_active: false,
    start_time: iso(end - 3_600_000),
    end_time: iso(end),
    close_reason: "condition_cleared",
    rule_id: `r${id % 7}`,
    instance_id: 1 + id % 5,
    ...change,
  });
}

/** Every row of the blocks from a time on, as sorted texts. */
function rowsOf(blocks: AlarmColumns[], sinceMs: number): string[] {
  const rows = blocks.flatMap(({ keys, key, startMs, activatedMs, endMs, bits }) =>
    Array.from(
      key,
      (at, i) => ({
        end: endMs[i],
        text: [Object.values(keyAt(keys, at)), startMs[i], activatedMs[i], endMs[i], bits[i]].join(" "),
      }),
    )
  );
  return rows.filter(({ end }) => end >= sinceMs).map(({ text }) => text).sort();
}

/** The result of a scan of all events. */
function bruteForce(events: Iterable<EventRecord>, sinceMs: number): string[] {
  const facts = [...events].filter(({ flags }) =>
    !flags.includes("retracted") && !flags.includes("backfilled")
  )
    .map(alarmFactOf);
  return facts.filter(({ end_ms }) => (end_ms ?? Infinity) >= sinceMs).map((fact) => {
    const { instance_id, rule_id, template_id, category, plant_node_floc_id } = fact;
    const bits = SEVERITIES.indexOf(fact.severity) | (fact.chattering ? 4 : 0) | (fact.cleared ? 8 : 0);
    const key = [instance_id, rule_id, template_id, category, plant_node_floc_id];
    return [key, fact.start_ms, fact.activated_ms, fact.end_ms ?? Infinity, bits].join(" ");
  }).sort();
}

Deno.test("since() equals a scan of all events, while they open, close, change and are removed, and days are packed", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const random = seeded(11);
  const pick = (most: number) => Math.floor(random() * most);
  const events = new Map<number, EventRecord>();
  let lastId = 0;
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 12; i++) {
      const id = ++lastId;
      const flags =
        ([[], [], ["chattering"], ["backfilled"], ["retracted"]] as EventRecord["flags"][])[pick(5)];
      const event = pick(4) === 0
        ? eventRecord({ id, start_time: iso(NOW - pick(9 * DAY_MS)) })
        : ended(id, random() * 9, { flags });
      events.set(id, event);
      await storage.store.commit(storedEvents(event), 1);
    }
    for (let i = 0; i < 6; i++) {
      const before = events.get(1 + pick(lastId));
      if (before === undefined) continue;
      if (pick(6) === 0) {
        await storage.store.commit(forgetEvent(before), 1);
        events.delete(before.id);
        continue;
      }
      const end_time = iso(Date.parse(before.start_time) + pick(3 * DAY_MS));
      const flags = pick(8) === 0 ? ["retracted" as const] : [];
      const after = {
        ...before,
        is_active: false,
        end_time,
        severity: SEVERITIES[pick(4)],
        flags,
        revision: round,
      };
      events.set(before.id, after);
      await storage.store.commit(changedEvent(before, after), 1);
    }
    const sinceMs = NOW - pick(10 * DAY_MS);
    const blocks = await storage.alarmEvents.since(sinceMs);
    assertEquals(rowsOf(blocks, sinceMs), bruteForce(events.values(), sinceMs), `round ${round}`);
  }
});

Deno.test("a packed day is read as packed, until one of its events changes", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const old = Array.from({ length: 3_000 }, (_, i) => ended(i + 1, 2 + (i % 100) / 1_000));
  for (let i = 0; i < old.length; i += 30) {
    await storage.store.commit(storedEvents(...old.slice(i, i + 30)), 1);
  }
  const look = async () => {
    const before = storage.store.stats().entriesRead;
    const blocks = await storage.alarmEvents.since(NOW - 5 * DAY_MS);
    return { rows: rowsOf(blocks, 0), entries: storage.store.stats().entriesRead - before };
  };
  const first = await look();
  assert(first.entries > 3_000, "the first look reads the index");
  const second = await look();
  assertEquals(second.rows, first.rows);
  assert(second.entries < 10, `the second read ${second.entries} entries`);
  const changed = { ...old[0], severity: "critical" as const };
  await storage.store.commit(changedEvent(old[0], changed), 1);
  const third = await look();
  assertEquals(third.rows, bruteForce([changed, ...old.slice(1)], 0));
  assert(third.entries > 3_000, "the day was read again");
  assert((await look()).entries < 10);
});

Deno.test("a packing that breaks off between two parts is ignored, and its remains are removed", async () => {
  let commits = Infinity;
  await using test = await testStorage({
    ms: NOW,
    wrap: (backend) => ({
      ...backend,
      write: (atomic) => {
        const packs = atomic.mutations.some(({ key }) => key[0] === "packed_day");
        if (packs && --commits < 0) throw new TypeError("broken off");
        return backend.write(atomic);
      },
    }),
  });
  const { storage } = test;
  const old = Array.from(
    { length: 900 },
    (_, i) =>
      ended(i + 1, 2, {
        instance_id: i + 1,
        category: `${i}${"ж".repeat(180)}`,
        plant_node_floc_id: `${i}${"Ж".repeat(90)}`,
      }),
  );
  for (let i = 0; i < old.length; i += 10) {
    await storage.store.commit(storedEvents(...old.slice(i, i + 10)), 1);
  }
  const since = NOW - 3 * DAY_MS;
  commits = 1;
  await storage.alarmEvents.since(since).catch(() => {});
  const left = await storage.store.list({ prefix: ["packed_day"] });
  assertEquals(left.length, 4);
  commits = Infinity;
  assertEquals(rowsOf(await storage.alarmEvents.since(since), 0), bruteForce(old, 0));
  const whole = (await storage.store.list({ prefix: ["packed_day"] })).length;
  assert(whole > 8, `${whole} parts`);
  // Of most of them only a late part is left, as when a deletion breaks off.
  for (const event of old.slice(10)) await storage.store.commit(forgetEvent(event), 1);
  await storage.store.commit({
    mutations: Array.from(
      { length: whole - 3 },
      (_, i) => ({ type: "delete", key: keys.packedDay(dayOf(old[0]), i + 1) }),
    ),
  }, 1);
  assertEquals(rowsOf(await storage.alarmEvents.since(since), 0), bruteForce(old.slice(0, 10), 0));
  assertEquals((await storage.store.list({ prefix: ["packed_day"] })).length, 1);
});

const dayOf = ({ end_time }: EventRecord) => Math.floor(Date.parse(end_time ?? "") / DAY_MS) * DAY_MS;

Deno.test("the next query sees an event that changes between the read of the mark and the packing", async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  await using test = await testStorage({
    ms: NOW,
    wrap: (backend) => ({
      ...backend,
      list: (selector, options) => {
        const found = backend.list(selector, options);
        const isMarks = "start" in selector && selector.start?.[0] === "day_mark";
        return isMarks ? afterwards(found, () => meanwhile?.()) : found;
      },
    }),
  });
  const { storage } = test;
  const [one, other] = [ended(1, 2), ended(2, 2)];
  await storage.store.commit(storedEvents(one), 1);
  meanwhile = () => {
    meanwhile = undefined;
    return storage.store.commit(storedEvents(other), 1);
  };
  await storage.alarmEvents.since(NOW - 3 * DAY_MS);
  const third = { ...one, severity: "critical" as const };
  assertEquals(rowsOf(await storage.alarmEvents.since(NOW - 3 * DAY_MS), 0), bruteForce([one, other], 0));
  await storage.store.commit(changedEvent(one, third), 1);
  assertEquals(rowsOf(await storage.alarmEvents.since(NOW - 3 * DAY_MS), 0), bruteForce([third, other], 0));
});

async function* afterwards<T>(
  entries: AsyncIterable<T>,
  call: () => Promise<unknown> | undefined,
): AsyncGenerator<T, undefined> {
  yield* entries;
  await call();
}

Deno.test("since() refuses to read more closed events than its bound, packed or not", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  for (let id = 1; id <= 4; id++) await storage.store.commit(storedEvents(ended(id, id < 3 ? 0.01 : 2)), 1);
  const { store } = storage;
  const bound = (most: number) =>
    new AlarmEvents(
      { store, now: () => NOW } as never,
      { activeEvents: { list: () => [] } } as never,
      most,
    ).since(NOW - 5 * DAY_MS);
  for (let look = 0; look < 2; look++) {
    assertEquals(rowsOf(await bound(4), 0).length, 4);
    assertEquals(await refusalOf(() => bound(3)), invalidAt("hours"));
  }
});

Deno.test("one query runs at a time, eight wait, and further ones are refused", async () => {
  await using test = await testStorage({ ms: NOW });
  const { alarmEvents } = test.storage;
  const looks = Array.from({ length: 9 }, () => alarmEvents.since(NOW - DAY_MS));
  assertEquals(await refusalOf(() => alarmEvents.since(NOW - DAY_MS)), refusedAs("UNAVAILABLE"));
  assertEquals((await Promise.all(looks)).length, 9);
  assertEquals((await alarmEvents.since(NOW - DAY_MS)).length, 2);
});

Deno.test("retention removes the packed events and marks of old days", async () => {
  await using test = await testStorage({ ms: NOW });
  const { storage } = test;
  const all = [ended(1, 2), ended(2, 40), ended(3, 39), ended(4, 20)];
  for (const event of all) await storage.store.commit(storedEvents(event), 1);
  await storage.alarmEvents.since(NOW - 60 * DAY_MS);
  const days = async (prefix: string) =>
    (await storage.store.list({ prefix: [prefix] })).map(({ key }) => key[1]);
  assertEquals((await days("packed_day")).length, 4);
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
  const left = [all[3], all[0]].map(dayOf);
  assertEquals(await days("packed_day"), left);
  assertEquals(await days("day_mark"), left);
  assertEquals(
    rowsOf(await storage.alarmEvents.since(NOW - 60 * DAY_MS), 0),
    bruteForce([all[0], all[3]], 0),
  );
});

Deno.test("indexEventEnds() upgrades an older program's index for statistics", async () => {
  await using test = await testStore();
  const event = ended(1, 2, { flags: ["chattering"] });
  const endMs = Date.parse(event.end_time ?? "");
  await test.store.commit({
    mutations: [
      { type: "set", key: keys.event(1), value: event },
      { type: "set", key: keys.eventByEnd(endMs, 1), value: { v: 1, id: 1, start_ms: 0, end_ms: endMs } },
    ],
    notices: [],
  }, 0);
  await indexEventEnds(test.store);
  const [{ value }] = await test.store.list({ prefix: ["event_by_end"] });
  assertEquals(value, { v: 2, ...alarmFactOf(event) });
  assertEquals((await test.store.list({ prefix: ["day_mark"] })).length, 1);
});
