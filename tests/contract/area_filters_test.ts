import { assertEquals } from "@std/assert";
import { BlindTime } from "../../domain/coverage/blind_time.ts";
import { OWN_ID, SOURCE_LOST } from "../../domain/event/own_event.ts";
import { MOST_AREAS } from "../../routes/pipeline/place_filter.ts";
import { keys } from "../../storage/keys.ts";
import { blindHourWrites } from "../../storage/writes/blind_hours.ts";
import { storedEvents } from "../support/stored_events.ts";
import { saveShelf } from "../../storage/writes/shelf.ts";
import { deploy, eventRecord } from "../unit/storage/support.ts";
import { areaApp, AREAS, idAt, NODES, type Spot, SPOTS } from "./area_fixture.ts";
import type { Json, TestApp } from "./support.ts";

/** Closed events have the ids of the spots and a hundred more. */
const CLOSED = 100;
const HOUR_MS = 3_600_000;

/** The fixture with a closed event at each spot too. */
async function withClosed(): Promise<TestApp> {
  const app = await areaApp();
  const end_time = new Date(app.deps.now() - 60_000).toISOString();
  const start_time = new Date(app.deps.now() - 120_000).toISOString();
  for (const spot of SPOTS) {
    const event = eventRecord({
      id: CLOSED + idAt(spot),
      instance_id: idAt(spot),
      plant_node_floc_id: NODES[spot],
      is_active: false,
      start_time,
      end_time,
      closed_at: end_time,
      close_reason: "condition_cleared",
    });
    await app.storage.store.commit(storedEvents(event), 1);
  }
  return app;
}

async function comment({ storage, deps }: TestApp, event_id: number): Promise<void> {
  const at = deps.now() - 60_000;
  const said = { v: 1, id: 1, event_id, text: "Cleaned", created_by: "anna" };
  const value = { ...said, created_at: new Date(at).toISOString() };
  await storage.store.commit({
    mutations: [
      { type: "set", key: keys.eventComment(event_id, 1), value },
      { type: "set", key: keys.eventCommentAt(at, event_id, 1), value: 1 },
    ],
  }, 1);
}

/** An instance that was deployed a day ago lacks data for half of the hour before the last. */
async function goBlind({ storage, deps }: TestApp, id: number): Promise<void> {
  const made = storage.instances.get(id), old = new Date(deps.now() - 24 * HOUR_MS).toISOString();
  const record = { ...made, deployment_date: old, created_at: old };
  const hourMs = Math.floor(deps.now() / HOUR_MS - 2) * HOUR_MS;
  const time = new BlindTime(hourMs);
  time.report([{ instanceId: id, noData: 0.5, badQuality: 0 }], hourMs + HOUR_MS);
  const blind = time.hours().flatMap((hour) => blindHourWrites(hour, id));
  await storage.store.commit(
    { mutations: [{ type: "set", key: keys.instance(id), value: record }, ...blind] },
    1,
  );
}

async function loseSource({ storage, deps }: TestApp): Promise<void> {
  const start_time = new Date(deps.now() - HOUR_MS / 2).toISOString();
  const own = { id: 999, instance_id: OWN_ID, rule_id: SOURCE_LOST, plant_node_floc_id: null, start_time };
  const end_time = new Date(deps.now() - HOUR_MS / 4).toISOString();
  const over = {
    is_active: false,
    end_time,
    closed_at: end_time,
    close_reason: "condition_cleared",
  } as const;
  await storage.store.commit(storedEvents(eventRecord({ ...own, ...over })), 1);
}

/** What each filter leaves. */
const FILTERS: readonly [query: string, spots: Spot[]][] = [
  ["", [...SPOTS]],
  [`area=${AREAS.north}`, ["north", "below"]],
  [`area=${AREAS.south}`, ["south"]],
  [`area=${AREAS.north},${AREAS.south}`, ["north", "below", "south"]],
  ["plant_node=NORTH", ["north", "below"]],
  ["plant_node=NORTH-LINE", ["below"]],
  ["plant_node=ROOT", ["north", "below", "south", "outside"]],
  [`area=${AREAS.north}&plant_node=NORTH-LINE`, ["below"]],
  [`area=${AREAS.south}&plant_node=NORTH`, []],
];

const active = (spots: Spot[]) => spots.map(idAt);
const closed = (spots: Spot[]) => spots.map((spot) => CLOSED + idAt(spot));
const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
const idsOf = (rows: Json[]) => sorted(rows.map(({ id }) => id));

