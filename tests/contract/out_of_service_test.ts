import { assertEquals } from "@std/assert";
import { OUT_OF_SERVICE_LIMITS } from "../../domain/out_of_service/limits.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord, outOfServiceRecord } from "../unit/storage/support.ts";
import { areaApp, AREAS, holders, idAt, NODES, type Spot } from "./area_fixture.ts";
import {
  type Answer,
  type Call,
  type Json,
  makePackage,
  pathsOf,
  templateBody,
  type TestApp,
} from "./support.ts";

const NOW = Date.UTC(2026, 0, 31, 8), HOUR = 3_600_000, DAY = 24 * HOUR;
const LIST = "GET /api/out-of-service", POST = "POST /api/out-of-service";
const at = (ms: number) => isoFromMs(NOW + ms);

interface Scene extends AsyncDisposable {
  app: TestApp;
  /** Turns the clock, in milliseconds from the begin. */
  turn(ms: number): void;
}

/** Active events `r1` to `r5` at the spots of the fixture. */
async function scene(): Promise<Scene> {
  let nowMs = NOW;
  const app = await areaApp({ now: () => nowMs });
  return {
    app,
    turn: (ms) => nowMs = NOW + ms,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const NORTH = { kind: "plant_node", plant_node_floc_id: "NORTH" };
const draft = { scope: NORTH, ends_at: at(HOUR), reason: "Bearings are replaced" };

function take(app: TestApp, change: Json = {}, call: Call = { as: "operator" }): Promise<Answer> {
  return app.call(POST, { ...call, body: { ...draft, ...change } });
}

async function taken(app: TestApp, change: Json = {}): Promise<Json> {
  const answer = await take(app, change);
  assertEquals(answer.status, 201, answer.text);
  return answer.body.data;
}

async function wall(app: TestApp): Promise<Json> {
  return (await app.call("GET /api/event-wall-data?hours=24", { as: "viewer" })).body.data;
}

async function listed(app: TestApp, query = ""): Promise<Json[]> {
  return (await app.call(`${LIST}${query}`, { as: "viewer" })).body.data;
}

/** An instance with the rule `high` in the south. */
async function pump(app: TestApp): Promise<number> {
  const template = templateBody(await makePackage(app, "Pumps"));
  const [rule] = template.rules;
  const rules = [{ ...rule, rule_id: "high", rule_name: "TooHigh", display_name: "Too high" }];
  const made = await app.call("POST /api/templates", { as: "engineer", body: { ...template, rules } });
  assertEquals(made.status, 201, made.text);
  const { id } = made.body.template;
  const draft = { template_id: id, instance_name: "Pump 1", plant_node_floc_id: "SOUTH" };
  const answer = await app.call("POST /api/instances", { as: "engineer", body: draft });
  assertEquals(answer.status, 201, answer.text);
  return answer.body.data.id;
}

async function wallSpots(app: TestApp): Promise<Spot[]> {
  const { groups } = await wall(app);
  const ids = groups.flatMap(({ events }: Json) => events.map(({ id }: Json) => id));
  return (Object.keys(NODES) as Spot[]).filter((spot) => ids.includes(idAt(spot)));
}

Deno.test("a plant node is taken out of service with everything beneath, for a time", async () => {
  await using on = await scene();
  const { app, turn } = on;
  const made = await take(app, { work_order: "WO-4711" });
  assertEquals([made.status, made.body.message], [201, `"N" is out of service until ${at(HOUR)}`]);
  const { id: _, ...data } = made.body.data;
  assertEquals(data, {
    ...{ scope: NORTH, name: "N", state: "running", plant_node_floc_id: "NORTH", active_events: 2 },
    ...{ starts_at: at(0), ends_at: at(HOUR), reason: draft.reason, work_order: "WO-4711" },
    ...{ created_at: at(0), created_by: "operator", ended_at: null, ended_by: null },
  });
  const hidden = await wall(app);
  assertEquals([hidden.total, hidden.out_of_service, hidden.shelved], [3, 2, 0]);
  assertEquals(await wallSpots(app), ["south", "outside", "nowhere"]);
  turn(HOUR - 1);
  assertEquals(await wallSpots(app), ["south", "outside", "nowhere"]);
  turn(HOUR);
  assertEquals([(await wall(app)).out_of_service, await wallSpots(app)], [0, Object.keys(NODES)]);
});

Deno.test("an instance and an alarm are taken out of service by themselves", async () => {
  await using on = await scene();
  const { app } = on, instance_id = await pump(app);
  for (const [id, rule_id] of [[90, "high"], [91, "low"]] as const) {
    const record = eventRecord({ id, instance_id, rule_id, plant_node_floc_id: "SOUTH" });
    await app.storage.store.commit(storedEvents(record), 1);
  }
  const alarm = await taken(app, { scope: { kind: "alarm", instance_id, rule_id: "high" } });
  assertEquals([alarm.name, alarm.active_events, (await wall(app)).out_of_service], [
    "Too high of Pump 1",
    1,
    1,
  ]);
  const instance = await taken(app, { scope: { kind: "instance", instance_id }, ends_at: at(2 * HOUR) });
  assertEquals([instance.name, (await wall(app)).out_of_service], ["Pump 1", 2]);
});

Deno.test("a planned one begins at its time", async () => {
  await using on = await scene();
  const { app, turn } = on;
  const made = await take(app, { starts_at: at(HOUR), ends_at: at(2 * HOUR) });
  assertEquals([made.body.data.state, made.body.message], [
    ...["planned", `"N" is out of service from ${at(HOUR)} until ${at(2 * HOUR)}`],
  ]);
  assertEquals((await wall(app)).out_of_service, 0);
  turn(HOUR);
  assertEquals([(await wall(app)).out_of_service, (await listed(app))[0].state], [2, "running"]);
});

Deno.test("an event is flagged by its start, though it is hidden by the time of asking", async () => {
  await using on = await scene();
  const { app, turn } = on;
  const { id } = await taken(app);
  const north = { instance_id: idAt("north"), plant_node_floc_id: "NORTH" };
  for (const [event, ms] of [[91, -1], [92, 0], [93, HOUR - 1], [94, HOUR]] as const) {
    const record = eventRecord({ id: event, ...north, start_time: at(ms) });
    await app.storage.store.commit(storedEvents(record), 1);
  }
  const flags = async () => {
    const answers = [91, 92, 93, 94].map((event) =>
      app.call(`GET /api/rule-events/${event}`, { as: "viewer" })
    );
    return (await Promise.all(answers))
      .map(({ body: { data } }) => [data.out_of_service_id, data.out_of_service_until]);
  };
  const now = at(HOUR);
  assertEquals(await flags(), [[null, now], [id, now], [id, now], [null, now]]);
  turn(2 * HOUR);
  assertEquals(await flags(), [[null, null], [id, null], [id, null], [null, null]]);
  assertEquals((await wall(app)).out_of_service, 0);
});

Deno.test("events are filtered by whether they are out of service now", async () => {
  await using on = await scene();
  await taken(on.app);
  const ids = async (query: string) =>
    (await on.app.call(`GET /api/rule-events?${query}`, { as: "viewer" })).body.data
      .map(({ id }: Json) => id).sort();
  assertEquals(await ids("out_of_service=true"), [idAt("north"), idAt("below")]);
  assertEquals(
    await ids("out_of_service=false"),
    ["south", "outside", "nowhere"].map((one) => idAt(one as Spot)),
  );
});

Deno.test("it is extended, shortened and ended by hand, and stays in the register", async () => {
  await using on = await scene();
  const { app, turn } = on;
  const { id } = await taken(app);
  const change = (body: Json) => app.call(`PUT /api/out-of-service/${id}`, { as: "operator", body });
  assertEquals((await change({ ends_at: at(2 * HOUR), reason: "More" })).body.data.ends_at, at(2 * HOUR));
  turn(HOUR);
  assertEquals((await wall(app)).out_of_service, 2);
  assertEquals(pathsOf(await change({ starts_at: at(HOUR / 2) })), ["starts_at"]);
  assertEquals((await change({ scope: { kind: "instance", instance_id: 1 } })).body.data.scope, NORTH);
  const ended = await app.call(`DELETE /api/out-of-service/${id}`, { as: "operator" });
  assertEquals([ended.status, ended.body.message], [200, `"N" is back in service`]);
  assertEquals([(await wall(app)).out_of_service, await listed(app)], [0, []]);
  const [row] = (await listed(app, "?state=ended")).filter((one) => one.id === id);
  assertEquals([row.ended_at, row.ended_by, row.state], [at(HOUR), "operator", "ended"]);
  for (
    const again of [
      await change({ ends_at: at(DAY) }),
      await app.call(`DELETE /api/out-of-service/${id}`, { as: "operator" }),
    ]
  ) {
    assertEquals([again.status, again.body.error.startsWith(`It ended at ${at(HOUR)}`)], [400, true]);
  }
  const planned = await taken(app, { starts_at: at(5 * HOUR), ends_at: at(6 * HOUR) });
  await app.call(`DELETE /api/out-of-service/${planned.id}`, { as: "operator" });
  assertEquals((await app.call(`GET /api/out-of-service/${planned.id}`, { as: "viewer" })).status, 404);
});

Deno.test("an interval out of service takes at most 30 days, and begins at most 365 days ahead", async () => {
  await using on = await scene();
  const { app } = on;
  const paths = async (change: Json) => pathsOf(await take(app, change));
  assertEquals([await paths({ ends_at: at(30 * DAY) }), await paths({ ends_at: at(30 * DAY + 1) })], [[], [
    "ends_at",
  ]]);
  const ahead = (ms: number) => ({ starts_at: at(ms), ends_at: at(ms + HOUR) });
  assertEquals([await paths(ahead(365 * DAY)), await paths(ahead(365 * DAY + 1))], [[], ["starts_at"]]);
  assertEquals([await paths({ ends_at: at(0) }), await paths({ ends_at: undefined })], [["ends_at"], [
    "ends_at",
  ]]);
  const past = await taken(app, { starts_at: at(-DAY) });
  assertEquals([past.starts_at, past.state], [at(0), "running"]);
});

Deno.test("what does not exist is not taken out of service", async () => {
  await using on = await scene();
  const paths = async (scope: Json) => pathsOf(await take(on.app, { scope }));
  assertEquals(await paths({ kind: "plant_node", plant_node_floc_id: "WEST" }), ["scope.plant_node_floc_id"]);
  assertEquals(await paths({ kind: "instance", instance_id: 77 }), ["scope.instance_id"]);
  assertEquals(await paths({ kind: "alarm", instance_id: 1, rule_id: "none" }), ["scope.rule_id"]);
  assertEquals(await paths({ kind: "asset", instance_id: 1 }), ["scope.kind"]);
  assertEquals(pathsOf(await take(on.app, { reason: " " })), ["reason"]);
});

Deno.test("1,000 are planned or out of service at a time; those that ended do not count", async () => {
  await using on = await scene();
  const { open } = OUT_OF_SERVICE_LIMITS, { store } = on.app.storage;
  for (let from = 0; from < open - 1; from += 333) {
    const mutations = Array.from({ length: 333 }, (_, i) => {
      const id = 1_000 + from + i, ends_at = at(DAY), ended_at = null;
      const value = outOfServiceRecord({
        id,
        scope: { kind: "instance", instance_id: 9 },
        ends_at,
        ended_at,
      });
      return { type: "set" as const, key: keys.outOfService(id), value };
    });
    await store.commit({ mutations }, 1);
  }
  await taken(on.app);
  const over = await take(on.app);
  assertEquals([over.status, over.body.error], [
    400,
    "1000 are planned or out of service, the most that are possible; end one first",
  ]);
});

Deno.test("only who operates the place takes it out of service; everybody reads", async () => {
  await using on = await scene();
  const { app } = on;
  const grants = [{ role: "operator" as const, area_ids: [AREAS.south] }];
  const [south] = await holders(app, { who: "south", role: "viewer", grants });
  const scopeAt = (spot: Spot) => ({ scope: { kind: "instance", instance_id: idAt(spot) } });
  const status = async (change: Json, call = south!.call) => (await take(app, change, call)).status;
  assertEquals([await status(scopeAt("south")), await status(scopeAt("north"))], [201, 403]);
  assertEquals(await status({ scope: { kind: "plant_node", plant_node_floc_id: "ROOT" } }), 403);
  assertEquals((await take(app, {}, { as: "viewer" })).status, 403);
  const north = await taken(app);
  const refused = await app.call(`DELETE /api/out-of-service/${north.id}`, south!.call);
  assertEquals([refused.status, (await listed(app)).length], [403, 2]);
  assertEquals((await listed(app, "?plant_node=NORTH")).map(({ id }) => id), [north.id]);
  assertEquals((await listed(app, `?area=${AREAS.south}`)).length, 1);
});

Deno.test("the audit log has who took what out of service, and ended it", async () => {
  await using on = await scene();
  const { id } = await taken(on.app);
  await on.app.call(`DELETE /api/out-of-service/${id}`, { as: "engineer" });
  const { body } = await on.app.call(`GET /api/audit-log?resource_type=out_of_service`, { as: "admin" });
  assertEquals(body.data.map(({ who, action }: Json) => [who, action]), [
    ...[["engineer", "ended"], ["operator", "created"]],
  ]);
});
