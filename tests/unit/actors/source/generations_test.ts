import { assertEquals } from "@std/assert";
import { Generations, positionOf, storedPosition } from "../../../../actors/source/generations.ts";
import type { Key } from "../../../../domain/shared/commit.ts";
import { keys } from "../../../../storage/keys.ts";
import { testStore } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const SHARDS = [0, 1];

const names = (entries: { key: Key }[]) => entries.map(({ key }) => key.join(" ")).toSorted();

/** Each generation has a part and a journal entry a shard. */
async function setUp() {
  const test = await testStore();
  const { store } = test;
  const begin = () => new Generations(contextOver(store, SHARDS.length));
  const write = async (generation: number, shards = SHARDS) => {
    const written = shards.flatMap((shard) => [
      keys.generationChunk(generation, shard, 0),
      keys.journal(generation, 1, shard),
    ]);
    await store.commit({ mutations: written.map((key) => ({ type: "set", key, value: 1 })) }, 0);
  };
  const point = (generations: Generations, generation: number) =>
    generations.point(
      { v: 1, generation, watermark: generation, position: null, shards: SHARDS.length },
      new Map(SHARDS.map((shard) => [shard, { chunks: 1 }])),
    );
  const left = async () =>
    names([
      ...await store.list({ prefix: ["generation_chunk"] }),
      ...await store.list({ prefix: ["journal"] }),
    ]);
  return { test, begin, write, point, left };
}

Deno.test("the next pointer drops the parts and the journal that it replaces", async () => {
  const { test, begin, write, point, left } = await setUp();
  await using _ = test;
  const generations = begin();
  await write(1);
  await point(generations, 1);
  await write(2);
  await point(generations, 2);
  assertEquals((await generations.pointer())?.generation, 2);
  assertEquals(await left(), [
    ...["generation_chunk 2 0 0", "generation_chunk 2 1 0"],
    ...["journal 2 1 0", "journal 2 1 1"],
  ]);
});

Deno.test("after a start the generation that it resumed from is dropped with the next pointer, and so are the parts of broken barriers", async () => {
  const { test, begin, write, point, left } = await setUp();
  await using _ = test;
  const chunks = async () => (await left()).filter((name) => name.startsWith("generation_chunk"));
  await write(3);
  await write(4);
  await point(begin(), 4);
  await write(5, [1]);
  const begun = begin();
  await begun.sweep(await begun.pointer());
  assertEquals(await chunks(), ["generation_chunk 4 0 0", "generation_chunk 4 1 0"]);
  await write(6, [1]);
  await write(7);
  await point(begun, 7);
  assertEquals(await chunks(), ["generation_chunk 7 0 0", "generation_chunk 7 1 0"]);
});

Deno.test("a position of the feed is stored by the names of the first connector, and read by them", () => {
  const stored = { signupId: "s 1", bookmark: "b" };
  assertEquals(positionOf(stored), { subscription: "s 1", cursor: "b" });
  assertEquals(storedPosition({ subscription: "s 1", cursor: "b" }), stored);
  assertEquals([positionOf(null), storedPosition(null)], [null, null]);
});