/** The ids that a path answers, and those that it should. */
type Paths = Readonly<
  Record<string, { found: (body: Json) => number[]; expected: (spots: Spot[]) => number[] }>
>;

const PATHS: Paths = {
  "/api/rule-events/active": { found: ({ data }) => idsOf(data), expected: active },
  "/api/rule-events/history": {
    found: ({ data, pagination }) => pagination.total === data.length ? idsOf(data) : [],
    expected: (spots) => [...active(spots), ...closed(spots)],
  },
  "/api/rule-events?is_active=false": {
    found: ({ data, pagination }) => pagination.total === data.length ? idsOf(data) : [],
    expected: closed,
  },
  "/api/rule-events?is_active=false&severity=warning&template_id=1": {
    found: ({ data }) => idsOf(data),
    expected: closed,
  },
  "/api/rule-events?is_active=false&text=pump": { found: ({ data }) => idsOf(data), expected: closed },
  "/api/instances": { found: ({ data }) => idsOf(data), expected: active },
  "/api/template-instances/1": { found: ({ data }) => idsOf(data), expected: active },
  "/api/event-wall-data": {
    found: ({ data: { groups, total } }) => {
      const ids = idsOf(groups.flatMap(({ events }: Json) => events));
      return total === ids.length ? ids : [];
    },
    expected: (spots) => [...active(spots), ...closed(spots)],
  },
  "/api/alarm-statistics": {
    found: ({ data: { bad_actors } }) => sorted(bad_actors.map(({ instance_id }: Json) => instance_id)),
    expected: active,
  },
  "/api/shelves": { found: ({ data }) => sorted(data.map((row: Json) => row.instance_id)), expected: active },
};

/** What a shift reads besides its events. */
const SHIFT_PATHS: Paths = {
  "/api/comments": {
    found: ({ data, pagination }) =>
      pagination.total === data.length ? sorted(data.map(({ event }: Json) => event.id)) : [],
    expected: (spots) => [...active(spots), ...closed(spots)],
  },
  "/api/coverage": {
    found: ({ data: { instances, instance_count, source_lost } }) =>
      instance_count === instances.length && source_lost.length === 1
        ? sorted(instances.map((row: Json) => row.instance_id))
        : [],
    expected: active,
  },
};

async function checkPaths(app: TestApp, paths: Paths): Promise<void> {
  for (const [path, { found, expected }] of Object.entries(paths)) {
    for (const [query, spots] of FILTERS) {
      const line = `GET ${path}${path.includes("?") ? "&" : "?"}${query}`;
      const { status, body, text } = await app.call(line, { as: "viewer" });
      assertEquals([line, status], [line, 200], text);
      assertEquals([line, found(body)], [line, sorted(expected(spots))]);
    }
  }
}

Deno.test("every list and figure of things in the plant is filtered by area and plant node, with exact totals", async () => {
  await using app = await withClosed();
  for (const spot of SPOTS) {
    const key = { instance_id: idAt(spot), rule_id: "shelved" };
    const until = new Date(app.deps.now() + 3_600_000).toISOString();
    const shelf = {
      v: 1 as const,
      ...key,
      event_id: idAt(spot),
      shelved_at: until,
      by: "anna",
      until,
      reason: "x",
    };
    await app.storage.store.commit({ mutations: [saveShelf(shelf)] }, 1);
  }
  await checkPaths(app, PATHS);
});

Deno.test("a plant node that does not exist, or was deleted, is refused by name on every path", async () => {
  await using app = await withClosed();
  const node = { floc_id: "GONE", name: "N", parent_id: "ROOT", node_type: "site" };
  await app.call("POST /api/plant-model", { as: "admin", body: node });
  const at = { start_time: "2026-01-31T07:00:00.000Z", end_time: "2026-01-31T07:00:00.000Z" };
  const event = eventRecord({ id: 77, is_active: false, plant_node_floc_id: "GONE", ...at });
  await app.storage.store.commit(storedEvents(event), 1);
  const deleted = await app.call("DELETE /api/plant-model/GONE", { as: "admin" });
  assertEquals(deleted.status, 200, deleted.text);
  const aliases = { "/api/rule-events/active": "place", "/api/alarm-statistics": "plant_node_floc_id" };
  const asked = [
    ...Object.keys({ ...PATHS, ...SHIFT_PATHS }).map((path) => [path, "plant_node"]),
    ...Object.entries(aliases),
  ];
  for (const [path, field] of asked) {
    const line = `GET ${path}${path.includes("?") ? "&" : "?"}${field}=GONE`;
    const { status, body } = await app.call(line, { as: "viewer" });
    assertEquals([line, status, body.details?.error_code], [line, 400, "VALIDATION_FAILED"]);
    assertEquals(body.details.issues, [{ path: field, message: 'Plant node "GONE" does not exist' }], line);
  }
});

