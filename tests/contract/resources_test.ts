import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type Answer,
  discover,
  type Json,
  makePackage,
  pathsOf,
  templateBody,
  type TestApp,
  testApp,
} from "./support.ts";

const as = "engineer";

async function made(app: TestApp): Promise<{ packageId: number; templateId: number }> {
  await discover(app.storage, ["P1.Pressure", "P2.Pressure"]);
  const packageId = await makePackage(app);
  const { status, body } = await app.call("POST /api/templates", { as, body: templateBody(packageId) });
  assertEquals(status, 201, JSON.stringify(body));
  return { packageId, templateId: body.template.id };
}

async function makeInstance(app: TestApp, templateId: number, fields: Json = {}): Promise<Answer> {
  return await app.call("POST /api/instances", {
    as,
    body: {
      template_id: templateId,
      instance_name: "Pump 1",
      placeholder_mappings: { PUMP: "P1.Pressure", LIMIT: "80" },
      ...fields,
    },
  });
}

Deno.test("a package is read, changed and written back", async () => {
  await using app = await testApp();
  const { packageId } = await made(app);
  const { body: read } = await app.call(`GET /api/packages/${packageId}`, { as });
  assertEquals(read.data.templates.length, 1);
  const body = { ...read.data, name: "Renamed", description: null };
  const written = await app.call(`PUT /api/packages/${packageId}`, { as, body });
  assertEquals([written.status, written.body.data.name, written.body.data.description], [200, "Renamed", ""]);
  assertEquals(written.body.data, { ...read.data, name: "Renamed", description: "" });
  assert(typeof written.body.message === "string");
});

Deno.test("a package with templates is not deleted; an empty one is", async () => {
  await using app = await testApp();
  const { packageId, templateId } = await made(app);
  const refused = await app.call(`DELETE /api/packages/${packageId}`, { as });
  assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  assertEquals((await app.call(`DELETE /api/templates/${templateId}`, { as })).status, 200);
  assertEquals((await app.call(`DELETE /api/packages/${packageId}`, { as })).status, 200);
  assertEquals((await app.call(`GET /api/packages/${packageId}`, { as })).status, 404);
});

Deno.test("a template's creation answers `template` with its counts", async () => {
  await using app = await testApp();
  const packageId = await makePackage(app);
  const { status, body } = await app.call("POST /api/templates", { as, body: templateBody(packageId) });
  assertEquals([status, Object.keys(body).sort()], [201, ["message", "success", "template"]]);
  const { template } = body;
  assertMatch(template.template_id, /^tpl_[0-9A-HJKMNP-TV-Z]{26}$/);
  assertEquals([template.rules_count, template.placeholders_count, template.instances_count], [1, 2, 0]);
  assertEquals([template.is_active, template.allow_instances, template.created_by], [true, true, "engineer"]);
  assertEquals("v" in template, false);
});

Deno.test("a template is read, changed and written back", async () => {
  await using app = await testApp();
  const { packageId, templateId } = await made(app);
  const { body: read } = await app.call(`GET /api/templates/${templateId}`, { as });
  const body = { ...read.data, color: "#ffffff" };
  const written = await app.call(`PUT /api/templates/${templateId}`, { as, body });
  assertEquals(written.status, 200, written.text);
  const { updated_at: _a, version, ...after } = written.body.data;
  const { updated_at: _b, version: before, ...same } = read.data;
  assertEquals(after, { ...same, color: "#ffffff" });
  assert(version > before);
  const { body: listed } = await app.call(`GET /api/packages/${packageId}/templates`, { as });
  assertEquals(
    (await app.call(`PUT /api/templates/${templateId}`, { as, body: listed.data[0] })).status,
    200,
  );
});

Deno.test("a template's problems are all reported at once, each with its path", async () => {
  await using app = await testApp();
  const body = {
    ...templateBody(4711),
    name: "",
    category: "Health",
    color: "red",
    colour: 1,
    rules: [{
      rule_id: "r",
      rule_name: "R",
      event_name: "<NOBODY>.x",
      severity: "loud",
      conditions: [
        { stream: "<PUMP>", operator: "gt", value: 1 },
        { stream: "<OTHER>", operator: "greater_than", value: 1 },
      ],
    }],
  };
  const answer = await app.call("POST /api/templates", { as, body });
  assertEquals(pathsOf(answer), [
    "category",
    "color",
    "colour",
    "name",
    "package_id",
    "rules.0.conditions.0.operator",
    "rules.0.conditions.1.stream",
    "rules.0.event_name",
    "rules.0.severity",
  ]);
});

