import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { storedEvents } from "../support/stored_events.ts";
import { bruteForce, EventPlant } from "../support/event_lists.ts";
import { seeded } from "../support/seeded.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { pathsOf, type TestApp, testApp } from "./support.ts";

const as = "viewer";
const NOW = Date.UTC(2026, 0, 31, 8, 15, 2, 123);
const BY = { name: "test", role: "admin" } as const;

async function add(app: TestApp, events: readonly EventRecord[]): Promise<void> {
  for (const event of events) await app.storage.store.commit(storedEvents(event), 1);
}

function closedAt(id: number, start_time: string, change: Partial<EventRecord> = {}): EventRecord {
  return eventRecord({ id, is_active: false, start_time, end_time: start_time, ...change });
}

async function idsOf(app: TestApp, query: string): Promise<number[]> {
  const { status, body, text } = await app.call(`GET /api/rule-events/history?${query}`, { as });
  assertEquals(status, 200, text);
  if (!query.includes("limit=")) assertEquals(body.pagination.total, body.data.length);
  return body.data.map(({ id }: EventRecord) => id);
}

Deno.test("from and to bound the start, in whole minutes, for closed and active events and every page", async () => {
  await using app = await testApp({ now: () => NOW });
  await add(app, [
    closedAt(1, "2026-01-31T06:00:00.000Z"),
    closedAt(2, "2026-01-31T07:00:30.000Z"),
    eventRecord({ id: 3, instance_id: 9, start_time: "2026-01-31T07:00:40.000Z" }),
    closedAt(4, "2026-01-31T07:30:00.000Z"),
    closedAt(5, "2026-01-31T07:59:59.999Z"),
    closedAt(6, "2026-01-31T08:00:00.000Z"),
    eventRecord({ id: 7, instance_id: 8, start_time: "2026-01-31T08:10:00.000Z" }),
  ]);
  const span = "from=2026-01-31T07:00:45Z&to=2026-01-31T07:59:10Z";
  assertEquals(await idsOf(app, span), [5, 4, 3, 2]);
  for (const [offset, ids] of [[0, [5, 4]], [1, [4, 3]], [3, [2]], [4, []], [9, []]] as const) {
    assertEquals(await idsOf(app, `${span}&limit=2&offset=${offset}`), [...ids]);
  }
  assertEquals(await idsOf(app, "to=2026-01-31T07:30:00Z"), [3, 2, 1]);
  assertEquals(await idsOf(app, "from=2026-01-31T08:00:00Z&is_active=true"), [7]);
  assertEquals(await idsOf(app, "from=2026-01-31T08:00:00Z&to=2026-01-31T07:00:00Z"), []);
  const both = await app.call(`GET /api/rule-events?hours=2&${span}`, { as });
  assertEquals([both.status, pathsOf(both)], [400, ["hours"]]);
  const listed = await app.call("GET /api/rule-events?to=2026-01-31T06:30:00Z", { as });
  assertEquals(listed.body.data.map(({ id }: EventRecord) => id), [1]);
});

Deno.test("any page of any span is the one that a search through all events finds", async () => {
  await using app = await testApp({ now: () => NOW });
  const plant = new EventPlant({ instances: 6, templates: 3, days: 20, nowMs: NOW }, seeded(7));
  await plant.fill(app.storage, { count: 400 });
  await plant.fill(app.storage, { count: 30, change: () => ({ is_active: true }) });
  const random = seeded(8), minute = 60_000;
  for (let i = 0; i < 60; i++) {
    const fromMs = Math.floor((NOW - random() * 20 * 86_400_000) / minute) * minute;
    const toMs = fromMs + Math.floor(random() * 8 * 1_440) * minute;
    const filter = i % 3 === 0 ? { template_id: 1 + i % 2 } : i % 3 === 1 ? { instance_id: 2 } : {};
    const page = { limit: 1 + Math.floor(random() * 30), offset: Math.floor(random() * 60) };
    const all = bruteForce(plant.records.values(), filter)
      .filter(({ start_time }) => Date.parse(start_time) >= fromMs && Date.parse(start_time) < toMs);
    const found = await app.storage.events.list({ ...filter, fromMs, toMs }, page);
    assertEquals(
      [found.total, found.rows.map(({ id }) => id)],
      [all.length, all.slice(page.offset, page.offset + page.limit).map(({ id }) => id)],
      JSON.stringify({ fromMs, toMs, filter, page }),
    );
  }
});

