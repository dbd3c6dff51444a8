import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const nowMs = Date.UTC(2026, 0, 31, 12, 4);
const as = "viewer";
const BY = { name: "anna", role: "admin" } as const;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

async function stored(app: TestApp, events: EventRecord[]): Promise<void> {
  for (let i = 0; i < events.length; i += 30) {
    await app.storage.store.commit(storedEvents(...events.slice(i, i + 30)), 1);
  }
}

let ids = 0;
function event(agoMs: number, lengthMs: number | null, change: Partial<EventRecord> = {}): EventRecord {
  const startMs = nowMs - agoMs;
  return eventRecord({
    id: ++ids,
    rule_id: "high",
    is_active: lengthMs === null,
    start_time: new Date(startMs).toISOString(),
    end_time: lengthMs === null ? null : new Date(startMs + lengthMs).toISOString(),
    close_reason: lengthMs === null ? null : "condition_cleared",
    ...change,
  });
}

async function plant(app: TestApp): Promise<{ template_id: number; instance_id: number }> {
  for (
    const [floc_id, node_type, parent_id] of [["E", "enterprise", null], ["S", "site", "E"], [
      "A",
      "area",
      "S",
    ]] as const
  ) {
    await app.storage.plant.create({ floc_id, name: `The ${node_type}`, node_type, parent_id }, BY);
  }
  const package_id = await makePackage(app);
  const { body } = await app.call("POST /api/templates", { as: "engineer", body: templateBody(package_id) });
  const draft = {
    template_id: body.template.id,
    instance_name: "Pump 1",
    plant_node_floc_id: "A",
    bindings: {},
  };
  const { id } = await app.storage.instances.create(draft, BY);
  return { template_id: body.template.id, instance_id: id };
}

async function statistics(app: TestApp, query: string): Promise<Json> {
  const { status, body } = await app.call(`GET /api/alarm-statistics${query}`, { as });
  assertEquals(status, 200, JSON.stringify(body));
  return body.data;
}

Deno.test("statistics contain rates, floods, bad actors and advice, of all and by plant node, template and category", async () => {
  await using app = await testApp({ now: () => nowMs });
  const { template_id, instance_id } = await plant(app);
  const own = { template_id, instance_id, plant_node_floc_id: "A" };
  const chattering = Array.from(
    { length: 40 },
    (_, i) => event(5 * HOUR - i * 20 * SECOND, 5 * SECOND, { ...own, flags: i > 1 ? ["chattering"] : [] }),
  );
  const others = Array.from(
    { length: 10 },
    (_, i) =>
      event(2 * HOUR + i * 600 * SECOND, 300 * SECOND, {
        instance_id: 900 + i,
        template_id: 777,
        category: "safety",
        severity: "critical",
      }),
  );
  const never = [event(HOUR, 1, { flags: ["retracted"] }), event(HOUR, 1, { flags: ["backfilled"] })];
  await stored(app, [...chattering, ...others, ...never, event(30 * HOUR, null, { ...own, rule_id: "old" })]);
  const found = await statistics(app, "");
  assertEquals([found.hours, found.from, found.generated_at], [
    24,
    "2026-01-30T12:00:00.000Z",
    "2026-01-31T12:04:00.000Z",
  ]);
  assertEquals(found.events, 50);
  assertEquals(
    found.rate,
    { average: 0.3463, peak: 22, peak_at: "2026-01-31T07:10:00.000Z" },
    "40 events from 07:04 on",
  );
  assertEquals(found.flood, { share: 0.0139, count: 1, longest_seconds: 1_200 });
  assertEquals(found.floods, [{
    start: "2026-01-31T07:00:00.000Z",
    end: "2026-01-31T07:20:00.000Z",
    events: 40,
    peak: 22,
  }]);
  assertEquals([found.chattering, found.fleeting], [{ events: 38, rules: 1 }, { events: 40, rules: 1 }]);
  assertEquals(found.stale, { events: 1, active: 1 });
  assertEquals(
    found.stale_events.map((one: Json) => [one.instance_name, one.rule_id, one.rule_name, one.since]),
    [
      ["Pump 1", "old", null, "2026-01-30T06:04:00.000Z"],
    ],
  );
  assertEquals(found.severities.counts, { info: 0, warning: 40, error: 0, critical: 10 });
  assertEquals(found.severities.distance, 0.15);
  const [worst] = found.bad_actors;
  assertEquals([
    worst.instance_name,
    worst.rule_name,
    worst.events,
    worst.share,
    worst.is_chattering,
    worst.chattering,
  ], [
    ...["Pump 1", "High pressure", 40, 0.8, true, 38],
  ]);
  assertEquals(
    worst.advice.map((
      { kind, seconds, expected_reduction, basis }: Json,
    ) => [kind, seconds, expected_reduction, basis]),
    [
      ["on_delay", 5, 1, "events"],
      ["off_delay", 15, 0.975, "events"],
    ],
  );
  assertEquals(found.bad_actors.length, 10);
  const kinds = found.advice.map((advice: Json) => advice.kind);
  assertEquals(kinds, ["on_delay", "off_delay", "stale", "flood", "bad_actors", "severity_mix"]);
  assert(found.advice[0].text.includes('"High pressure"'));
  const groups = (kind: string) =>
    found[kind].groups.map(({ key, title, events }: Json) => [key, title, events]);
  assertEquals(groups("plant_nodes"), [["A", "The area", 40], ["E", "The enterprise", 40], [
    "S",
    "The site",
    40,
  ]]);
  assertEquals(groups("templates"), [[String(template_id), "Pump pressure", 40], [
    "777",
    "Template 777 (deleted)",
    10,
  ]]);
  assertEquals(groups("categories"), [["health", "Health", 40], ["safety", "Safety", 10]]);
  assertEquals(found.series.points.reduce((sum: number, point: Json) => sum + point.events, 0), 50);
});

