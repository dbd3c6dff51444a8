import { assertEquals } from "@std/assert";
import { MAX_BINDING_BYTES } from "../../domain/instance/binding.ts";
import { MAX_TEMPLATE_BYTES } from "../../domain/template/size.ts";
import { createLimitFixture } from "./limit_fixture.ts";
import { type Json, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const as = "engineer";
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** Rules that make a template of this name and description, without placeholders, take exactly so many bytes. */
function rulesOf(bytes: number, name = "", description = ""): Json[] {
  const rule = (i: number, cause: string) => ({
    rule_id: `r${i}`,
    rule_name: "R",
    event_name: "E",
    event_description: "",
    severity: "warning",
    conditions: [{ stream: "S", operator: "is_true" }],
    logic: "all",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    re_alarm_minutes: null,
    until: null,
    enrichment: {},
    display_name: null,
    cause,
    consequence: "€".repeat(600),
    action: "",
  });
  const rules = Array.from({ length: 50 }, (_, i) => rule(i, ""));
  for (
    let i = 0, left = bytes - bytesOf([name, description, rules, []]);
    left > 0;
    i++, left = bytes - bytesOf([name, description, rules, []])
  ) {
    rules[i] = rule(i, "x".repeat(Math.min(left, 2_000)));
  }
  return rules;
}

Deno.test("a stored template holds 192 KiB, and not a byte more", async () => {
  await using app = await testApp();
  const body = { ...templateBody(await makePackage(app)), placeholders: [] };
  const write = (line: string, bytes: number, more: Json = {}) => {
    const rules = rulesOf(bytes, more.name ?? body.name, body.description);
    return app.call(line, { as, body: { ...body, ...more, rules } });
  };
  const made = await write("POST /api/templates", MAX_TEMPLATE_BYTES);
  assertEquals([MAX_TEMPLATE_BYTES, made.status], [192 * 1024, 201], made.text.slice(0, 500));
  const tooLarge = await write("POST /api/templates", MAX_TEMPLATE_BYTES + 1, { name: "Other" });
  assertEquals([tooLarge.status, pathsOf(tooLarge)], [400, ["rules"]]);
  const line = `PUT /api/templates/${made.body.template.id}`;
  assertEquals((await write(line, MAX_TEMPLATE_BYTES, { color: "#000000" })).status, 200);
  assertEquals(pathsOf(await write(line, MAX_TEMPLATE_BYTES + 1)), ["rules"]);
  assertEquals((await app.call(line.replace("PUT", "DELETE"), { as })).status, 200);
});

/** A template of 100 texts. */
async function textTemplate(app: TestApp): Promise<number> {
  const placeholders = Array.from(
    { length: 100 },
    (_, i) => ({ placeholder_name: `P${i}`, data_type: "STR", is_required: false }),
  );
  const body = { ...templateBody(await makePackage(app)), rules: [], placeholders };
  return (await app.call("POST /api/templates", { as, body })).body.template.id;
}

/** Bindings as they are stored, of exactly so many bytes; one letter beyond Latin-1 makes the store's form larger. */
function bindingsOf(bytes: number): Record<string, string> {
  const texts: [string, string][] = Array.from({ length: 17 }, (_, i) => [`P${i}`, "€"]);
  const stored = () => bytesOf(Object.fromEntries(texts.map(([name, value]) => [name, { value }])));
  for (let i = 0, left = bytes - stored(); left > 0; i++, left = bytes - stored()) {
    texts[i] = [`P${i}`, `€${"x".repeat(Math.min(left, 1_999))}`];
  }
  return Object.fromEntries(texts);
}

Deno.test("an instance's bindings hold 32 KiB, in both forms, and not a byte more", async () => {
  await using app = await testApp();
  const template_id = await textTemplate(app);
  const forms = (bytes: number) => {
    const mappings = bindingsOf(bytes);
    const items = Object.entries(mappings).map(([placeholder_name, value]) => ({ placeholder_name, value }));
    return [{ placeholder_mappings: mappings }, { placeholders: items }];
  };
  for (const [i, form] of forms(MAX_BINDING_BYTES).entries()) {
    const body = { template_id, instance_name: `${"€".repeat(199)}${i}`, ...form };
    const made = await app.call("POST /api/instances", { as, body });
    assertEquals([MAX_BINDING_BYTES, made.status], [32 * 1024, 201], made.text.slice(0, 300));
    const line = `PUT /api/instances/${made.body.data.id}`;
    assertEquals((await app.call(line, { as, body: { ...form, instance_name: `Again ${i}` } })).status, 200);
    const larger = forms(MAX_BINDING_BYTES + 1)[i];
    const more = { template_id, instance_name: "More", ...larger };
    for (
      const answer of [
        await app.call("POST /api/instances", { as, body: more }),
        await app.call(line, { as, body: larger }),
      ]
    ) {
      assertEquals(pathsOf(answer), Object.keys(form));
    }
  }
});

Deno.test("bulk creation and import refuse an instance with more bindings than one holds, and make the others", async () => {
  await using app = await testApp();
  const template_id = await textTemplate(app);
  const bulk = async (bytes: number, instance_name: string) => {
    const body = { template_id, instance_name, placeholders: bindingsOf(bytes) };
    const { data } = (await app.call("POST /api/instances/bulk", { as, body })).body;
    return [data.items[0].status, data.items[0].problems?.[0].path];
  };
  assertEquals(await bulk(MAX_BINDING_BYTES, "One"), ["created", undefined]);
  assertEquals(await bulk(MAX_BINDING_BYTES + 1, "Two"), ["failed", "placeholders"]);
  const exported = (await app.call("GET /api/packages/1/export?instances=true", { as })).body.data;
  const [one] = exported.instances;
  const placeholders = one.placeholders.with(16, {
    ...one.placeholders[16],
    value: `${one.placeholders[16].value}x`,
  });
  const instances = [{ ...one, instance_name: "Three" }, { ...one, instance_name: "Four", placeholders }];
  const body = { document: { ...exported, instances } };
  const { items } = (await app.call("POST /api/packages/import", { as, body })).body.data;
  assertEquals(items.slice(-2).map((item: Json) => [item.name, item.status, item.problems[0]?.path]), [
    ["Three", "created", undefined],
    ["Four", "refused", "document.instances.1.placeholders"],
  ]);
});

Deno.test("an import's items are held to the limits of templates and instances, one by one", async () => {
  await using app = await testApp();
  const template = (name: string, more: Json = {}) => ({
    name,
    category: "health",
    rules: [],
    placeholders: [],
    ...more,
  });
  const placeholders = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ placeholder_name: `P${i}`, data_type: "STR" }));
  const instance = (instance_name: string, more: Json = {}) => ({ template: "a", instance_name, ...more });
  const document = {
    format: "andon-package",
    version: 1,
    package: { name: "Utilities" },
    templates: [
      template("a", { placeholders: placeholders(100) }),
      ...[template("n".repeat(200)), template("n".repeat(201))],
      template("b", { placeholders: placeholders(101) }),
      ...[50, 51].map((count) =>
        template(`r${count}`, { rules: Array(count).fill(0).map((_, i) => rulesOf(0)[i] ?? {}) })
      ),
    ],
    instances: [
      ...[instance("𝒜".repeat(200)), instance("𝒜".repeat(201))],
      instance("long", { placeholders: [{ placeholder_name: "P0", value: "x".repeat(2_000) }] }),
      instance("longer", { placeholders: [{ placeholder_name: "P0", value: "x".repeat(2_001) }] }),
      instance("nowhere", { plant_node_floc_id: "n".repeat(101) }),
    ],
  };
  const { items } = (await app.call("POST /api/packages/import", { as, body: { document } })).body.data;
  assertEquals(
    items.slice(1).map((item: Json) => [item.status, item.problems.map((one: Json) => one.path).join()]),
    [
      ...[["created", ""], ["created", ""], ["refused", "document.templates.2.name"]],
      ["refused", "document.templates.3.placeholders"],
      ...[["created", ""], ["refused", "document.templates.5.rules"]],
      ...[["created", ""], ["refused", "document.instances.1.instance_name"], ["created", ""]],
      ["refused", "document.instances.3.placeholders.0.value"],
      ["refused", "document.instances.4.plant_node_floc_id"],
    ],
  );
});

Deno.test("a list that is not asked for by pages comes whole up to 10,000 rows", async () => {
  await using app = await testApp();
  const discover = async (count: number) => {
    const assets = Array.from({ length: count }, (_, i) => ({ asset_id: `A${i}`, display_name: `A${i}` }));
    await app.storage.assets.applyDiscovery({ assets, streams: [], unsupported: [] }, {
      name: "t",
      role: "admin",
    });
    const { body } = await app.call("GET /api/monitored-assets", { as });
    return [body.data.length, body.pagination?.total];
  };
  assertEquals(await discover(10_000), [10_000, undefined]);
  assertEquals(await discover(10_001), [10_000, 10_001]);
});

Deno.test("a message to a model takes 60,000 bytes, which hold 20,000 letters of any alphabet", async () => {
  await using app = await createLimitFixture();
  const talk = async (message: string) =>
    pathsOf(await app.call("POST /api/ai-providers/1/conversation", { as: "operator", body: { message } }));
  assertEquals(await talk("€".repeat(20_000)), []);
  assertEquals(await talk("𝒜".repeat(15_000)), []);
  assertEquals(await talk("𝒜".repeat(15_001)), ["message"]);
});
