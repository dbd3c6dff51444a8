import { assertEquals } from "@std/assert";
import { factOf } from "../../../domain/event/fact.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import { EventSpans } from "../../../storage/event_spans.ts";
import { keys } from "../../../storage/keys.ts";
import { indexEventEnds } from "../../../storage/migrations/event_ends.ts";
import { forgetEvent } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { seeded } from "../../support/seeded.ts";
import { eventRecord, invalidAt, refusalOf, testStorage, testStore } from "./support.ts";

const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 8, n)).toISOString();
const sinceMs = Date.parse(minute(30));

function closedAt(id: number, [from, to]: [number, number], change: Partial<EventRecord> = {}): EventRecord {
  return eventRecord({ id, start_time: minute(from), end_time: minute(to), is_active: false, ...change });
}

Deno.test("since() has what was active at any time since then, as a scan of all events has", async () => {
  await using test = await testStorage();
  const random = seeded(4);
  const all = Array.from({ length: 200 }, (_, i) => {
    const from = Math.floor(random() * 60);
    const length = Math.floor(random() * 40);
    return random() < 0.2
      ? eventRecord({ id: i + 1, start_time: minute(from) })
      : closedAt(i + 1, [from, from + length]);
  });
  for (const event of all) await test.storage.store.commit(storedEvents(event), 1);
  const expected = all.filter(({ end_time }) => end_time === null || Date.parse(end_time) >= sinceMs)
    .map(factOf)
    .sort((a, b) => b.start_ms - a.start_ms || b.id - a.id);
  const found = await test.storage.eventSpans.since(sinceMs);
  assertEquals(found, expected);
  const ids = found.slice(0, 12).map(({ id }) => id);
  assertEquals((await test.storage.eventSpans.records(ids)).map(({ id }) => id), ids);
});

Deno.test("since() follows an event through its life", async () => {
  await using test = await testStorage();
  const { store, eventSpans } = test.storage;
  const ids = async () =>
    (await eventSpans.since(sinceMs)).map((fact) => [fact.id, fact.end_ms, fact.severity]);
  const active = eventRecord({ id: 1, start_time: minute(1) });
  await store.commit(storedEvents(active), 1);
  assertEquals(await ids(), [[1, null, "warning"]]);
  const closed = { ...active, is_active: false, end_time: minute(40) };
  await store.commit(changedEvent(active, closed), 1);
  const endMs = Date.parse(minute(40));
  assertEquals(await ids(), [[1, endMs, "warning"]]);
  const worse = { ...closed, severity: "critical" as const };
  await store.commit(changedEvent(closed, worse), 1);
  assertEquals(await ids(), [[1, endMs, "critical"]]);
  const earlier = { ...worse, end_time: minute(35) };
  await store.commit(changedEvent(worse, earlier), 1);
  assertEquals(await ids(), [[1, Date.parse(minute(35)), "critical"]]);
  const retracted = { ...earlier, flags: ["retracted" as const] };
  await store.commit(changedEvent(earlier, retracted), 1);
  assertEquals(await ids(), [], "a retracted event never was");
  await store.commit(changedEvent(retracted, earlier), 1);
  await store.commit(forgetEvent(earlier), 1);
  assertEquals(await ids(), []);
  assertEquals(await store.list({ prefix: ["event_by_end"] }), []);
});

Deno.test("since() refuses to count more closed events than its bound", async () => {
  await using test = await testStorage();
  const { store } = test.storage;
  const mirrors = { activeEvents: { list: () => [] } };
  for (let id = 1; id <= 4; id++) {
    await store.commit(storedEvents(closedAt(id, [20, 29 + id])), 1);
  }
  const bound = (most: number) => new EventSpans({ store } as never, mirrors as never, most).since(sinceMs);
  assertEquals((await bound(4)).length, 4);
  assertEquals(await refusalOf(() => bound(3)), invalidAt("hours"));
});

Deno.test("indexEventEnds() indexes an older program's events, however often it runs", async () => {
  await using test = await testStore();
  const events = Array.from(
    { length: 450 },
    (_, i) => closedAt(i + 1, [1, 2 + i % 50], { is_active: i % 9 === 0 }),
  );
  for (const event of events) {
    await test.store.commit({
      mutations: [{ type: "set", key: keys.event(event.id), value: event }],
      notices: [],
    }, 0);
  }
  for (let run = 0; run < 2; run++) {
    await indexEventEnds(test.store);
    const index = await test.store.list({ prefix: ["event_by_end"] });
    const closed = events.filter((event) => !event.is_active).map((event) => event.id);
    assertEquals(index.map(({ key }) => Number(key[2])).sort((a, b) => a - b), closed);
  }
});