Deno.test("PUT of placeholders alone is checked against the stored rules", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  const answer = await app.call(`PUT /api/templates/${templateId}`, { as, body: { placeholders: [] } });
  assertEquals(answer.status, 400);
  assert(pathsOf(answer).includes("rules.0.event_name"), answer.text);
});

Deno.test("the package path makes a template without rules", async () => {
  await using app = await testApp();
  const packageId = await makePackage(app);
  const body = { name: "Bare", category: "health", color: "#000000", description: "" };
  const { status, body: { data } } = await app.call(`POST /api/packages/${packageId}/templates`, {
    as,
    body,
  });
  assertEquals([status, data.rules, data.package_id], [201, [], packageId]);
  const refused = await app.call("POST /api/packages/77/templates", { as, body });
  assertEquals(refused.status, 404);
});

Deno.test("templates are filtered by package, category, activity and instances", async () => {
  await using app = await testApp();
  const { packageId, templateId } = await made(app);
  const count = async (query: string) =>
    (await app.call(`GET /api/templates?${query}`, { as: "viewer" })).body.data.length;
  assertEquals(await count("has_instances=true"), 0);
  await makeInstance(app, templateId);
  const hits = ["has_instances=true", `package_id=${packageId}`, "category=health", "is_active=true"];
  const misses = ["has_instances=false", "package_id=99", "category=energy", "is_active=false"];
  for (const query of hits) assertEquals([query, await count(query)], [query, 1]);
  for (const query of misses) assertEquals([query, await count(query)], [query, 0]);
});

Deno.test("an instance is created by either form, and reads show both", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  const byMap = await makeInstance(app, templateId);
  assertEquals(byMap.status, 201, byMap.text);
  assertEquals(byMap.body.data.placeholders, [
    { placeholder_name: "PUMP", stream_name: "P1.Pressure" },
    { placeholder_name: "LIMIT", value: 80 },
  ]);
  const { status, body: { data } } = await app.call("POST /api/template-instances", {
    as,
    body: {
      template_id: templateId,
      instance_name: "Pump 2",
      placeholders: [{ placeholder_name: "PUMP", stream_name: "P2.Pressure" }],
    },
  });
  assertEquals([status, data.placeholder_mappings], [201, { PUMP: "P2.Pressure" }]);
  assertMatch(data.instance_id, /^ins_[0-9A-HJKMNP-TV-Z]{26}$/);
  const { body: listed } = await app.call(`GET /api/template-instances/${templateId}`, { as: "viewer" });
  assertEquals(listed.data.length, 2);
});

Deno.test("an instance's problems are all reported at once, each with its path", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  const answer = await makeInstance(app, templateId, {
    instance_name: "",
    plant_node_floc_id: "NOWHERE",
    placeholder_mappings: { PUMP: "P9.Pressure", LIMIT: "much", OTHER: "x" },
    size: 1,
  });
  assertEquals(pathsOf(answer), [
    "instance_name",
    "placeholder_mappings.LIMIT",
    "placeholder_mappings.OTHER",
    "placeholder_mappings.PUMP",
    "plant_node_floc_id",
    "size",
  ]);
  assertEquals(pathsOf(await makeInstance(app, 4711)), ["template_id"]);
});

Deno.test("an instance name is unique within its template", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  assertEquals((await makeInstance(app, templateId)).status, 201);
  assertEquals(pathsOf(await makeInstance(app, templateId)), ["instance_name"]);
});

Deno.test("allow_instances false refuses new instances", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  await app.call(`PUT /api/templates/${templateId}`, { as, body: { allow_instances: false } });
  assertEquals(pathsOf(await makeInstance(app, templateId)), ["template_id"]);
  const named = await makeInstance(app, templateId, { instance_name: "" });
  assertEquals(pathsOf(named), ["instance_name", "template_id"]);
});

