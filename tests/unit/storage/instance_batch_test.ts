import { assertEquals } from "@std/assert";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, instanceDraft, interleaving, templateDraft, testStorage } from "./support.ts";
import type { InstanceBatch, MadeInstance } from "../../../storage/instance_batch.ts";

async function template(storage: Storage): Promise<number> {
  const { id } = await storage.packages.create({ name: "P", description: "" }, BY);
  return (await storage.templates.create(templateDraft(id), BY)).id;
}

const NODE = { floc_id: "N", name: "N", node_type: "enterprise", parent_id: null } as const;

function drafts(names: string[], node: string | null = null): InstanceBatch["drafts"] {
  return names.map((instance_name) => ({ instance_name, plant_node_floc_id: node, bindings: {} }));
}

const outcome = (made: MadeInstance) => "record" in made ? "made" : made.refusal.details.issues;
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `i${i}`);

Deno.test("createMany() creates each instance with record, name, counters and audit entry", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const { instances, store } = storage;
  const templateId = await template(storage);
  await storage.plant.create(NODE, BY);
  const before = (await storage.audit.list({ limit: 1, offset: 0 })).total;
  const made = await instances.createMany({ templateId, drafts: drafts(numbered(600), "N"), by: BY });
  assertEquals(made.map(outcome), numbered(600).map(() => "made"));
  assertEquals(instances.list({ template_id: templateId }).length, 600);
  assertEquals((await store.get(keys.templateInstances(templateId)))?.value, 600);
  assertEquals((await store.get(keys.plantNodeUses("N")))?.value, 600);
  assertEquals((await storage.audit.list({ limit: 1, offset: 0 })).total, before + 600);
  const one = instances.list({})[5];
  assertEquals((await store.get(keys.instanceByName(templateId, one.instance_name)))?.value, one.id);
  assertEquals(new Set(instances.list({}).map(({ instance_id }) => instance_id)).size, 600);
});

Deno.test("createMany() refuses what a single creation would, one by one", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const templateId = await template(storage);
  const { id } = await storage.instances.create(instanceDraft(templateId, "b"), BY);
  const given = [...drafts(["a", "b", "a"]), ...drafts(["c"], "nowhere"), ...drafts(["d"])];
  const made = await storage.instances.createMany({ templateId, drafts: given, by: BY });
  assertEquals(made.map((one) => "record" in one ? "made" : [one.refusal.code, one.existing]), [
    "made",
    ["VALIDATION_FAILED", id],
    ["VALIDATION_FAILED", undefined],
    ["VALIDATION_FAILED", undefined],
    "made",
  ]);
  await storage.templates.update(templateId, { allow_instances: false }, BY);
  const batch = { templateId, drafts: drafts(["e"]), by: BY };
  assertEquals("refusal" in (await storage.instances.createMany(batch))[0], true);
  assertEquals("record" in (await storage.instances.createMany({ ...batch, evenClosed: true }))[0], true);
});

Deno.test("createMany() detects a name that is taken while it reads", async () => {
  const race = interleaving("instance_by_name", async () => {
    await storage.instances.create(instanceDraft(templateId, "b"), BY);
  });
  await using test = await testStorage({ wrap: race.wrap });
  const { storage } = test;
  const templateId = await template(storage);
  race.arm();
  const made = await storage.instances.createMany({ templateId, drafts: drafts(["a", "b"]), by: BY });
  assertEquals(made.map((one) => "record" in one), [true, false]);
  assertEquals(storage.instances.list({}).map((one) => one.instance_name).sort(), ["a", "b"]);
});

Deno.test("createMany() detects a plant node that is removed while it reads", async () => {
  const race = interleaving("plant_node", () => storage.plant.remove("N", BY));
  await using test = await testStorage({ wrap: race.wrap });
  const { storage } = test;
  const templateId = await template(storage);
  await storage.plant.create(NODE, BY);
  race.arm();
  const made = await storage.instances.createMany({ templateId, drafts: drafts(["a"], "N"), by: BY });
  assertEquals(["refusal" in made[0], storage.plant.get("N"), storage.instances.list({})], [
    true,
    undefined,
    [],
  ]);
});

Deno.test("createMany() detects a template that closes while it reads", async () => {
  const race = interleaving("instance_by_name", async () => {
    await storage.templates.update(templateId, { allow_instances: false }, BY);
  });
  await using test = await testStorage({ wrap: race.wrap });
  const { storage } = test;
  const templateId = await template(storage);
  race.arm();
  const made = await storage.instances.createMany({ templateId, drafts: drafts(["a"]), by: BY });
  assertEquals(["refusal" in made[0], storage.instances.list({})], [true, []]);
});

Deno.test("a template's removal deletes the marks of its commands", async () => {
  await using test = await testStorage();
  const { storage } = test;
  const templateId = await template(storage);
  const key = keys.templateCommands(templateId, 2);
  await storage.store.commit({ mutations: [{ type: "sum", key, value: 0 }] }, 1);
  await storage.templates.remove(templateId, BY);
  assertEquals(await storage.store.get(key), undefined);
});
