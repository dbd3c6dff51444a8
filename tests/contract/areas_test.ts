import { assertEquals, assertMatch } from "@std/assert";
import { AREA_LIMITS } from "../../domain/area/limits.ts";
import { type Json, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const NORTH = { name: "North", plant_node_ids: ["NORTH"] };

async function plantApp(): Promise<TestApp> {
  const app = await testApp();
  const site = { name: "N", parent_id: "ROOT", node_type: "site" } as const;
  await app.storage.plant.create({ ...site, floc_id: "ROOT", parent_id: null, node_type: "enterprise" }, BY);
  for (const floc_id of ["NORTH", "SOUTH"]) await app.storage.plant.create({ ...site, floc_id }, BY);
  return app;
}

const make = (app: TestApp, body: Json = NORTH) => app.call("POST /api/areas", { as: "admin", body });
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);

Deno.test("an area is made, read by everybody, changed and deleted, and each change is audited", async () => {
  await using app = await plantApp();
  const made = await make(app, { ...NORTH, plant_node_ids: ["NORTH", "NORTH"] });
  const { id, created_at: _, ...rest } = made.body.data;
  assertEquals([made.status, rest], [201, { ...NORTH, created_by: "admin" }]);
  assertEquals((await app.call("GET /api/areas", { as: "viewer" })).body.data, [made.body.data]);
  const body = { ...made.body.data, plant_node_ids: ["SOUTH"] };
  const changed = await app.call(`PUT /api/areas/${id}`, { as: "admin", body });
  assertEquals([changed.status, changed.body.data], [200, body]);
  assertEquals((await app.call(`GET /api/areas/${id}`, { as: "viewer" })).body.data, body);
  assertEquals((await app.call(`DELETE /api/areas/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call(`GET /api/areas/${id}`, { as: "viewer" })).status, 404);
  const audit = await app.call("GET /api/audit-log?resource_type=area", { as: "admin" });
  assertEquals(audit.body.data.map((entry: Json) => entry.action), ["deleted", "updated", "created"]);
  assertEquals(audit.body.data[1].before.plant_node_ids, ["NORTH"]);
});

Deno.test("a name of another area, in any case, and unknown nodes are told together", async () => {
  await using app = await plantApp();
  await make(app);
  const refused = await make(app, { name: "NORTH", plant_node_ids: ["SOUTH", "EAST"] });
  assertEquals([refused.status, pathsOf(refused)], [400, ["name", "plant_node_ids.1"]]);
  assertEquals(pathsOf(await make(app, { name: "South", plant_node_ids: [] })), ["plant_node_ids"]);
});

Deno.test("there are 200 areas at most, also when they are made at once", async () => {
  await using app = await plantApp();
  const some = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(app, { ...NORTH, name: `Area ${from + i}` })));
  for (let at = 0; at < AREA_LIMITS.areas - 2; at += 22) await some(at, 22);
  assertEquals(app.storage.areas.list().length, AREA_LIMITS.areas - 2);
  const last = await some(900, 4);
  assertEquals(last.map(({ status }) => status).sort(), [201, 201, 400, 400]);
  assertEquals(app.storage.areas.list().length, AREA_LIMITS.areas);
});

Deno.test("an area holds 200 nodes with the longest names", async () => {
  await using app = await plantApp();
  const plant_node_ids = Array.from({ length: AREA_LIMITS.nodes }, (_, i) => `${i}${"𝒳".repeat(97)}`);
  for (const floc_id of plant_node_ids) {
    await app.storage.plant.create({ floc_id, name: "N", parent_id: "ROOT", node_type: "site" }, BY);
  }
  const made = await make(app, { name: "Wide", plant_node_ids });
  assertEquals([made.status, made.body.data.plant_node_ids.length], [201, AREA_LIMITS.nodes]);
  const more = [...plant_node_ids, "NORTH"];
  assertEquals(pathsOf(await make(app, { name: "Wider", plant_node_ids: more })), ["plant_node_ids"]);
  const body = { plant_node_ids: ["NORTH"] };
  assertEquals((await app.call(`PUT /api/areas/${made.body.data.id}`, { as: "admin", body })).status, 200);
});

Deno.test("an area that a grant names cannot be deleted, nor a plant node that an area names", async () => {
  await using app = await plantApp();
  const { id } = (await make(app)).body.data;
  const grants = [{ role: "operator", area_ids: [id] }];
  const user = { username: "anna", password: "a password of hers", role: "viewer", grants };
  const key = { name: "Robot", role: "viewer", grants };
  const provider = {
    name: "corp",
    issuer: "https://login.example",
    client_id: "andon",
    grants: [{ group: "north", role: "operator", area_ids: [id] }],
  };
  for (const [path, body] of [["users", user], ["keys", key], ["identity-providers", provider]] as const) {
    const made = await app.call(`POST /api/${path}`, { as: "admin", body });
    assertEquals([made.status, made.body.data.grants], [201, body.grants]);
    const refused = await app.call(`DELETE /api/areas/${id}`, { as: "admin" });
    const { error_code, used_by } = refused.body.details;
    assertEquals([refused.status, error_code, used_by.length], [403, "RESOURCE_IN_USE", 1]);
    const one = `/api/${path}/${made.body.data.id}`;
    const unknown = { grants: [{ ...body.grants[0], area_ids: [id, 77] }] };
    const wrong = await app.call(`PUT ${one}`, { as: "admin", body: unknown });
    assertEquals([wrong.status, pathsOf(wrong)], [400, ["grants.0.area_ids.1"]]);
    const same = (await app.call(`GET ${one}`, { as: "admin" })).body.data;
    assertEquals((await app.call(`PUT ${one}`, { as: "admin", body: same })).status, 200);
    const none = await app.call(`PUT ${one}`, { as: "admin", body: { grants: [] } });
    assertEquals([none.status, none.body.data.grants], [200, []]);
  }
  const node = await app.call("DELETE /api/plant-model/NORTH", { as: "admin" });
  assertEquals([node.status, node.body.details.used_by], [403, [{ type: "area", id, name: "North" }]]);
  assertEquals((await app.call(`DELETE /api/areas/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call("DELETE /api/plant-model/NORTH", { as: "admin" })).status, 200);
});

Deno.test("of a grant and a deletion at once, or a node's deletion and an area, one is refused", async () => {
  await using app = await plantApp();
  for (let round = 0; round < 10; round++) {
    const { id } = (await make(app, { ...NORTH, name: `Area ${round}` })).body.data;
    const floc_id = `NODE-${round}`;
    await app.storage.plant.create({ floc_id, name: "N", parent_id: "ROOT", node_type: "site" }, BY);
    const grants = [{ role: "operator", area_ids: [id] }];
    const user = { username: `anna${round}`, password: "a password of hers", role: "viewer", grants };
    const answers = await Promise.all([
      app.call("POST /api/users", { as: "admin", body: user }),
      app.call(`DELETE /api/areas/${id}`, { as: "admin" }),
      app.call(`DELETE /api/plant-model/${floc_id}`, { as: "admin" }),
      make(app, { name: `Node ${round}`, plant_node_ids: [floc_id] }),
    ]);
    const isDone = answers.map(({ status }) => status < 300);
    assertEquals([isDone[0] !== isDone[1], isDone[2] !== isDone[3]], [true, true], JSON.stringify(isDone));
    assertEquals(app.storage.areas.get(id) === undefined, isDone[1]);
    assertEquals(app.storage.plant.get(floc_id) === undefined, isDone[2]);
  }
});

Deno.test("a grant in an area has 20 lines of 200 areas, and one area at least", async () => {
  await using app = await plantApp();
  const { id } = (await make(app)).body.data;
  const send = (grants: Json) =>
    app.call("POST /api/keys", { as: "admin", body: { name: crypto.randomUUID(), role: "viewer", grants } });
  const line = (count: number) => ({ role: "operator", area_ids: Array.from({ length: count }, () => id) });
  assertEquals((await send(Array.from({ length: 20 }, () => line(200)))).status, 201);
  assertEquals(pathsOf(await send(Array.from({ length: 21 }, () => line(1)))), ["grants"]);
  assertEquals(pathsOf(await send([line(201)])), ["grants.0.area_ids"]);
  assertEquals(pathsOf(await send([line(0)])), ["grants.0.area_ids"]);
  const refused = await app.call("DELETE /api/users/1001", { as: "operator" });
  assertMatch(refused.body.error, /needs the role admin; yours is operator/);
});