Deno.test("comments and missing data are filtered by place with exact totals; an outage of the source is everywhere", async () => {
  await using app = await withClosed();
  for (const spot of SPOTS) {
    for (const id of [idAt(spot), CLOSED + idAt(spot)]) await comment(app, id);
    await goBlind(app, idAt(spot));
  }
  await loseSource(app);
  await checkPaths(app, SHIFT_PATHS);
  const { body } = await app.call("GET /api/comments?area=1&limit=1&offset=1", { as: "viewer" });
  assertEquals([body.data.length, body.pagination.total], [1, 4]);
});

Deno.test("an area without plant nodes below it shows nothing, with a total of 0", async () => {
  await using app = await withClosed();
  for (const spot of SPOTS) await comment(app, idAt(spot));
  const node = { floc_id: "EMPTY", name: "N", parent_id: "ROOT", node_type: "site" };
  await app.call("POST /api/plant-model", { as: "admin", body: node });
  const made = await app.call("POST /api/areas", {
    as: "admin",
    body: { name: "Empty", plant_node_ids: ["EMPTY"] },
  });
  const { id } = made.body.data;
  for (const [path, { found }] of Object.entries({ ...PATHS, ...SHIFT_PATHS })) {
    if (path === "/api/coverage") continue;
    const line = `GET ${path}${path.includes("?") ? "&" : "?"}area=${id}`;
    const { status, body } = await app.call(line, { as: "viewer" });
    assertEquals([line, status, found(body), body.pagination?.total ?? 0], [line, 200, [], 0]);
  }
});

Deno.test("the wall's coverage is that of the instances of the place", async () => {
  await using app = await withClosed();
  await deploy(app.storage, idAt("south"), false);
  for (const [query, spots] of FILTERS.filter(([, spots]) => spots.length > 0)) {
    const { body } = await app.call(`GET /api/event-wall-data?${query}`, { as: "viewer" });
    const deployed = spots.filter((spot) => spot !== "south");
    assertEquals([query, body.data.groups[0].coverage !== null], [query, deployed.length > 0]);
    const places = new Set(spots.map((spot) => NODES[spot] ?? ""));
    const bounds = app.storage.coverage.ofTemplates([1], places);
    assertEquals([query, bounds?.instances ?? 0], [query, deployed.length]);
  }
});

Deno.test("closed events stay at the node they recorded, and an area that changes shows others at once", async () => {
  await using app = await withClosed();
  const ids = async () => {
    const { body } = await app.call(`GET /api/rule-events?is_active=false&area=${AREAS.south}`, {
      as: "viewer",
    });
    return idsOf(body.data);
  };
  assertEquals(await ids(), closed(["south"]));
  await app.call(`PUT /api/areas/${AREAS.south}`, { as: "admin", body: { plant_node_ids: ["NORTH-LINE"] } });
  assertEquals(await ids(), closed(["below"]));
  await app.call("PUT /api/plant-model/NORTH-LINE", { as: "admin", body: { name: "Line" } });
  assertEquals(await ids(), closed(["below"]));
});

Deno.test("an unknown area, and the 21st one, are refused", async () => {
  await using app = await withClosed();
  const paths = [
    ...["rule-events/active", "rule-events", "rule-events/history", "event-wall-data", "alarm-statistics"],
    ...["instances", "template-instances/1", "shelves", "comments", "coverage"],
  ];
  const many = (count: number) => Array.from({ length: count }, () => AREAS.north).join(",");
  for (const path of paths) {
    const ask = async (area: string) => {
      const { status, body } = await app.call(`GET /api/${path}?area=${area}`, { as: "viewer" });
      return [path, status, status === 400 ? body.details.issues.map(({ path }: Json) => path) : []];
    };
    assertEquals(await ask("77"), [path, 400, ["area"]]);
    assertEquals(await ask("north"), [path, 400, ["area"]]);
    assertEquals(await ask(""), [path, 400, ["area"]]);
    assertEquals(await ask(many(MOST_AREAS)), [path, 200, []]);
    assertEquals(await ask(many(MOST_AREAS + 1)), [path, 400, ["area"]]);
  }
});