Deno.test("an instance is read, changed and written back, by either form of its bindings", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  const { body: { data: read } } = await makeInstance(app, templateId);
  const put = async (body: Json) => (await app.call(`PUT /api/instances/${read.id}`, { as, body })).body.data;
  const renamed = await put({ ...read, instance_name: "Pump A" });
  assertEquals(renamed, { ...read, instance_name: "Pump A" });
  const mapped = await put({
    ...renamed,
    placeholder_mappings: { ...read.placeholder_mappings, LIMIT: "90" },
  });
  assertEquals(mapped.placeholders[1], { placeholder_name: "LIMIT", value: 90 });
  const listed = await put({ ...mapped, placeholders: [{ placeholder_name: "LIMIT", value: 70 }] });
  assertEquals(listed.placeholder_mappings, { LIMIT: "70" });
  assertEquals((await app.call(`DELETE /api/instances/${read.id}`, { as })).status, 200);
  assertEquals((await app.call(`GET /api/instances/${read.id}`, { as })).status, 404);
});

Deno.test("instances are filtered by template, package, category and deployment", async () => {
  await using app = await testApp();
  const { templateId, packageId } = await made(app);
  await makeInstance(app, templateId);
  const count = async (query: string) =>
    (await app.call(`GET /api/instances?${query}`, { as: "viewer" })).body.data.length;
  const hits = [
    `template_id=${templateId}`,
    `package_id=${packageId}`,
    "category=health",
    "is_deployed=false",
  ];
  for (const query of [...hits, "is_active=true"]) assertEquals([query, await count(query)], [query, 1]);
  for (const query of ["is_deployed=true", "is_active=false", "category=x"]) {
    assertEquals([query, await count(query)], [query, 0]);
  }
});

Deno.test("the configuration never returns its secret and accepts the vendor's region names", async () => {
  await using app = await testApp();
  const none = await app.call("GET /api/configuration", { as: "admin" });
  assertEquals([none.status, none.body.details.error_code], [404, "API_CONFIG_MISSING"]);
  const body = {
    client_id: "c",
    client_secret: "s3cret",
    region: "WestUS",
    tenant_id: "t",
    namespace_id: "n",
  };
  const saved = await app.call("POST /api/configuration", { as: "admin", body });
  assertEquals([saved.status, saved.body.data.region, saved.body.data.has_client_secret], [
    200,
    "us-west",
    true,
  ]);
  assert(typeof saved.body.message === "string");
  const { body: { data: read }, text } = await app.call("GET /api/configuration", { as: "admin" });
  assert(!text.includes("s3cret") && !("client_secret" in read) && !("sealed_client_secret" in read), text);
  assertEquals([read.id, read.is_active, read.poll_seconds], [1, true, 10]);
  const again = await app.call("POST /api/configuration", {
    as: "admin",
    body: { ...read, poll_seconds: 5 },
  });
  assertEquals(again.body.data, { ...read, poll_seconds: 5 });
  const moved = await app.call("POST /api/configuration", {
    as: "admin",
    body: { ...read, tenant_id: "other" },
  });
  assertEquals(moved.body.data.has_client_secret, false);
});

Deno.test("the configuration's problems are all reported at once; the first one needs a secret", async () => {
  await using app = await testApp();
  const refused = (body: Json) => app.call("POST /api/configuration", { as: "admin", body });
  assertEquals(pathsOf(await refused({})), [
    "client_id",
    "client_secret",
    "namespace_id",
    "region",
    "tenant_id",
  ]);
  const body = { client_id: "c", client_secret: "s", region: "mars", tenant_id: "", namespace_id: "n" };
  const wrong = { ...body, base_url: "ftp://x", requests_per_minute: 0, poll_seconds: "5", wait: 1 };
  assertEquals(pathsOf(await refused(wrong)), [
    "base_url",
    "poll_seconds",
    "region",
    "requests_per_minute",
    "tenant_id",
    "wait",
  ]);
});

Deno.test("discovery and the connection test need a configuration", async () => {
  await using app = await testApp();
  for (const path of ["/api/discover-assets", "/api/test-connection"]) {
    const { status, body } = await app.call(`POST ${path}`, { as });
    assertEquals([path, status, body.details.error_code], [path, 404, "API_CONFIG_MISSING"]);
  }
});

