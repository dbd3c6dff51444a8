import { assertEquals, assertRejects } from "@std/assert";
import type { NodeType } from "../../../domain/plant/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import {
  BY,
  gate,
  instanceDraft,
  interleaving,
  invalidAt,
  refusalOf,
  refusedAs,
  templateDraft,
  testStorage,
  until,
} from "./support.ts";
import type { Plant } from "../../../storage/plant.ts";

const node = (floc_id: string, node_type: NodeType, parent_id: string | null) => ({
  floc_id,
  name: `name of ${floc_id}`,
  node_type,
  parent_id,
});

async function plantOf(plant: Plant): Promise<void> {
  await plant.create(node("E", "enterprise", null), BY);
  await plant.create(node("S", "site", "E"), BY);
  await plant.create(node("A1", "area", "S"), BY);
  await plant.create(node("A2", "area", "S"), BY);
  await plant.create(node("L", "production_line", "A1"), BY);
}

Deno.test("the plant is read as a tree in the order of the identifiers", async () => {
  await using test = await testStorage();
  const { plant } = test.storage;
  await plantOf(plant);
  const [root] = plant.tree();
  assertEquals([root.id, root.name, root.type], ["E", "name of E", "enterprise"]);
  assertEquals(root.children[0].children.map((area) => [area.id, area.children.length]), [["A1", 1], [
    "A2",
    0,
  ]]);
  assertEquals(plant.list().map((it) => it.floc_id), ["A1", "A2", "E", "L", "S"]);
});

Deno.test("a node's identifier is unique and its parent must be valid", async () => {
  await using test = await testStorage();
  const { plant } = test.storage;
  await plantOf(plant);
  const create = (...args: Parameters<typeof node>) => refusalOf(() => plant.create(node(...args), BY));
  assertEquals(await create("E", "enterprise", null), invalidAt("floc_id"));
  assertEquals(await create("X", "site", "nowhere"), invalidAt("parent_id"));
  assertEquals(await create("X", "unit", "A1"), invalidAt("parent_id"));
  assertEquals(await create("X", "area", null), invalidAt("parent_id"));
  assertEquals(await create("X", "enterprise", "E"), invalidAt("parent_id"));
});

Deno.test("a node is renamed and moved, never below itself nor against its children's types", async () => {
  await using test = await testStorage();
  const { plant } = test.storage;
  await plantOf(plant);
  await plant.update("L", { parent_id: "A2", name: "Line" }, BY);
  assertEquals(plant.get("L"), {
    v: 1,
    floc_id: "L",
    name: "Line",
    node_type: "production_line",
    parent_id: "A2",
  });
  await plant.remove("A1", BY);
  assertEquals(await refusalOf(() => plant.remove("A2", BY)), refusedAs("RESOURCE_IN_USE"));
  assertEquals(await refusalOf(() => plant.update("S", { parent_id: "S" }, BY)), invalidAt("parent_id"));
  assertEquals(await refusalOf(() => plant.update("S", { parent_id: "L" }, BY)), invalidAt("parent_id"));
  const retyped = () => plant.update("E", { node_type: "site", parent_id: "E" }, BY);
  assertEquals(await refusalOf(retyped), invalidAt("parent_id"));
  await plant.create(node("U", "unit", "L"), BY);
  await plant.update("L", { node_type: "storage_zone" }, BY);
  const area = () => plant.update("L", { node_type: "area", parent_id: "S" }, BY);
  assertEquals(await refusalOf(area), invalidAt("node_type"));
  assertEquals(await refusalOf(() => plant.update("none", {}, BY)), refusedAs("NOT_FOUND"));
});

