import { assertEquals } from "@std/assert";
import type { Storage } from "../../../storage/contract.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import { BY, gate, interleaving, refusalOf, refusedAs, type TestStorage, testStorage } from "./support.ts";

const KEY = { name: "robot", role: "viewer", is_active: true, expires_at: null } as const;

async function planted({ plant, access }: Storage): Promise<void> {
  await plant.create({ floc_id: "ROOT", name: "N", node_type: "enterprise", parent_id: null }, BY);
  await plant.create({ floc_id: "NORTH", name: "N", node_type: "site", parent_id: "ROOT" }, BY);
  // The ids are allocated before the writes that the tests hold back.
  await access.apiKeys.issue({ ...KEY, name: "first" }, BY);
}

/**
 * Between a read under `prefix` and the decision after it, starts another write and holds its commit, which writes
 * under `writes`, back until that decision has been made.
 */
async function racing(
  { prefix, writes }: { prefix: string; writes: string },
  other: (storage: Storage) => Promise<unknown>,
): Promise<TestStorage & { arm(): void; other(): Promise<unknown> }> {
  const reached = gate(), released = gate();
  let isHeld = false, started: Promise<unknown> = Promise.resolve();
  const { wrap, arm } = interleaving(prefix, async () => {
    isHeld = true;
    started = other(test.storage).catch((error) => error);
    await reached.wait;
    setTimeout(released.open);
  });
  const holding = (backend: KvBackend): KvBackend => ({
    ...wrap(backend),
    async write(atomic) {
      if (isHeld && atomic.mutations.some(({ key }) => key[0] === writes)) {
        isHeld = false;
        reached.open();
        await released.wait;
      }
      return await backend.write(atomic);
    },
  });
  const test = await testStorage({ wrap: holding });
  await planted(test.storage);
  return { ...test, arm, other: () => started };
}

Deno.test("an area is not removed while a grant that names it is being written", async () => {
  const grants = [{ role: "operator" as const, area_ids: [1] }];
  await using test = await racing(
    { prefix: "area", writes: "api_key" },
    ({ access }) => access.apiKeys.issue({ ...KEY, grants }, BY),
  );
  const { areas, access } = test.storage;
  const { id } = await areas.create({ name: "North", plant_node_ids: ["NORTH"] }, BY);
  assertEquals(id, 1);
  test.arm();
  assertEquals(await refusalOf(() => areas.remove(id, BY)), refusedAs("RESOURCE_IN_USE"));
  await test.other();
  assertEquals([access.apiKeys.byName("robot")?.grants, areas.get(id)?.name], [grants, "North"]);
});

Deno.test("an area is not created with a plant node that is being removed", async () => {
  await using test = await racing(
    { prefix: "id", writes: "plant_node" },
    ({ plant }) => plant.remove("NORTH", BY),
  );
  const { areas, plant } = test.storage;
  test.arm();
  const refusal = await refusalOf(() => areas.create({ name: "North", plant_node_ids: ["NORTH"] }, BY));
  assertEquals(refusal, { code: "VALIDATION_FAILED", paths: ["plant_node_ids.0"] });
  await test.other();
  assertEquals([areas.list().length, plant.get("NORTH")], [0, undefined]);
});

Deno.test("a node belongs to the areas of the nodes above it, in the order of their ids", async () => {
  await using test = await testStorage();
  const { areas, plant } = test.storage;
  await planted(test.storage);
  await plant.create({ floc_id: "LINE", name: "N", node_type: "area", parent_id: "NORTH" }, BY);
  await areas.create({ name: "Lines", plant_node_ids: ["LINE"] }, BY);
  await areas.create({ name: "North", plant_node_ids: ["NORTH", "LINE"] }, BY);
  const namesAt = (node: string | null) => areas.ofNode(node).map(({ name }) => name);
  assertEquals(["LINE", "NORTH", "ROOT", "GONE", null].map(namesAt), [
    ["Lines", "North"],
    ["North"],
    [],
    [],
    [],
  ]);
});
