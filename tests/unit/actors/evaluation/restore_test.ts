import { EVALUATION } from "../../../../actors/evaluation/contract.ts";
import { assertEquals } from "@std/assert";
import { readStored } from "../../../../actors/evaluation/restore.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { packSnapshot } from "../../../../domain/evaluation/snapshot/snapshot.ts";
import type { Mutation } from "../../../../domain/shared/commit.ts";
import { keys } from "../../../../storage/keys.ts";
import { testStorage } from "../../storage/support.ts";

/** How many chunks the first of two shards reads of a generation that so many shards have stored. */
async function chunksOf(shards: number): Promise<number> {
  await using test = await testStorage();
  const { store } = test.storage;
  const [value] = packSnapshot(new Engine({ watermark: 100 }).snapshot());
  const mutations = Array.from({ length: shards }, (_, shard): Mutation => (
    { type: "set", key: keys.generationChunk(3, shard, 0), value }
  ));
  await store.commit({ mutations }, 0);
  const pointer = { v: 1, generation: 3, watermark: 100, position: null, shards } as const;
  const address = { kind: EVALUATION, id: "0" };
  const context = { address, store, shard: 0, shards: 2, now: () => 0 } as unknown as ActorContext;
  const given = { watermark: 100, sourceMaxAgeSeconds: 0, correctionHorizonHours: 1 };
  const { chunks } = await readStored({ type: "restore", pointer, ...given }, context);
  return chunks.length;
}

Deno.test("a shard reads its own part of a generation: what another had not read yet is nothing to it", async () => {
  assertEquals(await chunksOf(2), 1);
});

Deno.test("with another number of shards than the generation's it reads all parts", async () => {
  assertEquals(await chunksOf(3), 3);
});
