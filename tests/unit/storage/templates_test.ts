import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import {
  BY,
  deploy,
  instanceDraft,
  interleaving,
  invalidAt,
  refusalOf,
  refusedAs,
  templateDraft,
  testStorage,
} from "./support.ts";

async function packageOf({ packages }: Storage, name = "Pumps"): Promise<number> {
  return (await packages.create({ name, description: "" }, BY)).id;
}

Deno.test("a template is created with its textual id and version 1, and each update raises the version", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const made = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  assertMatch(made.template_id, /^tpl_[0-9A-Z]{26}$/);
  assertEquals([made.version, made.is_active, made.allow_instances], [1, true, true]);
  test.clock.ms += 1_000;
  const updated = await templates.update(made.id, { description: "new" }, BY);
  assertEquals([updated.version, updated.updated_at], [2, "2026-01-31T08:15:03.123Z"]);
  assertEquals(templates.get(made.id), updated);
});

Deno.test("a template's name is unique within its package, even after renaming and moving", async () => {
  await using test = await testStorage();
  const { templates, packages } = test.storage;
  const pumps = await packageOf(test.storage), fans = await packageOf(test.storage, "Fans");
  const hot = await templates.create(templateDraft(pumps), BY);
  const moved = await templates.create(templateDraft(fans), BY);
  assertEquals(await refusalOf(() => templates.create(templateDraft(pumps), BY)), invalidAt("name"));
  assertEquals(
    await refusalOf(() => templates.update(moved.id, { package_id: pumps }, BY)),
    invalidAt("name"),
  );
  await templates.update(hot.id, { name: "Hot" }, BY);
  await templates.update(moved.id, { package_id: pumps }, BY);
  assertEquals(await refusalOf(() => templates.update(moved.id, { name: "Hot" }, BY)), invalidAt("name"));
  assertEquals(templates.list({ package_id: pumps }).map((it) => it.name), ["Hot", "Overheating"]);
  await packages.remove(fans, BY);
  assertEquals(await refusalOf(() => packages.remove(pumps, BY)), refusedAs("RESOURCE_IN_USE"));
});

Deno.test("a template in an unknown package is refused by its path, an unknown template is not found", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  assertEquals(await refusalOf(() => templates.create(templateDraft(9), BY)), invalidAt("package_id"));
  const made = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  assertEquals(
    await refusalOf(() => templates.update(made.id, { package_id: 9 }, BY)),
    invalidAt("package_id"),
  );
  assertEquals(await refusalOf(() => templates.update(99, {}, BY)), refusedAs("TEMPLATE_NOT_FOUND"));
  assertEquals(await refusalOf(() => templates.remove(99, BY)), refusedAs("TEMPLATE_NOT_FOUND"));
});

Deno.test("a template with deployed instances is neither changed nor removed", async () => {
  await using test = await testStorage();
  const { templates, instances } = test.storage;
  const template = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  const instance = await instances.create(instanceDraft(template.id, "one"), BY);
  assert(await deploy(test.storage, instance.id));
  const refusal = await assertRejects(() => templates.update(template.id, { name: "x" }, BY), Refusal);
  assertEquals(refusal.code, "TEMPLATE_IN_USE");
  assertEquals(refusal.message, 'Template "Overheating" has 1 deployed instance; undeploy it first');
  assertEquals(refusal.details, { template_id: template.id, deployed_instances: 1 });
  assertEquals(await refusalOf(() => templates.remove(template.id, BY)), refusedAs("TEMPLATE_IN_USE"));
  assert(await deploy(test.storage, instance.id, false));
  await templates.update(template.id, { name: "x" }, BY);
  await templates.remove(template.id, BY);
  assertEquals([templates.list({}), instances.list({})], [[], []]);
});

Deno.test("the removal of a template includes many undeployed instances, each audited, and leaves no keys", async () => {
  await using test = await testStorage();
  const { templates, instances, plant, audit, store } = test.storage;
  const packageId = await packageOf(test.storage);
  await plant.create({ floc_id: "E", name: "E", node_type: "enterprise", parent_id: null }, BY);
  const template = await templates.create(templateDraft(packageId), BY);
  const bindings = { A: { value: "x".repeat(4_000) } };
  const drafts = Array.from(
    { length: 250 },
    (_, i) => ({ ...instanceDraft(template.id, `i${i}`, "E"), bindings }),
  );
  await Promise.all(drafts.map((draft) => instances.create(draft, BY)));
  const kept = await templates.create(templateDraft(packageId, { name: "Kept" }), BY);
  await instances.create(instanceDraft(kept.id, "kept"), BY);
  const before = (await audit.list({ limit: 1, offset: 0 })).total;
  await templates.remove(template.id, BY);
  assertEquals((await audit.list({ limit: 1, offset: 0 })).total - before, 251);
  assertEquals(instances.list({}).map((instance) => instance.instance_name), ["kept"]);
  assertEquals((await store.list({ prefix: ["instance_by_name"] })).length, 1);
  assertEquals((await store.list({ prefix: ["template_by_name"] })).length, 1);
  assertEquals(await store.get(keys.templateInstances(template.id)), undefined);
  await plant.remove("E", BY);
});

