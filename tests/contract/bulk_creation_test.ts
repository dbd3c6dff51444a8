import { assert, assertEquals } from "@std/assert";
import { yieldToEventLoop } from "../../concurrency/time_slices.ts";
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

/** More than fit before the request begins to search and after it is done. */
const MANY = 10;

const as = "engineer";
const PUMPS = ["A.Pump1.Pressure", "A.Pump2.Pressure", "A.Pump3.Pressure", "A.Tank.Level"];

async function made(app: TestApp, names = PUMPS): Promise<number> {
  await discover(app.storage, names);
  const packageId = await makePackage(app);
  const { body } = await app.call("POST /api/templates", { as, body: templateBody(packageId) });
  return body.template.id;
}

function bulk(app: TestApp, templateId: number, fields: Json = {}): Promise<Answer> {
  const body = {
    template_id: templateId,
    instance_name: "Pump *",
    placeholders: { PUMP: "A.Pump*.Pressure", LIMIT: "80" },
    ...fields,
  };
  return app.call("POST /api/instances/bulk", { as, body });
}

const statuses = ({ body }: Answer) =>
  body.data.items.map((item: Json) => `${item.instance_name}: ${item.status}`);

Deno.test("bulk: instances come from a pattern, each with its audit entry, and a second call finds them", async () => {
  await using app = await testApp();
  const templateId = await made(app);
  const dry = await bulk(app, templateId, { dry_run: true });
  assertEquals([dry.status, app.storage.instances.list({}).length], [200, 0]);
  assertEquals(statuses(dry), ["Pump 1: would_create", "Pump 2: would_create", "Pump 3: would_create"]);
  const { status, body } = await bulk(app, templateId);
  assertEquals([status, typeof body.message], [200, "string"]);
  const [first] = app.storage.instances.list({});
  assertEquals(body.data.items[0], {
    instance_name: "Pump 1",
    status: "created",
    instance_id: first.id,
    plant_node_floc_id: null,
    placeholder_mappings: { LIMIT: "80", PUMP: "A.Pump1.Pressure" },
  });
  assertEquals(body.data.summary, {
    dry_run: false,
    total: 3,
    created: 3,
    would_create: 0,
    exists: 0,
    ambiguous: 0,
    missing: 0,
    failed: 0,
  });
  assertEquals([first.bindings.LIMIT, first.created_by], [{ value: 80 }, "engineer"]);
  const audit = await app.call("GET /api/audit-log?limit=3", { as: "admin" });
  assertEquals(audit.body.data.map((entry: Json) => [entry.action, entry.resource_type, entry.who]), [
    ...Array.from({ length: 3 }, () => ["created", "instance", "engineer"]),
  ]);
  const again = await bulk(app, templateId);
  assertEquals(again.body.data.items[0].instance_id, first.id);
  assertEquals([again.body.data.summary.exists, again.body.data.summary.created], [3, 0]);
});

Deno.test("bulk: instances are left out by their name or by one of their streams", async () => {
  await using app = await testApp();
  const templateId = await made(app);
  const exclude = ["Pump 1", "A.Pump3.Pressure"];
  const dry = await bulk(app, templateId, { dry_run: true, exclude });
  assertEquals([statuses(dry), dry.body.data.summary.total], [["Pump 2: would_create"], 1]);
  assertEquals(statuses(await bulk(app, templateId, { exclude })), ["Pump 2: created"]);
  assertEquals(app.storage.instances.list({}).map(({ instance_name }) => instance_name), ["Pump 2"]);
  const unknown = await bulk(app, templateId, { exclude: ["Pump 1", "Pump 9", "A.Tank.Level"] });
  assertEquals([unknown.status, pathsOf(unknown)], [400, ["exclude.1", "exclude.2"]]);
  const names = (count: number) => Array.from({ length: count }, () => "Pump 1");
  assertEquals((await bulk(app, templateId, { dry_run: true, exclude: names(10_000) })).status, 200);
  assertEquals(pathsOf(await bulk(app, templateId, { exclude: names(10_001) })), ["exclude"]);
});

Deno.test("bulk: all problems of the body are reported at once", async () => {
  await using app = await testApp();
  const templateId = await made(app);
  const placeholders = { PUMP: "A.Pump*.Pressure", LIMIT: "many", NOTHING: "*" };
  const wrong = await bulk(app, templateId, { instance_name: "* *", placeholders });
  assertEquals([wrong.status, pathsOf(wrong)], [
    400,
    ["instance_name", "placeholders.LIMIT", "placeholders.NOTHING"],
  ]);
  assertEquals(pathsOf(await bulk(app, 999)), ["template_id"]);
  assertEquals(pathsOf(await bulk(app, templateId, { extra: 1 })), ["extra"]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`P${i}`, "x"]));
  assertEquals(pathsOf(await bulk(app, templateId, { placeholders: many })), ["placeholders"]);
  await app.storage.templates.update(templateId, { allow_instances: false }, { name: "t", role: "admin" });
  assertEquals(pathsOf(await bulk(app, templateId)), ["template_id"]);
  assertEquals(app.storage.instances.list({}), []);
});

