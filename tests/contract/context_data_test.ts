import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { discover, type Json, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const as = "viewer";

async function contextOf(app: TestApp, query: string): Promise<Json> {
  const { status, body } = await app.call(`GET /api/context-data${query}`, { as });
  assertEquals(status, 200, JSON.stringify(body));
  return body.data;
}

/** Events that began so many hours ago; every second one is active still. */
async function withEvents(app: TestApp, hoursAgo: number[]): Promise<void> {
  for (const [i, hours] of hoursAgo.entries()) {
    const start_time = new Date(nowMs - hours * 3_600_000).toISOString();
    const is_active = i % 2 === 1;
    const end_time = is_active ? null : start_time;
    const event = eventRecord({ id: i + 1, start_time, end_time, is_active });
    await app.storage.store.commit(storedEvents(event), 1);
  }
}

Deno.test("the default context is the events of a day", async () => {
  await using app = await testApp({ now: () => nowMs });
  await withEvents(app, [0.5, 2, 20, 30, 100, 600]);
  const context = await contextOf(app, "");
  assertEquals([context.context_type, Object.keys(context.data)], ["events", ["events"]]);
  const ids = (data: Json) => data.events.details.map((event: EventRecord) => event.id);
  assertEquals([context.data.events.active, ids(context.data)], [3, [1, 2, 3, 4, 6]]);
  assertEquals("onset" in context.data.events.details[0], false);
  const since = async (filter: string) => ids((await contextOf(app, `?time_filter=${filter}`)).data);
  assertEquals(await since("1h"), [1, 2, 4, 6]);
  assertEquals(await since("7d"), [1, 2, 3, 4, 5, 6]);
  assertEquals(await since("30d"), [1, 2, 3, 4, 5, 6]);
  assertEquals(ids((await contextOf(app, "?time_filter=30d&max_items=2")).data), [1, 2]);
});

Deno.test("the default is at most 50 items", async () => {
  await using app = await testApp({ now: () => nowMs });
  await withEvents(app, Array.from({ length: 60 }, () => 1));
  assertEquals((await contextOf(app, "")).data.events.details.length, 50);
  assertEquals((await contextOf(app, "?max_items=60")).data.events.details.length, 60);
});

function twoRules(packageId: number, name: string): Json {
  const body = templateBody(packageId);
  return { ...body, name, rules: [...body.rules, { ...body.rules[0], rule_id: "again" }] };
}

Deno.test("rules, assets, streams and plant model have their counts and details", async () => {
  await using app = await testApp({
    now: () => nowMs,
    live: { get: (id) => ({ value: id, time: 0, quality: "good" }), setAside: () => undefined },
  });
  await discover(app.storage, ["P1.Pressure", "P2.Pressure", "P3.Pressure"]);
  const packageId = await makePackage(app);
  const engineer = { as: "engineer" as const };
  for (const name of ["One", "Two"]) {
    await app.call("POST /api/templates", { ...engineer, body: twoRules(packageId, name) });
  }
  const rules = (await contextOf(app, "?context_type=rules&max_items=1")).data.rules;
  assertEquals([rules.total, rules.details.length], [4, 1]);
  assertEquals([rules.details[0].template_name, rules.details[0].rule_id], ["One", "high"]);
  assertEquals([rules.details[0].conditions.length, rules.details[0].deployed_instances], [1, 0]);
  const assets = (await contextOf(app, "?context_type=assets")).data.assets;
  assertEquals([assets.total, assets.details[0].asset_id, assets.details[0].streams_count], [1, "Line1", 3]);
  const streams = (await contextOf(app, "?context_type=streams&max_items=2")).data.streams;
  assertEquals([streams.total, streams.details.length], [3, 2]);
  const { stream_name, value, id, instances } = streams.details[0];
  assertEquals([stream_name, value, instances], ["P1.Pressure", id, 0]);
  const nodes = [["E", "enterprise", null], ["S", "site", "E"], ["A", "area", "S"]];
  for (const [floc_id, node_type, parent_id] of nodes) {
    const body = { floc_id, name: floc_id, node_type, parent_id };
    assertEquals((await app.call("POST /api/plant-model", { ...engineer, body })).status, 201);
  }
  const whole = (await contextOf(app, "?context_type=plant_model")).data.plant_model;
  assertEquals([whole.nodes, whole.tree[0].children[0].children[0].id], [3, "A"]);
  const upper = (await contextOf(app, "?context_type=plant_model&max_items=2")).data.plant_model;
  assertEquals([upper.nodes, upper.tree[0].children[0].children], [3, []]);
});

Deno.test("type, time and number of the context are checked", async () => {
  await using app = await testApp({ now: () => nowMs });
  for (const items of [1, 1000]) {
    await contextOf(app, `?context_type=streams&time_filter=1h&max_items=${items}`);
  }
  for (
    const query of [
      "context_type=all&time_filter=2h&max_items=0",
      "context_type=&time_filter=&max_items=1001",
    ]
  ) {
    const answer = await app.call(`GET /api/context-data?${query}`, { as });
    assertEquals([answer.status, pathsOf(answer)], [400, ["context_type", "max_items", "time_filter"]]);
  }
});