Deno.test("a removal stops when an instance is deployed meanwhile, and that instance stays", async () => {
  await using test = await testStorage();
  const { templates, instances } = test.storage;
  const template = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  const names = Array.from({ length: 240 }, (_, i) => `i${String(i).padStart(3, "0")}`);
  const made = await Promise.all(names.map((name) => instances.create(instanceDraft(template.id, name), BY)));
  const removal = refusalOf(() => templates.remove(template.id, BY));
  assert(await deploy(test.storage, made[239].id));
  assertEquals(await removal, refusedAs("TEMPLATE_IN_USE"));
  assertEquals(instances.get(made[239].id)?.is_deployed, true);
  assertEquals(templates.get(template.id)?.name, "Overheating");
});

Deno.test("templates are listed by package, category, activity and whether they have instances", async () => {
  await using test = await testStorage();
  const { templates, instances } = test.storage;
  const pumps = await packageOf(test.storage), fans = await packageOf(test.storage, "Fans");
  const a = await templates.create(templateDraft(pumps), BY);
  const b = await templates.create(templateDraft(fans, { category: "energy" }), BY);
  await templates.update(b.id, { is_active: false }, BY);
  await instances.create(instanceDraft(a.id, "one"), BY);
  const ids = (filter: Parameters<typeof templates.list>[0]) => templates.list(filter).map((it) => it.id);
  assertEquals(ids({}), [a.id, b.id]);
  assertEquals(ids({ package_id: fans }), [b.id]);
  assertEquals(ids({ category: "health" }), [a.id]);
  assertEquals(ids({ is_active: false }), [b.id]);
  assertEquals(ids({ has_instances: true }), [a.id]);
  assertEquals(ids({ has_instances: false, package_id: pumps }), []);
});

Deno.test("a template of up to 192 KiB is stored, changed and audited whole, a larger one refused", async () => {
  await using test = await testStorage();
  const { templates, audit } = test.storage;
  const packageId = await packageOf(test.storage);
  const draft = (rules: number) => {
    const enrichment = Object.fromEntries(Array.from({ length: 48 }, (_, i) => [`k${i}`, "ä€".repeat(100)]));
    const all = Array.from({ length: rules }, (_, i) => ({
      rule_id: `r${i}`,
      rule_name: "r",
      display_name: null,
      re_alarm_minutes: null,
      until: null,
      enrichment,
    }));
    return templateDraft(packageId, { name: `T${rules}`, rules: all as never });
  };
  assert(new TextEncoder().encode(JSON.stringify(draft(7))).length > 170_000);
  const made = await templates.create(draft(7), BY);
  const updated = await templates.update(made.id, { description: "x" }, BY);
  const { rows } = await audit.list({ limit: 1, offset: 0 });
  assertEquals([rows[0].before, rows[0].after], [made, updated]);
  assertEquals((await test.storage.store.get(keys.template(made.id)))?.value, updated);
  assertEquals(await refusalOf(() => templates.create(draft(9), BY)), invalidAt("rules"));
  assertEquals(await refusalOf(() => templates.update(made.id, draft(9), BY)), invalidAt("rules"));
});

Deno.test("two concurrent updates of one template are both applied", async () => {
  await using test = await testStorage();
  const { templates } = test.storage;
  const { id } = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  await Promise.all([
    templates.update(id, { name: "x" }, BY),
    templates.update(id, { description: "y" }, BY),
  ]);
  const { name, description, version } = templates.get(id)!;
  assertEquals([name, description, version], ["x", "y", 3]);
});

Deno.test("a template deployed between an update's reads and its commit is in use", async () => {
  const deployed = interleaving("template_deployments", () => deploy(test.storage, 1));
  await using test = await testStorage({ wrap: deployed.wrap });
  const { templates, instances } = test.storage;
  const { id } = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  await instances.create(instanceDraft(id, "one"), BY);
  for (const change of [() => templates.update(id, { name: "x" }, BY), () => templates.remove(id, BY)]) {
    assert(!instances.get(1)?.is_deployed);
    deployed.arm();
    assertEquals(await refusalOf(change), refusedAs("TEMPLATE_IN_USE"));
    assert(instances.get(1)?.is_deployed);
    await deploy(test.storage, 1, false);
  }
});

Deno.test("an instance created while its template is removed is removed too", async () => {
  const created = interleaving("instance_by_name", async () => {
    await test.storage.instances.create(instanceDraft(1, "two"), BY);
  });
  await using test = await testStorage({ wrap: created.wrap });
  const { templates, instances, store } = test.storage;
  const { id } = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  await instances.create(instanceDraft(id, "one"), BY);
  created.arm();
  await templates.remove(id, BY);
  assertEquals([instances.list({}), await store.list({ prefix: ["instance_by_name"] })], [[], []]);
});

Deno.test("an instance renamed while its template is removed leaves no name key", async () => {
  const renamed = interleaving("instance", async () => {
    await test.storage.instances.update(1, { instance_name: "uno" }, BY);
  });
  await using test = await testStorage({ wrap: renamed.wrap });
  const { templates, instances, store } = test.storage;
  const { id } = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  await instances.create(instanceDraft(id, "one"), BY);
  renamed.arm();
  await templates.remove(id, BY);
  assertEquals([instances.list({}), await store.list({ prefix: ["instance_by_name"] })], [[], []]);
});

Deno.test("100 concurrent changes of one template are all written, one after another", async () => {
  await using test = await testStorage();
  const { templates, audit } = test.storage;
  const { id } = await templates.create(templateDraft(await packageOf(test.storage)), BY);
  const names = Array.from({ length: 100 }, (_, i) => `Hot ${i}`);
  await Promise.all(names.map((name) => templates.update(id, { name }, BY)));
  const { rows } = await audit.list({ limit: 100, offset: 0 });
  assertEquals(rows.map((row) => Object(row.after).name).sort(), names.toSorted());
});
