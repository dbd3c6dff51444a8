import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Storage } from "../../../storage/contract.ts";
import {
  BY,
  deploy,
  instanceDraft,
  invalidAt,
  refusalOf,
  refusedAs,
  templateDraft,
  testStorage,
} from "./support.ts";

async function templateIn({ packages, templates }: Storage, name = "Hot"): Promise<number> {
  const { id } = await packages.create({ name: `package of ${name}`, description: "" }, BY);
  return (await templates.create(templateDraft(id, { name }), BY)).id;
}

Deno.test("an instance is created undeployed, changed and removed", async () => {
  await using test = await testStorage();
  const { instances } = test.storage;
  const made = await instances.create(instanceDraft(await templateIn(test.storage), "one"), BY);
  assertMatch(made.instance_id, /^ins_[0-9A-Z]{26}$/);
  assertEquals([made.is_deployed, made.deployment, made.created_by], [false, 0, "anna"]);
  const changed = await instances.update(made.id, { bindings: { A: { value: 1 } } }, BY);
  assertEquals(instances.get(made.id), { ...made, bindings: { A: { value: 1 } } });
  assertEquals(instances.list({}), [changed]);
  await instances.remove(made.id, BY);
  assertEquals(instances.list({}), []);
});

Deno.test("an instance's name is unique within its template only", async () => {
  await using test = await testStorage();
  const { instances } = test.storage;
  const hot = await templateIn(test.storage), cold = await templateIn(test.storage, "Cold");
  const one = await instances.create(instanceDraft(hot, "one"), BY);
  await instances.create(instanceDraft(cold, "one"), BY);
  const two = await instances.create(instanceDraft(hot, "two"), BY);
  assertEquals(
    await refusalOf(() => instances.create(instanceDraft(hot, "one"), BY)),
    invalidAt("instance_name"),
  );
  const rename = () => instances.update(two.id, { instance_name: "one" }, BY);
  assertEquals(await refusalOf(rename), invalidAt("instance_name"));
  await instances.update(one.id, { instance_name: "uno" }, BY);
  assertEquals((await rename()).instance_name, "one");
});

Deno.test("an instance of an unknown or closed template, or on an unknown node, is refused by its path", async () => {
  await using test = await testStorage();
  const { instances, templates } = test.storage;
  const template = await templateIn(test.storage);
  assertEquals(await refusalOf(() => instances.create(instanceDraft(99, "x"), BY)), invalidAt("template_id"));
  const nowhere = () => instances.create(instanceDraft(template, "x", "N"), BY);
  assertEquals(await refusalOf(nowhere), invalidAt("plant_node_floc_id"));
  const one = await instances.create(instanceDraft(template, "one"), BY);
  const move = () => instances.update(one.id, { plant_node_floc_id: "N" }, BY);
  assertEquals(await refusalOf(move), invalidAt("plant_node_floc_id"));
  await templates.update(template, { allow_instances: false }, BY);
  assertEquals(
    await refusalOf(() => instances.create(instanceDraft(template, "x"), BY)),
    invalidAt("template_id"),
  );
});

Deno.test("a deployed instance is neither changed nor removed", async () => {
  await using test = await testStorage();
  const { instances } = test.storage;
  const { id } = await instances.create(instanceDraft(await templateIn(test.storage), "one"), BY);
  assert(await deploy(test.storage, id));
  assertEquals(await refusalOf(() => instances.update(id, {}, BY)), refusedAs("INSTANCE_IN_USE"));
  assertEquals(await refusalOf(() => instances.remove(id, BY)), refusedAs("INSTANCE_IN_USE"));
  assertEquals(await refusalOf(() => instances.remove(77, BY)), refusedAs("NOT_FOUND"));
});

Deno.test("instances are listed by template, package, category, activity and deployment", async () => {
  await using test = await testStorage();
  const { instances, templates } = test.storage;
  const hot = await templateIn(test.storage), cold = await templateIn(test.storage, "Cold");
  await templates.update(cold, { category: "energy", is_active: false }, BY);
  const a = await instances.create(instanceDraft(hot, "a"), BY);
  const b = await instances.create(instanceDraft(cold, "b"), BY);
  assert(await deploy(test.storage, a.id));
  const names = (filter: Parameters<typeof instances.list>[0]) =>
    instances.list(filter).map((instance) => instance.instance_name);
  assertEquals(names({ template_id: cold }), ["b"]);
  assertEquals(names({ package_id: templates.get(hot)?.package_id }), ["a"]);
  assertEquals(names({ category: "energy" }), ["b"]);
  assertEquals(names({ is_active: true }), ["a"]);
  assertEquals(names({ is_deployed: false }), ["b"]);
  assertEquals(names({ is_deployed: true, category: "energy" }), []);
  assertEquals(instances.get(b.id)?.id, b.id);
});