Deno.test("bulk: missing, ambiguous and unplaced instances are listed beside the created ones", async () => {
  await using app = await testApp();
  const templateId = await made(app, [...PUMPS, "A.Pump1.Limit", "A.Pump4.Limit"]);
  await app.storage.plant.create(
    { floc_id: "N-1", name: "N", node_type: "enterprise", parent_id: null },
    { name: "t", role: "admin" },
  );
  const placeholders = { PUMP: "A.Pump*.Pressure", LIMIT: "A.Pump*.Limit" };
  const some = await bulk(app, templateId, { placeholders });
  assertEquals(statuses(some), ["Pump 1: created", "Pump 2: missing", "Pump 3: missing", "Pump 4: missing"]);
  const nodes = await bulk(app, templateId, { instance_name: "Node *", plant_node_floc_id: "N-*" });
  assertEquals(statuses(nodes), ["Node 1: created", "Node 2: failed", "Node 3: failed"]);
  assertEquals(nodes.body.data.items[1].problems[0].path, "plant_node_floc_id");
  assertEquals(statuses(await bulk(app, templateId, { instance_name: "One" })), ["One: ambiguous"]);
  const refused = await app.call("DELETE /api/plant-model/N-1", { as });
  assertEquals(refused.body.details.error_code, "RESOURCE_IN_USE");
});

Deno.test("bulk: without a location each instance gets that of its stream's asset, and with null none", async () => {
  await using app = await testApp();
  const templateId = await made(app);
  await discover(app.storage, PUMPS, (stream) => stream.split(".").slice(0, -1).join("."));
  const by = { name: "t", role: "admin" } as const;
  await app.storage.plant.create(
    { floc_id: "WORKS", name: "A", node_type: "enterprise", parent_id: null },
    by,
  );
  for (const [floc_id, name] of [["P-1", "Pump1"], ["PUMP_2", "The second"]]) {
    await app.storage.plant.create({ floc_id, name, node_type: "site", parent_id: "WORKS" }, by);
  }
  const places = ({ body }: Answer) => body.data.items.map((item: Json) => item.plant_node_floc_id);
  const stored = (name: string) =>
    app.storage.instances.list({}).filter(({ instance_name }) => instance_name.startsWith(name))
      .map(({ plant_node_floc_id }) => plant_node_floc_id);
  const derived = ["P-1", "PUMP_2", "WORKS"];
  assertEquals(places(await bulk(app, templateId, { dry_run: true })), derived);
  assertEquals([places(await bulk(app, templateId)), stored("Pump")], [derived, derived]);
  const none = { instance_name: "None *", plant_node_floc_id: null };
  assertEquals(places(await bulk(app, templateId, { ...none, dry_run: true })), [null, null, null]);
  assertEquals([places(await bulk(app, templateId, none)), stored("None")], [
    [null, null, null],
    [null, null, null],
  ]);
  const again = await bulk(app, templateId, { plant_node_floc_id: null });
  assertEquals([statuses(again)[0], places(again)], ["Pump 1: exists", derived], "what exists stays there");
});

Deno.test("bulk: inactive streams match nothing", async () => {
  await using app = await testApp();
  const templateId = await made(app);
  await discover(app.storage, PUMPS.slice(1));
  assertEquals(statuses(await bulk(app, templateId)), ["Pump 2: created", "Pump 3: created"]);
});

Deno.test("bulk: 10,000 instances are made in one call, 10,001 are refused with their number", async () => {
  await using app = await testApp();
  const templateId = await made(app, Array.from({ length: 10_001 }, (_, i) => `A.Pump${i}.Pressure`));
  const refused = await bulk(app, templateId);
  assertEquals([refused.status, refused.body.details.matched, refused.body.details.limit], [
    400,
    10_001,
    10_000,
  ]);
  assert(refused.body.error.includes("10001"), refused.body.error);
  await discover(app.storage, Array.from({ length: 10_000 }, (_, i) => `A.Pump${i}.Pressure`));
  const frames: string[] = [];
  app.storage.store.onPublished((committed) => {
    for (const { data } of committed.frames) frames.push(JSON.stringify(data));
  });
  const { body } = await bulk(app, templateId);
  assertEquals([body.data.summary.created, app.storage.instances.list({}).length], [10_000, 10_000]);
  assert(frames.length <= 60, `${frames.length} frames`);
  assertEquals(frames.includes('{"type":"instance","id":"*"}'), true);
});

Deno.test("bulk: other requests are answered while 100 patterns are matched with 10,000 streams", async () => {
  await using app = await testApp();
  const names = Array.from({ length: 100 }, (_, i) => `P${i}`);
  await discover(app.storage, Array.from({ length: 10_000 }, (_, i) => `A.Pump${i}.Pressure`));
  const template = {
    ...templateBody(await makePackage(app)),
    rules: [],
    placeholders: names.map((placeholder_name) => ({ placeholder_name, data_type: "NUM" })),
  };
  const { body } = await app.call("POST /api/templates", { as, body: template });
  const order: string[] = [];
  const placeholders = Object.fromEntries(names.map((name) => [name, "A.Pump*.Pressure"]));
  const fields = { template_id: body.template.id, instance_name: "*", placeholders, dry_run: true };
  const answered = app.call("POST /api/instances/bulk", { as, body: fields, undocumented: true }).then(
    (answer) => {
      order.push("bulk");
      return answer;
    },
  );
  while (!order.includes("bulk")) {
    await yieldToEventLoop();
    order.push(`health ${(await app.call("GET /healthz")).status}`);
  }
  assertEquals((await answered).body.data.summary.would_create, 10_000);
  const before = order.indexOf("bulk");
  assertEquals(order.slice(0, before), Array.from({ length: before }, () => "health 200"));
  assert(before >= MANY, `${before} health requests were answered before it`);
});