Deno.test("a filter narrows all of the statistics, and a plant node that does not exist is refused", async () => {
  await using app = await testApp({ now: () => nowMs });
  const { template_id, instance_id } = await plant(app);
  await stored(app, [
    event(HOUR, SECOND, { template_id, instance_id, plant_node_floc_id: "A" }),
    event(HOUR, SECOND, { template_id, instance_id: 5, plant_node_floc_id: "S", category: "energy" }),
    event(HOUR, SECOND, { template_id: 777, instance_id: 6 }),
  ]);
  const events = async (query: string) => (await statistics(app, query)).events;
  assertEquals(await events("?hours=2"), 3);
  assertEquals(await events(`?hours=2&template_id=${template_id}`), 2);
  assertEquals(await events("?hours=2&category=energy"), 1);
  for (const [node, count] of [["E", 2], ["S", 2], ["A", 1]]) {
    assertEquals(await events(`?hours=2&plant_node_floc_id=${node}`), count, String(node));
  }
  const unknown = await app.call("GET /api/alarm-statistics?plant_node_floc_id=X", { as: "viewer" });
  assertEquals([unknown.status, unknown.body.details.issues[0].path], [400, "plant_node_floc_id"]);
  assertEquals(await events("?hours=2&plant_node_floc_id=S&category=health"), 1);
  assertEquals(await events("?hours=0.5"), 0);
});

Deno.test("Andon's own events are named as such, and no delay is advised for them", async () => {
  await using app = await testApp({ now: () => nowMs });
  const own = { template_id: 0, instance_id: 0, template_version: 0, rule_id: "lost", category: "source" };
  await stored(app, Array.from({ length: 20 }, (_, i) => event(HOUR + i * 60_000, SECOND, own)));
  const found = await statistics(app, "?hours=2");
  const [{ instance_id, template_id, instance_name, events, advice }] = found.bad_actors;
  assertEquals([instance_id, template_id, instance_name, events, advice], [null, null, "Andon", 20, []]);
  assertEquals(found.templates.groups.map(({ key, title }: Json) => [key, title]), [["Andon", "Andon"]]);
});

