import { assertEquals } from "@std/assert";
import type { Entry, ListSelector } from "../../../domain/shared/commit.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, deploy, templateDraft, testStorage } from "./support.ts";

const sorted = (entries: Entry[]) => entries.toSorted((a, b) => Number(a.key[1]) - Number(b.key[1]));

async function withInstances(storage: Storage, count: number): Promise<number> {
  const { id } = await storage.packages.create({ name: "P", description: "" }, BY);
  const templateId = (await storage.templates.create(templateDraft(id), BY)).id;
  const drafts = Array.from({ length: count }, (_, i) => (
    { instance_name: `i${i}`, plant_node_floc_id: null, bindings: {} }
  ));
  await storage.instances.createMany({ templateId, drafts, by: BY });
  return templateId;
}

Deno.test("MirroredStore lists the same as the store, all and by share, after every commit", async () => {
  await using test = await testStorage();
  const { actorStore, store, instances } = test.storage;
  await withInstances(test.storage, 25);
  const selectors: ListSelector[] = [
    { prefix: ["instance"] },
    { prefix: ["template"] },
    { prefix: ["stream"] },
    ...[0, 1, 2].map((rest) => ({ prefix: ["instance"], every: { of: 3, rest } })),
  ];
  const check = async () => {
    for (const selector of selectors) {
      assertEquals(sorted(await actorStore.list(selector)), sorted(await store.list(selector)));
    }
  };
  await check();
  const [one, other] = instances.list({});
  await deploy(test.storage, one.id);
  await instances.remove(other.id, BY);
  await check();
});

Deno.test("MirroredStore reads everything else from the store", async () => {
  await using test = await testStorage();
  const { actorStore, store } = test.storage;
  await withInstances(test.storage, 5);
  for (
    const selector of [{ prefix: ["instance"], limit: 2 }, { prefix: ["audit"] }, {
      prefix: ["instance_by_name"],
    }]
  ) {
    assertEquals(await actorStore.list(selector), await store.list(selector));
  }
  assertEquals(await actorStore.get(keys.template(1)), await store.get(keys.template(1)));
});

Deno.test("list() gives the keys of one share, and only those", async () => {
  await using test = await testStorage();
  await withInstances(test.storage, 10);
  const ids = (entries: Entry[]) => entries.map(({ key }) => Number(key[1]));
  const all = ids(await test.storage.store.list({ prefix: ["instance"] }));
  for (const rest of [0, 1, 2, 3]) {
    const share = ids(await test.storage.store.list({ prefix: ["instance"], every: { of: 4, rest } }));
    assertEquals(share, all.filter((id) => id % 4 === rest));
  }
});
