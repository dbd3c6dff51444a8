import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import { type EventFilter, isByNode, MOST_MERGED } from "../../../storage/event_rows.ts";
import { forgetEvent } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { eventRecord, testStorage } from "./support.ts";

const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 8, n)).toISOString();

/** Twelve events a minute apart; every third is active; severities and categories alternate. */
async function twelve({ store }: Storage): Promise<EventRecord[]> {
  const records = Array.from({ length: 12 }, (_, i) =>
    eventRecord({
      id: i + 1,
      start_time: minute(i),
      is_active: i % 3 === 0,
      severity: i % 2 === 0 ? "warning" : "critical",
      category: i % 4 === 0 ? "energy" : "health",
      template_id: 1 + (i % 2),
      instance_id: 10 + (i % 5),
    }));
  await Promise.all(records.map((record) => store.commit(storedEvents(record), 1)));
  return records;
}

Deno.test("events are listed newest first with exact totals, page by page", async () => {
  await using test = await testStorage();
  await twelve(test.storage);
  const { rows, total } = await test.storage.events.list({}, { limit: 5, offset: 3 });
  assertEquals([rows.map((row) => row.id), total], [[9, 8, 7, 6, 5], 12]);
});

Deno.test("every filter equals a scan of all events", async () => {
  await using test = await testStorage();
  const all = (await twelve(test.storage)).toReversed();
  const filters: EventFilter[] = [
    { severity: "critical" },
    { category: "energy" },
    { is_active: true },
    { is_active: false },
    { template_id: 2 },
    { instance_id: 13 },
    { is_active: true, severity: "warning" },
    { category: "health", template_id: 1, is_active: false },
  ];
  for (const filter of filters) {
    const { rows, total } = await test.storage.events.list(filter, { limit: 100, offset: 0 });
    const expected = all.filter((event) =>
      Object.entries(filter).every(([name, value]) => event[name as keyof EventRecord] === value)
    );
    assertEquals(rows, expected);
    assertEquals(total, expected.length);
  }
});

Deno.test("sinceMs selects what started then or later, and what is still active, sorted by start", async () => {
  await using test = await testStorage();
  await twelve(test.storage);
  const sinceMs = Date.parse(minute(8));
  const list = async (filter: EventFilter, limit = 100, offset = 0) => {
    const { rows, total } = await test.storage.events.list({ sinceMs, ...filter }, { limit, offset });
    return [rows.map((row) => row.id), total];
  };
  assertEquals(await list({}), [[12, 11, 10, 9, 7, 4, 1], 7]);
  assertEquals(await list({}, 2, 3), [[9, 7], 7]);
  assertEquals(await list({ is_active: false }), [[12, 11, 9], 3]);
  assertEquals(await list({ severity: "warning" }), [[11, 9, 7, 1], 4]);
});

Deno.test("active() follows openings, changes, closings and removals, also those of shards", async () => {
  await using test = await testStorage();
  const { events, store } = test.storage;
  const a = eventRecord({ id: 1, start_time: minute(5) });
  const b = eventRecord({ id: 2, start_time: minute(9) });
  const c = eventRecord({ id: 3, start_time: minute(5) });
  for (const event of [a, b, c]) await store.commit(storedEvents(event), 1);
  assertEquals(events.active().map((event) => event.id), [2, 3, 1]);
  const noted = { ...a, note: "seen" };
  await store.commit(changedEvent(a, noted), 1);
  assertEquals(await events.get(1), noted);
  const closed = { ...b, is_active: false, end_time: minute(10) };
  await store.commit(changedEvent(b, closed), 2);
  assertEquals(events.active().map((event) => event.id), [3, 1]);
  assertEquals(await events.get(2), closed);
  await store.commit(forgetEvent(c), 2);
  assertEquals(events.active().map((event) => event.id), [1]);
  assertEquals(await events.get(3), undefined);
  assertEquals((await store.list({ prefix: ["event_active"] })).map((entry) => entry.value), [1]);
  assertEquals((await store.list({ prefix: ["event_closed", "all"] })).length, 1);
});

Deno.test("a corrected start moves the event in the index", async () => {
  await using test = await testStorage();
  const { events, store } = test.storage;
  const a = eventRecord({ id: 1, start_time: minute(5) }), b = eventRecord({ id: 2, start_time: minute(6) });
  for (const event of [a, b]) await store.commit(storedEvents(event), 1);
  await store.commit(changedEvent(a, { ...a, start_time: minute(7) }), 1);
  assertEquals((await events.list({}, { limit: 9, offset: 0 })).rows.map((row) => row.id), [1, 2]);
  assertEquals(events.active().map((event) => event.id), [1, 2]);
});

Deno.test("an event with much text beyond Latin-1 is stored whole, and leaves nothing when removed", async () => {
  await using test = await testStorage();
  const { events, store } = test.storage;
  const enrichment = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, "温度".repeat(500)]));
  const event = eventRecord({ id: 1, enrichment, is_active: false });
  await store.commit(storedEvents(event), 1);
  assertEquals(await events.get(1), event);
  assertEquals((await events.list({}, { limit: 9, offset: 0 })).rows, [event]);
  await store.commit(forgetEvent(event), 1);
  assertEquals(await store.list({ prefix: ["part"] }), []);
});

Deno.test("up to 200 plant nodes are merged from their lists; more are found by reading records", async () => {
  await using test = await testStorage();
  const { store, events } = test.storage;
  const records = Array.from(
    { length: 260 },
    (_, i) =>
      eventRecord({ id: i + 1, start_time: minute(i), is_active: false, plant_node_floc_id: `N${i % 230}` }),
  );
  await Promise.all(records.map((record) => store.commit(storedEvents(record), 1)));
  for (const count of [1, 40, MOST_MERGED, MOST_MERGED + 1, 230]) {
    const places = new Set(Array.from({ length: count }, (_, i) => `N${i}`));
    const expected = records.filter((record) => places.has(record.plant_node_floc_id ?? "")).toReversed();
    assertEquals(isByNode({ places }), count <= MOST_MERGED);
    for (const offset of [0, 7, expected.length - 5]) {
      const { rows, total } = await events.list({ places, is_active: false }, { limit: 10, offset });
      assertEquals(total, expected.length);
      assertEquals(rows.map(({ id }) => id), expected.slice(offset, offset + 10).map(({ id }) => id));
    }
  }
});
