import { assert, assertEquals, assertMatch } from "@std/assert";
import { type AreaGrant, type Role, ROLES } from "../../domain/access/types.ts";
import type { Place } from "../../routes/pipeline/admission.ts";
import { PERMISSIONS, PLACES } from "../support/api_admissions.ts";
import {
  areaApp,
  AREAS,
  areasAt,
  type Holder,
  holders,
  idAt,
  NODES,
  PARENTS,
  type Spot,
  SPOTS,
} from "./area_fixture.ts";
import { apiContract } from "../support/api_contract.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord, templateDraft } from "../unit/storage/support.ts";
import { type Answer, discover, type Json, type TestApp } from "./support.ts";

const IN_NORTH = [AREAS.north], IN_SOUTH = [AREAS.south];

/** Every role in the whole plant, and the roles that act in one area, the other or both. */
const GRANTED: readonly { who: string; role: Role; grants: AreaGrant[] }[] = [
  ...ROLES.map((role) => ({ who: `${role}-everywhere`, role, grants: [] })),
  ...(["operator", "engineer", "admin"] as const).flatMap((role) => [
    { who: `${role}-north`, role: "viewer" as const, grants: [{ role, area_ids: IN_NORTH }] },
    { who: `${role}-south`, role: "viewer" as const, grants: [{ role, area_ids: IN_SOUTH }] },
    {
      who: `${role}-both`,
      role: "viewer" as const,
      grants: [{ role, area_ids: [AREAS.north, AREAS.south] }],
    },
  ]),
  {
    who: "mixed",
    role: "operator",
    grants: [{ role: "engineer", area_ids: IN_NORTH }, { role: "viewer", area_ids: IN_SOUTH }],
  },
];

/** The expected role at a spot, independent of the program. */
function roleAt({ role, grants }: Pick<Holder, "role" | "grants">, spot: Spot): Role {
  const there = grants.filter(({ area_ids }) => area_ids.some((id) => areasAt(spot).includes(id)));
  const rank = Math.max(...[role, ...there.map((grant) => grant.role)].map((one) => ROLES.indexOf(one)));
  return ROLES[rank];
}

const has = (role: Role, needed: Role) => ROLES.indexOf(role) >= ROLES.indexOf(needed);
const highest = ({ role, grants }: Pick<Holder, "role" | "grants">) =>
  ROLES[Math.max(...[role, ...grants.map((grant) => grant.role)].map((one) => ROLES.indexOf(one)))];

/** One request of a line on a thing at a spot; `to`: where the body says that it shall stand. */
interface Case {
  line: string;
  place: Place;
  spot: Spot;
  to?: Spot;
}

/** Every way in which a line can be aimed. */
function casesOf(line: string, place: Place): Case[] {
  if (place === "new_instance" || place === "new_node") {
    return SPOTS.map((to) => ({ line, place, spot: to, to }));
  }
  if (["plant", "anywhere", "items"].includes(place)) return [{ line, place, spot: "nowhere" }];
  const spots = place === "node" ? SPOTS.filter((spot) => spot !== "nowhere") : SPOTS;
  const at = (spot: Spot) => place === "node" ? PARENTS[spot] : spot;
  const isMove = line.startsWith("PUT") && place !== "event" && place !== "scope";
  return spots.flatMap((spot): Case[] => [
    { line, place, spot },
    ...isMove ? SPOTS.filter((to) => to !== at(spot)).map((to) => ({ line, place, spot, to })) : [],
  ]);
}

function requestOf({ line, place, spot, to }: Case): { line: string; body?: Json } {
  const [method, path] = line.split(" ");
  const id = place === "node" ? NODES[spot] : path.includes("/templates/") ? 1 : idAt(spot);
  const aimed = path.replace(":floc_id", String(id)).replace(":version", "1")
    .replace(/:\w+/, ["plant", "anywhere"].includes(place) ? "999999" : String(id));
  // The unknown field, or the empty body, makes each body that is looked at a 400, so that nothing changes.
  const field = place === "node" || place === "new_node" ? "parent_id" : "plant_node_floc_id";
  const unknown = place === "plant" ? {} : { no_field: 1 };
  const instance_id = idAt(spot), scope = { kind: "instance", instance_id };
  const named = place === "named_instance" ? { instance_id } : place === "scope" ? { scope } : {};
  const body = { ...unknown, ...named, ...to === undefined ? {} : { [field]: NODES[to] } };
  return { line: `${method} ${aimed}`, ...method === "GET" || method === "DELETE" ? {} : { body } };
}