Deno.test("only an unused leaf is removed, and the refusal names its users", async () => {
  await using test = await testStorage();
  const { plant, instances, templates, packages } = test.storage;
  await plantOf(plant);
  const { id } = await packages.create({ name: "P", description: "" }, BY);
  const template = await templates.create(templateDraft(id), BY);
  const one = await instances.create(instanceDraft(template.id, "one", "L"), BY);
  const usedBy = async (flocId: string) => {
    const refusal = await assertRejects(() => plant.remove(flocId, BY), Refusal);
    assertEquals(refusal.code, "RESOURCE_IN_USE");
    return refusal.details.used_by;
  };
  assertEquals(await usedBy("A1"), [{ type: "plant_node", id: "L", name: "name of L" }]);
  assertEquals(await usedBy("L"), [{ type: "instance", id: one.id, name: "one" }]);
  await instances.update(one.id, { plant_node_floc_id: "A2" }, BY);
  await plant.remove("L", BY);
  await instances.remove(one.id, BY);
  await plant.remove("A2", BY);
  assertEquals(plant.list().map((it) => it.floc_id), ["A1", "E", "S"]);
});

Deno.test("no node is removed under a child or an instance that is being created", async () => {
  await using test = await testStorage();
  const { plant, instances, templates, packages } = test.storage;
  await plantOf(plant);
  const { id } = await packages.create({ name: "P", description: "" }, BY);
  const template = await templates.create(templateDraft(id), BY);
  for (let round = 0; round < 20; round++) {
    const line = `L${round}`;
    await plant.create(node(line, "production_line", "A1"), BY);
    await Promise.allSettled([
      plant.create(node(`U${round}`, "unit", line), BY),
      plant.remove(line, BY),
      instances.create(instanceDraft(template.id, `i${round}`, line), BY),
    ]);
  }
  const known = new Set(plant.list().map((it) => it.floc_id));
  assertEquals(plant.list().filter((it) => it.parent_id !== null && !known.has(it.parent_id)), []);
  const homeless = instances.list({}).filter((it) => !known.has(it.plant_node_floc_id ?? ""));
  assertEquals(homeless, []);
});

Deno.test("a node that gets a child between the reads and the commit of its removal is in use", async () => {
  const child = interleaving(
    "plant_node_uses",
    () => test.storage.plant.create(node("L2", "production_line", "A2"), BY),
  );
  await using test = await testStorage({ wrap: child.wrap });
  const { plant } = test.storage;
  await plantOf(plant);
  child.arm();
  assertEquals(await refusalOf(() => plant.remove("A2", BY)), refusedAs("RESOURCE_IN_USE"));
  assertEquals(plant.get("L2")?.parent_id, "A2");
});

Deno.test("a node that gets a child between the reads and the commit of its new type keeps it legal", async () => {
  const child = interleaving("plant_node_uses", () => test.storage.plant.create(node("U", "unit", "L"), BY));
  await using test = await testStorage({ wrap: child.wrap });
  const { plant } = test.storage;
  await plantOf(plant);
  child.arm();
  const area = () => plant.update("L", { node_type: "area", parent_id: "S" }, BY);
  assertEquals(await refusalOf(area), invalidAt("node_type"));
});

Deno.test("a child that is stored but not yet in memory counts for its parent's new type", async () => {
  const held = gate();
  let hanging = false;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    write: async (atomic) => {
      const hangs = atomic.mutations.some(({ key }) => key[0] === "hang");
      hanging ||= hangs;
      if (hangs) await held.wait;
      return await backend.write(atomic);
    },
  });
  const kv = await Deno.openKv(":memory:");
  {
    await using test = await testStorage({ wrap, kv });
    const { plant, store } = test.storage;
    await plantOf(plant);
    await kv.set(["a gap between versionstamps"], 1);
    const other = store.commit({ mutations: [{ type: "set", key: ["hang"], value: 1 }] }, 1);
    await until(() => hanging);
    const child = plant.create(node("U", "unit", "L"), BY);
    await until(async () => (await kv.get(["plant_node", "U"])).value !== null);
    assertEquals(plant.get("U"), undefined);
    const area = refusalOf(() => plant.update("L", { node_type: "area", parent_id: "S" }, BY));
    setTimeout(held.open, 30);
    assertEquals(await area, invalidAt("node_type"));
    await Promise.all([child, other]);
  }
  kv.close();
});
