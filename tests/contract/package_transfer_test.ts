import { assert, assertEquals } from "@std/assert";
import { deploy } from "../unit/storage/support.ts";
import { type Answer, discover, type Json, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const as = "engineer";
const STREAMS = ["P1.Pressure", "P2.Pressure"];

async function ok(app: TestApp, line: string, body?: Json): Promise<Json> {
  const answer = await app.call(line, { as, body });
  assert(answer.status < 300, `${line}: ${answer.text}`);
  return answer.body;
}

/** A package of two templates with three instances. */
async function prepared(
  app: TestApp,
): Promise<{ packageId: number; templateId: number; instanceId: number }> {
  await discover(app.storage, STREAMS);
  const { data } = await ok(app, "POST /api/packages", { name: "Pumps", description: "All pumps" });
  const { template } = await ok(app, "POST /api/templates", templateBody(data.id));
  const second = await ok(app, "POST /api/templates", {
    ...templateBody(data.id),
    name: "Closed",
    color: "#000000",
  });
  const make = async (template_id: number, name: string, pump: string) =>
    (await ok(app, "POST /api/instances", {
      template_id,
      instance_name: name,
      placeholder_mappings: { PUMP: pump, LIMIT: "80" },
    })).data.id;
  const instanceId = await make(template.id, "Pump 1", STREAMS[0]);
  await make(template.id, "Pump 2", STREAMS[1]);
  await make(second.template.id, "Pump 1", STREAMS[0]);
  await ok(app, `PUT /api/templates/${second.template.id}`, { allow_instances: false, is_active: false });
  return { packageId: data.id, templateId: template.id, instanceId };
}

async function exported(app: TestApp, packageId: number, query = "?instances=true"): Promise<Json> {
  return (await ok(app, `GET /api/packages/${packageId}/export${query}`)).data;
}

function imported(app: TestApp, document: Json, fields: Json = {}): Promise<Answer> {
  return app.call("POST /api/packages/import", { as, body: { document, ...fields } });
}

const messages = ({ body }: Answer) =>
  body.data.items.map((item: Json) => `${item.type} ${item.name}: ${item.status}`);

Deno.test("a package goes out as one document, and into an empty store, and out again the same", async () => {
  await using app = await testApp();
  const { packageId } = await prepared(app);
  const document = await exported(app, packageId);
  assertEquals(Object.keys(document), [
    "format",
    "version",
    "exported_at",
    "package",
    "templates",
    "instances",
  ]);
  assertEquals([document.format, document.version, document.package], [
    "andon-package",
    1,
    { name: "Pumps", description: "All pumps" },
  ]);
  assert(!/"(id|template_id|instance_id|package_id|created_by)"/.test(JSON.stringify(document)));
  assertEquals("instances" in await exported(app, packageId, ""), false);
  await using other = await testApp();
  const answer = await imported(other, document);
  assertEquals([answer.status, answer.body.data.summary.created, answer.body.data.summary.refused], [
    200,
    6,
    0,
  ]);
  const again = await exported(other, answer.body.data.package_id);
  assertEquals({ ...again, exported_at: "" }, { ...document, exported_at: "" });
  const audit = await other.call("GET /api/audit-log", { as: "admin" });
  const created = audit.body.data.filter((entry: Json) => entry.action === "created");
  const types = (type: string) => created.filter((entry: Json) => entry.resource_type === type).length;
  assertEquals(["package", "template", "instance"].map(types), [1, 2, 3]);
});

Deno.test("a re-alarm goes out and in with its rule; a document of an older program has none", async () => {
  await using app = await testApp();
  const { packageId, templateId } = await prepared(app);
  const { data: template } = await ok(app, `GET /api/templates/${templateId}`);
  const rules = template.rules.map((rule: Json) => ({ ...rule, re_alarm_minutes: 60 }));
  await ok(app, `PUT /api/templates/${templateId}`, { rules });
  const document = await exported(app, packageId, "");
  const minutes = ({ templates }: Json) => templates[0].rules.map((rule: Json) => rule.re_alarm_minutes);
  assertEquals(minutes(document), [60]);
  await using other = await testApp();
  const { body } = await imported(other, document);
  assertEquals(minutes(await exported(other, body.data.package_id, "")), [60]);
  for (const each of document.templates) for (const rule of each.rules) delete rule.re_alarm_minutes;
  await using third = await testApp();
  const old = await imported(third, document);
  assertEquals(minutes(await exported(third, old.body.data.package_id, "")), [null]);
});

Deno.test("an until goes out and in with its rule; a document of an older program has none", async () => {
  await using app = await testApp();
  const { packageId, templateId } = await prepared(app);
  const { data: template } = await ok(app, `GET /api/templates/${templateId}`);
  const until = [{ any: [{ stream: "<P>", operator: "less_than", value: 3, deadband: 1 }] }];
  const rules = template.rules.map(({ conditions: [{ deadband: _, ...condition }], ...rule }: Json) => (
    {
      ...rule,
      conditions: [condition],
      until: JSON.parse(JSON.stringify(until).replaceAll("<P>", condition.stream)),
    }
  ));
  await ok(app, `PUT /api/templates/${templateId}`, { rules });
  const document = await exported(app, packageId, "");
  const untilsOf = ({ templates }: Json) => templates[0].rules.map((rule: Json) => rule.until);
  assertEquals(untilsOf(document), rules.map((rule: Json) => rule.until));
  await using other = await testApp();
  const { body } = await imported(other, document);
  assertEquals(untilsOf(await exported(other, body.data.package_id, "")), untilsOf(document));
  for (const each of document.templates) for (const rule of each.rules) delete rule.until;
  await using third = await testApp();
  const old = await imported(third, document);
  assertEquals(untilsOf(await exported(third, old.body.data.package_id, "")), [null]);
});

Deno.test("an import reports unknown streams, one instance at a time", async () => {
  await using app = await testApp();
  const document = await exported(app, (await prepared(app)).packageId);
  await using other = await testApp();
  await discover(other.storage, STREAMS.slice(0, 1));
  const { body } = await imported(other, document);
  const problems = body.data.items.filter((item: Json) => item.type === "instance")
    .map((item: Json) => [item.template, item.name, item.status, item.problems.map((one: Json) => one.path)]);
  assertEquals(problems, [
    ["Pump pressure", "Pump 1", "created", []],
    ["Pump pressure", "Pump 2", "created", ["document.instances.1.placeholders.0.stream_name"]],
    ["Closed", "Pump 1", "created", []],
  ]);
});

Deno.test("a dry run reports the difference and writes nothing", async () => {
  await using app = await testApp();
  const { packageId, templateId, instanceId } = await prepared(app);
  const document = await exported(app, packageId);
  const before = await app.call("GET /api/audit-log", { as: "admin" });
  assertEquals(messages(await imported(app, document, { dry_run: true })), [
    ...["package Pumps: unchanged", "template Pump pressure: unchanged", "template Closed: unchanged"],
    ...["instance Pump 1: unchanged", "instance Pump 2: unchanged", "instance Pump 1: unchanged"],
  ]);
  document.package.description = "Others";
  document.templates[0].rules[0].conditions[0].deadband = 3;
  document.templates.push({ ...document.templates[0], name: "New" });
  document.instances[0].placeholders[1].value = 90;
  document.instances.push({ ...document.instances[0], template: "New" });
  const dry = await imported(app, document, { dry_run: true });
  assertEquals(dry.body.data.items.map((item: Json) => [item.status, item.changes]), [
    ["would_update", ["description"]],
    ["would_update", ["rules.0.conditions.0.deadband"]],
    ["unchanged", []],
    ["would_create", []],
    ["would_update", ["placeholders.LIMIT.value"]],
    ["unchanged", []],
    ["unchanged", []],
    ["would_create", []],
  ]);
  assertEquals(dry.body.data.summary, {
    dry_run: true,
    total: 8,
    created: 0,
    updated: 0,
    unchanged: 3,
    would_create: 2,
    would_update: 3,
    refused: 0,
  });
  assertEquals((await app.call("GET /api/audit-log", { as: "admin" })).text, before.text);
  assertEquals(messages(await imported(app, document)).map((line: string) => line.split(": ")[1]), [
    ...["updated", "updated", "unchanged", "created"],
    ...["updated", "unchanged", "unchanged", "created"],
  ]);
  assertEquals(app.storage.templates.get(templateId)?.version, 2);
  assertEquals(app.storage.instances.get(instanceId)?.bindings.LIMIT, { value: 90 });
});

Deno.test("a template in use and a deployed instance are refused one by one; the rest is imported", async () => {
  await using app = await testApp();
  const { packageId, instanceId } = await prepared(app);
  const document = await exported(app, packageId);
  assert(await deploy(app.storage, instanceId));
  document.templates[0].description = "changed";
  document.templates.push({ ...document.templates[0], name: "New" });
  document.instances[0].placeholders[1].value = 90;
  document.instances[1].placeholders[1].value = 90;
  for (const dry_run of [true, false]) {
    const { body } = await imported(app, document, { dry_run });
    const items = body.data.items.filter((item: Json) => item.status !== "unchanged");
    const made = dry_run ? "would_create" : "created", changed = dry_run ? "would_update" : "updated";
    assertEquals(items.map((item: Json) => [item.name, item.status, item.error_code, item.changes]), [
      ["Pump pressure", "refused", "TEMPLATE_IN_USE", ["description"]],
      ["New", made, undefined, []],
      ["Pump 1", "refused", "INSTANCE_IN_USE", ["placeholders.LIMIT.value"]],
      ["Pump 2", changed, undefined, ["placeholders.LIMIT.value"]],
    ]);
  }
});

Deno.test("problems of a document are refused item by item with their paths", async () => {
  await using app = await testApp();
  const { packageId } = await prepared(app);
  const document = await exported(app, packageId);
  document.package.name = "Other";
  document.templates[0].rules[0].conditions[0].operator = "sounds_like";
  document.templates[1].name = "Fine";
  document.templates.push(
    { ...document.templates[1] },
    { ...document.templates[1], name: "Odd", extra: 1 },
    "x",
  );
  document.instances = [
    { template: "Fine", instance_name: "a", placeholders: [{ placeholder_name: "PUMP", value: 3 }] },
    { template: "Fine", instance_name: "b", placeholders: [{ placeholder_name: "OTHER", value: 3 }] },
    { template: "Fine", instance_name: "c", plant_node_floc_id: "nowhere" },
    { template: "Pump pressure", instance_name: "d" },
    { template: "Fine", instance_name: "e" },
    { template: "Fine", instance_name: "e" },
    { template: "Fine", instance_name: " " },
  ];
  const { status, body } = await imported(app, document);
  assertEquals(status, 200);
  const refused = body.data.items.filter((item: Json) => item.status === "refused");
  assertEquals(refused.map((item: Json) => item.problems[0].path), [
    "document.templates.0.rules.0.conditions.0.operator",
    "document.templates.2.name",
    "document.templates.3.extra",
    "document.templates.4",
    "document.instances.0.placeholders.0.value",
    "document.instances.1.placeholders.0.placeholder_name",
    "document.instances.2.plant_node_floc_id",
    "document.instances.3.template",
    "document.instances.5.instance_name",
    "document.instances.6.instance_name",
  ]);
  assertEquals(body.data.summary.created, 3);
  const closed = { ...document, templates: [], instances: [{ template: "Fine", instance_name: "late" }] };
  const late = await imported(app, closed);
  assertEquals(late.body.data.items[1].problems[0].path, "document.instances.0.template");
});

Deno.test("a document of another format or version is refused whole; instances: false leaves them out", async () => {
  await using app = await testApp();
  const document = await exported(app, (await prepared(app)).packageId);
  const wrong = async (change: Json) => pathsOf(await imported(app, { ...document, ...change }));
  assertEquals(await wrong({ format: "other" }), ["document.format"]);
  assertEquals(await wrong({ version: 2 }), ["document.version"]);
  assertEquals(await wrong({ package: { name: "" } }), ["document.package.name"]);
  assertEquals(await wrong({ templates: {} }), ["document.templates"]);
  assertEquals(await wrong({ more: 1 }), ["document.more"]);
  assertEquals(pathsOf(await app.call("POST /api/packages/import", { as, body: {} })), ["document"]);
  await using other = await testApp();
  const answer = await imported(other, document, { instances: false });
  assertEquals([answer.body.data.summary.created, other.storage.instances.list({}).length], [3, 0]);
});

Deno.test("an import's body may hold 32 MiB, any other 1 MiB", async () => {
  await using app = await testApp();
  const MIB = 2 ** 20;
  const filled = (bytes: number) => {
    const body = JSON.stringify({ document: {}, filler: "" });
    return body.replace('""', `"${"x".repeat(bytes - body.length)}"`);
  };
  const sent = (path: string, bytes: number) =>
    app.call(`POST ${path}`, { as, body: filled(bytes), headers: { "content-length": String(bytes) } });
  const streamed = (path: string, bytes: number) =>
    app.call(`POST ${path}`, { as, body: new Blob([filled(bytes)]).stream() });
  for (const send of [sent, streamed]) {
    assertEquals((await send("/api/packages/import", 32 * MIB)).status, 400);
    const refused = await send("/api/packages/import", 32 * MIB + 1);
    assertEquals([refused.status, refused.body.details.limit_bytes], [413, 32 * MIB]);
    assertEquals((await send("/api/packages", MIB)).status, 400);
    assertEquals((await send("/api/packages", MIB + 1)).status, 413);
  }
});
