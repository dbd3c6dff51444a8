import { assertEquals } from "@std/assert";
import { type Partitioning, storedPartitioning } from "../../../storage/partitioning.ts";
import { keys } from "../../../storage/keys.ts";
import { testStore } from "./support.ts";

const SIX: Partitioning = { shards: 6, feeds: 6 };

Deno.test("a new store permanently gets the first wanted partitioning", async () => {
  await using test = await testStore();
  assertEquals(await storedPartitioning(test.store, SIX), SIX);
  assertEquals(await storedPartitioning(test.store, { shards: 2, feeds: 2 }), SIX);
  assertEquals(await storedPartitioning(test.store, undefined), SIX);
});

Deno.test("of two concurrent partitionings of a store one is stored", async () => {
  await using test = await testStore();
  const two: Partitioning = { shards: 2, feeds: 2 };
  const [one, other] = await Promise.all([
    storedPartitioning(test.store, SIX),
    storedPartitioning(test.store, two),
  ]);
  assertEquals(one, other);
});

Deno.test("a store without a partitioning never gets one", async () => {
  await using test = await testStore();
  const value = { v: 1, generation: 1 };
  await test.store.commit({ mutations: [{ type: "set", key: keys.generation(), value }] }, 0);
  assertEquals(await storedPartitioning(test.store, SIX), undefined);
  assertEquals(await test.store.get(keys.cut()), undefined);
});