Deno.test("the plant model grows, is read as a tree, changed and cut", async () => {
  await using app = await testApp();
  const post = (floc_id: string, node_type: string, parent_id?: string) =>
    app.call("POST /api/plant-model", { as, body: { floc_id, name: floc_id, node_type, parent_id } });
  assertEquals((await post("E", "enterprise")).status, 201);
  assertEquals((await post("E-S1", "site", "E")).status, 201);
  assertEquals(pathsOf(await post("E-S1", "nothing", "X")), ["floc_id", "node_type", "parent_id"]);
  assertEquals(pathsOf(await post(" a", "site", "E")), ["floc_id"]);
  const { body: tree } = await app.call("GET /api/plant-model", { as: "viewer" });
  assertEquals(tree.data, [
    {
      id: "E",
      name: "E",
      type: "enterprise",
      children: [{ id: "E-S1", name: "E-S1", type: "site", children: [] }],
    },
  ]);
  const { body: read } = await app.call("GET /api/plant-model/E-S1", { as: "viewer" });
  const put = await app.call("PUT /api/plant-model/E-S1", { as, body: { ...read.data, name: "North" } });
  assertEquals([put.status, put.body.data], [200, { ...read.data, name: "North" }]);
  const ofTree = await app.call("PUT /api/plant-model/E-S1", { as, body: tree.data[0].children[0] });
  assertEquals([ofTree.status, ofTree.body.data.name], [200, "E-S1"]);
  const refused = await app.call("DELETE /api/plant-model/E", { as });
  assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  assertEquals((await app.call("DELETE /api/plant-model/E-S1", { as })).status, 200);
  assertEquals((await app.call("GET /api/plant-model/E-S1", { as })).status, 404);
});

Deno.test("monitored assets carry their streams, without values until the source gave some", async () => {
  await using app = await testApp();
  await discover(app.storage, ["P1.Pressure"]);
  const { body: { data: [asset] } } = await app.call("GET /api/monitored-assets", { as: "viewer" });
  assertEquals([asset.asset_id, asset.is_active, asset.streams.length], ["Line1", true, 1]);
  assertEquals(Object.keys(asset.streams[0]).sort(), [
    "asset_id",
    "data_type",
    "display_name",
    "id",
    "is_active",
    "quality",
    "set_aside",
    "stream_id",
    "stream_name",
    "timestamp",
    "uom",
    "value",
  ]);
  assertEquals([asset.streams[0].value, asset.streams[0].timestamp], [null, null]);
});

Deno.test("system tags follow the plant's zone", async () => {
  const tags = async (plantTimeZone: string) => {
    await using app = await testApp({ settings: { plantTimeZone }, now: () => Date.UTC(2026, 0, 30, 23, 5) });
    const { body } = await app.call("GET /api/system-tags", { as: "viewer" });
    return new Map(body.data.map((tag: Json) => [tag.tag_name, tag.value]));
  };
  const names = ["SYS.TIME.HOUR", "SYS.TIME.MINUTE", "SYS.TIME.WEEKDAY", "SYS.TIME.IS_WEEKEND"];
  const utc = await tags("UTC"), berlin = await tags("Europe/Berlin");
  assertEquals(names.map((name) => utc.get(name)), [23, 5, 5, false]);
  assertEquals(names.map((name) => berlin.get(name)), [0, 5, 6, true]);
  assertEquals([utc.get("SYS.SOURCE.CONNECTED"), utc.get("SYS.SOURCE.LAG_SECONDS")], [false, null]);
});

Deno.test("each change is in the audit log, newest first", async () => {
  await using app = await testApp();
  const { templateId } = await made(app);
  await app.call(`PUT /api/templates/${templateId}`, { as, body: { description: "new" } });
  const { body } = await app.call("GET /api/audit-log?limit=2", { as: "admin" });
  const [updated, created] = body.data;
  assertEquals([updated.action, updated.resource_type, updated.who], ["updated", "template", "engineer"]);
  assertEquals(created.action, "created");
  assertEquals([body.pagination.has_next, "v" in updated], [true, false]);
});
