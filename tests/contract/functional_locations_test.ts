import { assertEquals } from "@std/assert";
import { makePackage, templateBody, testApp } from "./support.ts";

const as = "engineer";

/** Of IEC 81346, of SAP, and of other scripts. */
const LOCATIONS = ["=A1 +B2 -M3", "1000/PUMP 7", "W#2?a=b&c;d%20", "..a", "水", "a:b\\c", "x".repeat(100)];
const NO_LOCATIONS = ["", ".", "..", " a", "a ", "a\tb", "a\u0000", "a\u200b", "a\u00a0b", "x".repeat(101)];

Deno.test("a functional location of any printable characters is created, read, changed, named and deleted", async () => {
  await using app = await testApp();
  await app.call("POST /api/plant-model", {
    as,
    body: { floc_id: "E", name: "Works", node_type: "enterprise", parent_id: null },
  });
  for (const floc_id of LOCATIONS) {
    const path = `/api/plant-model/${encodeURIComponent(floc_id)}`;
    const body = { floc_id, name: "North", node_type: "site", parent_id: "E" };
    const created = await app.call("POST /api/plant-model", { as, body });
    assertEquals([created.status, created.body.data?.floc_id], [201, floc_id], JSON.stringify(created.body));
    const changed = await app.call(`PUT ${path}`, { as, body: { name: "South" } });
    assertEquals([changed.status, changed.body.data?.name], [200, "South"], JSON.stringify(changed.body));
    const below = { floc_id: "A", name: "Area", node_type: "area", parent_id: floc_id };
    assertEquals((await app.call("POST /api/plant-model", { as, body: below })).status, 201, floc_id);
    assertEquals((await app.call("DELETE /api/plant-model/A", { as })).status, 200);
    assertEquals((await app.call(`DELETE ${path}`, { as })).status, 200, floc_id);
    assertEquals((await app.call(`DELETE ${path}`, { as })).status, 404, floc_id);
  }
});

Deno.test("a functional location that a path cannot name, or that has blanks at its ends, is refused", async () => {
  await using app = await testApp();
  for (const floc_id of NO_LOCATIONS) {
    const body = { floc_id, name: "North", node_type: "enterprise", parent_id: null };
    const { status, body: answer } = await app.call("POST /api/plant-model", { as, body });
    assertEquals([status, answer.details?.issues?.[0]?.path], [400, "floc_id"], JSON.stringify(answer));
  }
});

Deno.test("a category is a word of letters of any script without capitals", async () => {
  await using app = await testApp();
  const packageId = await makePackage(app);
  const make = (category: string) =>
    app.call("POST /api/templates", {
      as,
      body: { ...templateBody(packageId), name: `T ${category}`, category },
    });
  for (const category of ["health", "wärme", "énergie", "水", "ऊर्जा", "ж".repeat(40)]) {
    const { status, body } = await make(category);
    assertEquals([status, body.template?.category], [201, category], JSON.stringify(body));
  }
  assertEquals(
    (await make("e\u0301nergie")).body.template?.category,
    "énergie",
    "both spellings are one word",
  );
  for (const category of ["", "Health", "Ärger", "two words", "a1", "a-b", "ж".repeat(41)]) {
    assertEquals((await make(category)).status, 400, category);
  }
});
