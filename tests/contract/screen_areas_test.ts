import { assert, assertEquals } from "@std/assert";
import { SCREEN_LIMITS } from "../../domain/screen/start_page.ts";
import { by, claim, paired, showing } from "./screen_fixture.ts";
import { pathsOf, testApp } from "./support.ts";

const BY = { name: "admin", role: "admin" } as const;

Deno.test("a screen shows the areas that an admin gives it, at most 20, which cannot be deleted then", async () => {
  await using app = await testApp();
  const root = { floc_id: "ROOT", name: "Works", node_type: "enterprise", parent_id: null } as const;
  await app.storage.plant.create(root, BY);
  for (let id = 1; id <= SCREEN_LIMITS.areas + 1; id++) {
    const made = await app.storage.areas.create({ name: `Area ${id}`, plant_node_ids: ["ROOT"] }, BY);
    assertEquals(made.id, id);
  }
  const screen = await showing(app);
  const unknown = await claim(app, { code: screen.code, areas: [1, 77] });
  assertEquals([unknown.status, pathsOf(unknown)], [400, ["areas.1"]]);
  const made = await claim(app, { code: screen.code, areas: [2, 1, 2] });
  assertEquals([made.status, made.body.data.areas], [201, [2, 1]]);
  const pairing = async () => (await app.call("GET /api/screens/pairing", by(screen))).body.data.areas;
  assertEquals(await pairing(), [2, 1]);
  const refused = await app.call("DELETE /api/areas/2", { as: "admin" });
  const { error_code, used_by } = refused.body.details;
  assertEquals([refused.status, error_code], [403, "RESOURCE_IN_USE"]);
  assertEquals(used_by, [{ type: "screen", id: made.body.data.id, name: "Line 3" }]);
  const put = (body: Record<string, unknown>) =>
    app.call(`PUT /api/screens/${made.body.data.id}`, { as: "admin", body });
  assertEquals((await put({ name: "Line 4" })).body.data.areas, [2, 1]);
  const ids = Array.from({ length: SCREEN_LIMITS.areas + 1 }, (_, i) => i + 1);
  assertEquals((await put({ areas: ids.slice(1) })).status, 200);
  assertEquals(pathsOf(await put({ areas: ids })), ["areas"]);
  for (const [areas, paths] of [[[77], ["areas.0"]], [["1"], ["areas.0"]], ["1", ["areas"]]] as const) {
    const wrong = await put({ areas });
    assertEquals([areas, wrong.status, pathsOf(wrong)], [areas, 400, paths]);
  }
  assertEquals(pathsOf(await put({ start_page: "/", areas: [1, 77, 78] })).toSorted(), [
    ...["areas.1", "areas.2"],
    "start_page",
  ]);
  assertEquals((await put({ areas: [] })).body.data.areas, []);
  assertEquals(await pairing(), []);
  assertEquals((await app.call("DELETE /api/areas/2", { as: "admin" })).status, 200);
});

Deno.test("of a screen's area and its deletion at once, one is refused", async () => {
  await using app = await testApp();
  const root = { floc_id: "ROOT", name: "Works", node_type: "enterprise", parent_id: null } as const;
  await app.storage.plant.create(root, BY);
  const { id: screen } = await paired(app);
  for (let round = 0; round < 10; round++) {
    const { id } = await app.storage.areas.create({ name: `Area ${round}`, plant_node_ids: ["ROOT"] }, BY);
    const [named, deleted] = await Promise.all([
      app.call(`PUT /api/screens/${screen}`, { as: "admin", body: { areas: [id] } }),
      app.call(`DELETE /api/areas/${id}`, { as: "admin" }),
    ]);
    assert((named.status === 200) !== (deleted.status === 200), `${named.status} ${deleted.status}`);
    assertEquals(app.storage.areas.get(id) === undefined, deleted.status === 200);
  }
});