/** `role`, `area`: refused for that; `passes`: whatever follows, another refusal among it. */
function expected({ line, place, spot, to }: Case, holder: Holder): "role" | "area" | "passes" {
  const needed = PERMISSIONS[line];
  if (needed === "public" || has(holder.role, needed)) return "passes";
  if (!has(highest(holder), needed) || place === "plant") return "role";
  if (place === "anywhere" || place === "items") return "passes";
  const ends = to === undefined ? [spot] : [spot, to];
  return ends.every((end) => has(roleAt(holder, end), needed)) ? "passes" : "area";
}

function found({ status, body }: Answer): "role" | "area" | "passes" {
  if (status !== 403 || body.details.error_code !== "FORBIDDEN") return "passes";
  return /^This needs the role \w+ in (the area|one of the areas|the whole plant, because)/.test(body.error)
    ? "area"
    : "role";
}

async function allHolders(app: TestApp): Promise<Holder[]> {
  return (await Promise.all(GRANTED.map((granted) => holders(app, granted)))).flat();
}

/** Every operation under `/api` of the document, as the tables write it. */
async function documentedLines(): Promise<string[]> {
  const { operations } = await apiContract();
  return operations.filter(({ path }) => path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`);
}

/** The expected places, independent of the table: the first rule that fits applies. */
const PLACE_RULES: readonly [RegExp, Place][] = [
  [/ \/api\/(test-connection|discover-assets|sources\/:id\/test)$/, "plant"],
  [/\/(backtest|backtests|advice|preview|conversation)$/, "anywhere"],
  [/\/(bulk|bulk-\w+|upgrade)$/, "items"],
  [/ \/api\/(packages|templates)(\/|$)/, "plant"],
  [/^POST \/api\/(instances|template-instances)$/, "new_instance"],
  [/ \/api\/instances\/:id(\/|$)/, "instance"],
  [/^GET \/api\/(notification-log|[\w-]+-logs\/:\w+|rule-events\/:id\/notifications)$/, "anywhere"],
  [/ \/api\/rule-events\/:id\/(un)?shelve$/, "shelf"],
  [/ \/api\/out-of-service(\/|$)/, "scope"],
  [/ \/api\/rule-events\/:id(\/|$)/, "event"],
  [/ \/api\/rosters\/:id\/overrides(\/|$)/, "anywhere"],
  [/ \/api\/(notification-people|notification-policies|teams|rosters|heartbeats)(\/|$)/, "plant"],
  [/ \/api\/notification-drills$/, "named_instance"],
  [/^POST \/api\/plant-model$/, "new_node"],
  [/ \/api\/plant-model\/:floc_id$/, "node"],
];

Deno.test("each acting path acts where the decisions say", () => {
  for (const [line, place] of Object.entries(PLACES)) {
    const rule = PLACE_RULES.find(([pattern]) => pattern.test(line));
    assertEquals([line, place], [line, rule?.[1]]);
  }
});

Deno.test("every acting path lets each grant act at each place or refuses it, at both ends of a move", async () => {
  await using app = await areaApp();
  const all = await allHolders(app);
  const walked = (await documentedLines()).flatMap((line) =>
    casesOf(line, PLACES[line] ?? (PERMISSIONS[line] === "admin" ? "plant" : "anywhere"))
  );
  assert(walked.length >= 150, `${walked.length}`);
  for (const one of walked.filter(({ line }) => line !== "POST /api/auth/logout" && line !== "GET /api/ws")) {
    for (const holder of all) {
      const request = requestOf(one);
      const answer = await app.call(request.line, { ...holder.call, body: request.body, undocumented: true });
      const expects = expected(one, holder);
      assertEquals([one, holder.who, found(answer)], [one, holder.who, expects], answer.text);
      if (expects === "passes") continue;
      const { role_needed, areas_needed } = answer.body.details;
      assertEquals(role_needed, PERMISSIONS[one.line]);
      if (expects === "area") {
        assertEquals(areas_needed.map(({ id }: { id: number }) => id), neededAt(one, holder));
      }
    }
  }
});

/** The areas of the first end at which the role is missing. */
function neededAt({ line, spot, to }: Case, holder: Holder): number[] {
  const needed = PERMISSIONS[line] as Role;
  return areasAt(has(roleAt(holder, spot), needed) ? to ?? spot : spot);
}

/** Bodies that name the instances or events of all spots. */
const ids = SPOTS.map(idAt);
const ITEMS: Readonly<Record<string, Json>> = {
  "POST /api/instances/bulk-deploy": { instance_ids: ids },
  "POST /api/instances/bulk-undeploy": { template_id: 1 },
  "POST /api/instances/bulk-delete": { instance_ids: ids },
  "POST /api/rule-events/bulk-acknowledge": { event_ids: ids },
  "POST /api/templates/:id/versions/:version/upgrade": { instance_ids: ids, dry_run: true },
};

Deno.test("a request on many things refuses those outside the caller's areas, and carries out the others", async () => {
  await using app = await areaApp();
  const all = await allHolders(app);
  const lines = Object.keys(PLACES).filter((line) => PLACES[line] === "items");
  assertEquals(lines.sort(), [...Object.keys(ITEMS), "POST /api/instances/bulk"].sort());
  for (const [line, body] of Object.entries(ITEMS)) {
    const needed = PERMISSIONS[line] as Role;
    for (const holder of all.filter((one) => has(highest(one), needed))) {
      const { status, body: answer } = await app.call(line.replace(/:\w+/g, "1"), { ...holder.call, body });
      assertEquals(status, 200, `${line} ${holder.who} ${JSON.stringify(answer)}`);
      const refused = answer.data.items.filter(({ problems }: Json) =>
        /^This needs the role/.test(problems?.[0]?.message ?? "")
      ).map(({ id }: Json) => id);
      const outside = SPOTS.filter((spot) => !has(roleAt(holder, spot), needed)).map(idAt);
      assertEquals([line, holder.who, refused], [line, holder.who, outside]);
    }
  }
});

Deno.test("a bulk creation makes the instances of the caller's areas only", async () => {
  await using app = await areaApp();
  await discover(app.storage, ["P.NORTH.Pressure", "P.SOUTH.Pressure"]);
  const [engineer] = await holders(app, GRANTED.find(({ who }) => who === "engineer-north")!);
  const placeholder = {
    placeholder_name: "PUMP",
    data_type: "NUM",
    description: "",
    is_required: true,
  } as const;
  const placeholders = [{ ...placeholder, default_value: null, max_age_seconds: null }];
  const draft = templateDraft(1, { name: "By pattern", placeholders });
  const template = await app.storage.templates.create(draft, { name: "test", role: "admin" });
  const given = {
    template_id: template.id,
    instance_name: "*",
    plant_node_floc_id: "*",
    placeholders: { PUMP: "P.*.Pressure" },
  };
  for (const [dry_run, status] of [[true, "would_create"], [false, "created"]] as const) {
    const { body } = await app.call("POST /api/instances/bulk", {
      ...engineer.call,
      body: { ...given, dry_run },
    });
    const items = body.data.items.map((item: Json) => [item.instance_name, item.status]);
    assertEquals(items, [["NORTH", status], ["SOUTH", "failed"]]);
    assertMatch(body.data.items[1].problems[0].message, /needs the role engineer in the area "South"/);
  }
  assertEquals(app.storage.instances.list({ template_id: template.id }).length, 1);
});

Deno.test("refusals come in the order: 401, role, 404, area, 400, guard", async () => {
  await using app = await areaApp();
  const [[operator], [north], [everywhere]] = await Promise.all([
    holders(app, GRANTED.find(({ who }) => who === "operator-both")!),
    holders(app, GRANTED.find(({ who }) => who === "engineer-north")!),
    holders(app, GRANTED.find(({ who }) => who === "engineer-everywhere")!),
  ]);
  const put = async (id: number, holder: Holder | undefined, body: Json) => {
    const answer = await app.call(`PUT /api/instances/${id}`, { ...holder?.call, body });
    return [answer.status, answer.body.details?.error_code, found(answer)];
  };
  const wrong = { no_field: 1 }, right = { instance_name: "Another name" };
  const south = idAt("south");
  assertEquals(await put(999, undefined, wrong), [401, "AUTHENTICATION_REQUIRED", "passes"]);
  assertEquals(await put(999, operator, wrong), [403, "FORBIDDEN", "role"]);
  assertEquals(await put(999, north, wrong), [404, "NOT_FOUND", "passes"]);
  assertEquals(await put(south, north, wrong), [403, "FORBIDDEN", "area"]);
  assertEquals(await put(idAt("north"), north, wrong), [400, "VALIDATION_FAILED", "passes"]);
  assertEquals(await put(idAt("north"), north, right), [403, "INSTANCE_IN_USE", "passes"]);
  assertEquals(await put(south, everywhere, right), [403, "INSTANCE_IN_USE", "passes"]);
});

Deno.test("an event belongs to the node it recorded, its shelving to the node of the instance", async () => {
  await using app = await areaApp();
  const [north] = await holders(app, GRANTED.find(({ who }) => who === "operator-north")!);
  const [south] = await holders(app, GRANTED.find(({ who }) => who === "operator-south")!);
  const moved = eventRecord({
    id: 50,
    instance_id: idAt("north"),
    rule_id: "x",
    plant_node_floc_id: NODES.south,
  });
  await app.storage.store.commit(storedEvents(moved), 1);
  const status = async (what: string, { call }: Holder, body?: Json) =>
    (await app.call(`POST /api/rule-events/50/${what}`, { ...call, body, undocumented: true })).status;
  const shelve = { minutes: 60, reason: "service" };
  assertEquals([await status("acknowledge", north), await status("acknowledge", south)], [403, 200]);
  assertEquals([await status("shelve", north, shelve), await status("shelve", south, shelve)], [200, 403]);
});

Deno.test("changed grants count from the next request on, and the session goes on", async () => {
  await using app = await areaApp();
  const [person] = await holders(app, { who: "anna", role: "viewer", grants: [] });
  const { id } = app.storage.access.userByName("anna")!;
  const act = async (spot: Spot) =>
    (await app.call(`POST /api/rule-events/${idAt(spot)}/acknowledge`, person.call)).status;
  const grant = (grants: AreaGrant[]) => app.call(`PUT /api/users/${id}`, { as: "admin", body: { grants } });
  assertEquals(await act("south"), 403);
  await grant([{ role: "operator", area_ids: IN_SOUTH }]);
  assertEquals([await act("south"), await act("north")], [200, 403]);
  const session = await app.call("GET /api/auth/session", person.call);
  assertEquals(session.body.data.grants, [{ role: "operator", area_ids: IN_SOUTH }]);
  await app.call(`PUT /api/areas/${AREAS.south}`, { as: "admin", body: { plant_node_ids: ["NORTH-LINE"] } });
  assertEquals([await act("south"), await act("below"), await act("north")], [403, 200, 403]);
  await grant([]);
  assertEquals([await act("below"), (await app.call("GET /api/packages", person.call)).status], [403, 200]);
});

Deno.test("a model acts with the asker's grants: MCP lets an engineer of an area backtest, not an operator", async () => {
  await using app = await areaApp();
  const given = { template_id: 1, hours: 1 };
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "run_backtest", arguments: given },
  };
  for (const [who, isRefused] of [["engineer-north", false], ["operator-north", true]] as const) {
    const [, { call: { headers } }] = await holders(app, GRANTED.find((one) => one.who === who)!);
    const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const { status, text } = await app.call("POST /mcp", { headers: { ...headers, ...accept }, body: call });
    assertEquals([who, status, text.includes("needs the role engineer")], [who, 200, isRefused], text);
  }
});
