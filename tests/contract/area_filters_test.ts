import { assertEquals } from "@std/assert";
import { MOST_AREAS } from "../../routes/place_filter.ts";
import { openEvent } from "../../storage/writes/event.ts";
import { saveShelf } from "../../storage/writes/shelf.ts";
import { deploy, eventRecord } from "../unit/storage/support.ts";
import { areaApp, AREAS, idAt, NODES, type Spot, SPOTS } from "./area_fixture.ts";
import type { Json, TestApp } from "./support.ts";

/** Closed events have the ids of the spots and a hundred more. */
const CLOSED = 100;

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
    await app.storage.store.commit({ mutations: openEvent(event) }, 1);
  }
  return app;
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
  ["plant_node=ELSEWHERE", []],
  [`area=${AREAS.north}&plant_node=NORTH-LINE`, ["below"]],
  [`area=${AREAS.south}&plant_node=NORTH`, []],
];

const active = (spots: Spot[]) => spots.map(idAt);
const closed = (spots: Spot[]) => spots.map((spot) => CLOSED + idAt(spot));
const sorted = (ids: number[]) => ids.sort((a, b) => a - b);
const idsOf = (rows: Json[]) => sorted(rows.map(({ id }) => id));

/** The ids that each path answers, and those that it should. */
const PATHS: Readonly<
  Record<string, { found: (body: Json) => number[]; expected: (spots: Spot[]) => number[] }>
> = {
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
  for (const [path, { found, expected }] of Object.entries(PATHS)) {
    for (const [query, spots] of FILTERS) {
      const line = `GET ${path}${path.includes("?") ? "&" : "?"}${query}`;
      const { status, body, text } = await app.call(line, { as: "viewer" });
      assertEquals([line, status], [line, 200], text);
      assertEquals([line, found(body)], [line, sorted(expected(spots))]);
    }
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
  const ask = async (area: string) => {
    const { status, body } = await app.call(`GET /api/rule-events/active?area=${area}`, { as: "viewer" });
    return [status, status === 400 ? body.details.issues.map(({ path }: Json) => path) : []];
  };
  const many = (count: number) => Array.from({ length: count }, () => AREAS.north).join(",");
  assertEquals(await ask("77"), [400, ["area"]]);
  assertEquals(await ask("north"), [400, ["area"]]);
  assertEquals(await ask(many(MOST_AREAS)), [200, []]);
  assertEquals(await ask(many(MOST_AREAS + 1)), [400, ["area"]]);
});
