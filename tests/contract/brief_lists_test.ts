import { assertEquals } from "@std/assert";
import { discover, makePackage, templateBody, testApp } from "./support.ts";

const as = "engineer";

Deno.test("lists of packages and templates are brief on request, and complete otherwise", async () => {
  await using app = await testApp();
  await discover(app.storage, ["P1.Pressure"]);
  const packageId = await makePackage(app);
  const made = await app.call("POST /api/templates", { as, body: templateBody(packageId) });
  const templateId = made.body.template.id;
  const mappings = { PUMP: "P1.Pressure", LIMIT: "80" };
  const instance = { template_id: templateId, instance_name: "Pump 1", placeholder_mappings: mappings };
  await app.call("POST /api/instances", { as, body: instance });
  const read = async (path: string) => (await app.call(`GET ${path}`, { as })).body.data;
  const [template] = await read("/api/templates?detail=brief");
  assertEquals([template.id, template.rules, template.placeholders], [templateId, undefined, undefined]);
  const { rules_count, rule_names, severities, instances_count, deployed_count } = template;
  assertEquals([rules_count, rule_names.length, instances_count, deployed_count], [1, 1, 1, 0]);
  assertEquals(Object.values(severities).filter((count) => count === 1).length, 1);
  const [found] = await read("/api/packages?detail=brief");
  assertEquals([found.id, found.templates_count, found.templates], [packageId, 1, undefined]);
  for (const query of ["", "?detail=full"]) {
    assertEquals((await read(`/api/templates${query}`))[0].rules.length, 1);
    assertEquals((await read(`/api/packages${query}`))[0].templates[0].rules.length, 1);
  }
  const page = await app.call("GET /api/templates?detail=brief&limit=1&offset=1", { as });
  assertEquals([page.body.data, page.body.pagination.total], [[], 1]);
  const { status, body } = await app.call("GET /api/packages?detail=none", { as });
  assertEquals([status, body.details.issues[0].path], [400, "detail"]);
});