Deno.test("delays for critical and safety alarms are advised with critical=true only, last, with their cost", async () => {
  await using app = await testApp({ now: () => nowMs });
  const { template_id, instance_id } = await plant(app);
  const burst = (change: Partial<EventRecord>) =>
    Array.from(
      { length: 12 },
      (_, i) => event(5 * HOUR - i * 20 * SECOND, 12 * SECOND, { template_id, instance_id, ...change }),
    );
  await stored(app, [
    ...burst({ rule_id: "trip", severity: "critical" }),
    ...burst({ template_id: 777, instance_id: 900, category: "safety" }),
    ...burst({}).slice(2),
  ]);
  const told = ({ advice }: Json) =>
    advice.map((
      { kind, rule_id, is_critical, later_seconds }: Json,
    ) => [kind, rule_id, is_critical, later_seconds]);
  const usual = await statistics(app, "?hours=10");
  const others = [["on_delay", "high", false, 15], ["off_delay", "high", false, 0], [
    "flood",
    null,
    false,
    null,
  ]];
  assertEquals(told(usual), others);
  assertEquals(
    usual.bad_actors.map(({ rule_id, advice }: Json) => [rule_id, advice.length]),
    [["trip", 0], ["high", 0], ["high", 2]],
    "two critical ones, then the other",
  );
  assert(usual.advice[0].text.endsWith("cleared within that time; people hear of it 15 s later"));
  const wished = await statistics(app, "?hours=10&critical=true");
  assertEquals(told(wished).slice(0, 3), others);
  assertEquals(told(wished).slice(3).map(([, rule_id, is_critical]: Json[]) => [rule_id, is_critical]), [
    ...[["trip", true], ["trip", true]],
    ...[["high", true], ["high", true]],
  ]);
  assert(wished.advice[3].text.includes("It is a critical or safety alarm"));
  assertEquals(wished.bad_actors.map(({ advice }: Json) => advice.length), [2, 2, 2]);
  const refused = await app.call("GET /api/alarm-statistics?critical=yes", { as });
  assertEquals([refused.status, pathsOf(refused)], [400, ["critical"]]);
});

Deno.test("shares of time are of the time in which Andon ran", async () => {
  await using app = await testApp({ now: () => nowMs });
  await app.storage.coverage.began();
  const { value } = (await app.storage.store.get(keys.firstStart()))!;
  const started = { ...value as Json, at_ms: nowMs - 4 * HOUR };
  await app.storage.store.commit({
    mutations: [
      { type: "set", key: keys.firstStart(), value: started },
      { type: "set", key: keys.stopped(nowMs - HOUR), value: { v: 1, from_ms: nowMs - 3 * HOUR } },
    ],
  }, 1);
  await stored(
    app,
    Array.from(
      { length: 12 },
      (_, i) => event(HOUR / 2 - i * 20 * SECOND, 5 * SECOND, { instance_id: 5 + i }),
    ),
  );
  const { running_seconds, flood, rate } = await statistics(app, "?hours=10");
  assertEquals([running_seconds, rate.average], [7_200, 1]);
  assertEquals(flood, { share: 0.0833, count: 1, longest_seconds: 600 });
});

Deno.test("hours are above 0 and at most 8760; statistics of more than 744 hours may be a minute old", async () => {
  let ms = nowMs;
  await using app = await testApp({ now: () => ms });
  for (const hours of ["0", "-1", "8761", "x"]) {
    const answer = await app.call(`GET /api/alarm-statistics?hours=${hours}`, { as });
    assertEquals([answer.status, pathsOf(answer)], [400, ["hours"]]);
  }
  const events = async (hours: number) => (await statistics(app, `?hours=${hours}`)).events;
  const both = async () => [await events(744), await events(745), await events(8_760)];
  assertEquals(await both(), [0, 0, 0]);
  await stored(app, [event(HOUR, SECOND)]);
  assertEquals(await both(), [1, 0, 0]);
  ms += 59_999;
  assertEquals(await both(), [1, 0, 0]);
  ms += 1;
  assertEquals(await both(), [1, 1, 1]);
});

Deno.test("statistics that failed are computed again for the next request", async () => {
  await using app = await testApp({ now: () => nowMs });
  const since = app.storage.alarmEvents.since;
  app.storage.alarmEvents.since = () => Promise.reject(new Error("broken"));
  assertEquals((await app.call("GET /api/alarm-statistics?hours=8760", { as })).status, 500);
  app.storage.alarmEvents.since = since;
  assertEquals((await app.call("GET /api/alarm-statistics?hours=8760", { as })).status, 200);
});