Deno.test("events are found by text, by place with what is below it, and by person", async () => {
  await using app = await testApp({ now: () => NOW });
  for (
    const [floc_id, node_type, parent_id] of [
      ["WORKS", "enterprise", null],
      ["NORTH", "site", "WORKS"],
      ["HALL", "area", "NORTH"],
    ] as const
  ) await app.storage.plant.create({ floc_id, name: floc_id, node_type, parent_id }, BY);
  const at = "2026-01-31T07:00:00.000Z";
  await add(app, [
    closedAt(1, at, { event_name: "Filler.Pressure.High", plant_node_floc_id: "HALL" }),
    closedAt(2, at, { template_instance: "Filler 2", event_description: "The PRESSURE is low" }),
    closedAt(3, at, { note: "Filler checked", acknowledged_by: "anna", acknowledged_at: at }),
    eventRecord({
      id: 4,
      instance_id: 9,
      start_time: at,
      plant_node_floc_id: "NORTH",
      commented_by: ["anna"],
    }),
    closedAt(5, at, { plant_node_floc_id: "GONE" }),
  ]);
  assertEquals(await idsOf(app, "text=filler"), [3, 2, 1]);
  assertEquals(await idsOf(app, "text=%20pressure%20FILLER"), [2, 1]);
  assertEquals(await idsOf(app, "text=filler&to=2026-01-31T07:00:00Z"), []);
  assertEquals(await idsOf(app, "place=WORKS"), [4, 1]);
  assertEquals(await idsOf(app, "place=HALL"), [1]);
  const gone = await app.call("GET /api/rule-events/history?place=GONE", { as });
  assertEquals(
    [gone.status, pathsOf(gone)],
    [400, ["place"]],
    "an event recorded there does not make it exist",
  );
  assertEquals(await idsOf(app, "person=anna"), [4, 3]);
  assertEquals(await idsOf(app, "person=Anna"), []);
  const active = await app.call("GET /api/rule-events/active?place=NORTH&person=anna", { as });
  assertEquals(active.body.data.map(({ id }: EventRecord) => id), [4]);
  assertEquals("commented_by" in active.body.data[0], false);
  const long = await app.call(`GET /api/rule-events/history?text=${"x".repeat(201)}`, { as });
  assertEquals([long.status, pathsOf(long)], [400, ["text"]]);
});

Deno.test("a search, and a filter without a list of its own, takes 20,000 closed events and refuses more with what to do", async () => {
  await using app = await testApp({ now: () => NOW });
  const [early, late] = ["2026-01-31T06:00:00.000Z", "2026-01-31T07:00:00.000Z"];
  const ids = Array.from({ length: 20_000 }, (_, i) => i + 1);
  for (let first = 0; first < ids.length; first += 40) {
    const events = ids.slice(first, first + 40).map((id) => closedAt(id, late));
    await app.storage.store.commit(storedEvents(...events), 1);
  }
  const unlisted = () => app.call("GET /api/rule-events/history?acknowledged=false&limit=1", { as });
  assertEquals((await unlisted()).body.pagination.total, 20_000);
  await add(app, [closedAt(20_001, early, { note: "needle" })]);
  const refusedFilter = await unlisted();
  assertEquals([refusedFilter.status, pathsOf(refusedFilter)], [400, ["hours"]]);
  const search = (query: string) => app.call(`GET /api/rule-events/history?text=needle&${query}`, { as });
  assertEquals((await search("from=2026-01-31T06:30:00Z")).body.pagination.total, 0);
  assertEquals((await search("to=2026-01-31T06:30:00Z")).body.pagination.total, 1);
  const refused = await search("from=2026-01-31T05:00:00Z");
  assertEquals([refused.status, pathsOf(refused)], [400, ["from"]]);
});
