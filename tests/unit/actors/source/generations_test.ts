import { assertEquals } from "@std/assert";
import { Generations, positionOf, storedPosition } from "../../../../actors/source/generations.ts";
import { sourceIdOf } from "../../../../actors/source/contract.ts";
import type { Key } from "../../../../domain/shared/commit.ts";
import { keys } from "../../../../storage/keys.ts";
import { testStore } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const SHARDS = 4, FEEDS = 2;

const names = (entries: { key: Key }[]) => entries.map(({ key }) => key.join(" ")).toSorted();

/** Two feeds over four shards; each generation has a part a shard. */
async function setUp() {
  const test = await testStore();
  const { store } = test;
  const feeds = [0, 1].map((feed) =>
    new Generations(contextOver(store, { id: sourceIdOf(feed), shards: SHARDS }), FEEDS)
  );
  const write = async (generation: number, shards: number[]) => {
    const written = shards.flatMap((shard) => [
      keys.generationChunk(generation, shard, 0),
      keys.journal(generation, 1, shard),
    ]);
    await store.commit({ mutations: written.map((key) => ({ type: "set", key, value: 1 })) }, 0);
  };
  const point = (feed: number, generation: number) =>
    feeds[feed].point(
      { v: 1, generation, watermark: generation, position: null, shards: SHARDS },
      new Map([feed, feed + FEEDS].map((shard) => [shard, { chunks: 1 }])),
    );
  const left = async () =>
    names([
      ...await store.list({ prefix: ["generation_chunk"] }),
      ...await store.list({ prefix: ["journal"] }),
    ]);
  return { test, feeds, write, point, left };
}

Deno.test("each feed has its own pointer, and drops only what is behind it of its own shards", async () => {
  const { test, feeds, write, point, left } = await setUp();
  await using _ = test;
  await write(1, [0, 1, 2, 3]);
  await point(0, 1);
  await point(1, 1);
  await write(2, [0, 2]);
  await point(0, 2);
  assertEquals([(await feeds[0].pointer())?.generation, (await feeds[1].pointer())?.generation], [2, 1]);
  assertEquals(await left(), [
    ...[
      "generation_chunk 1 1 0",
      "generation_chunk 1 3 0",
      "generation_chunk 2 0 0",
      "generation_chunk 2 2 0",
    ],
    ...["journal 1 1 1", "journal 1 1 3", "journal 2 1 0", "journal 2 1 2"],
  ]);
});

Deno.test("a sweep at the start of one feed leaves the other's parts", async () => {
  const { test, feeds, write, point, left } = await setUp();
  await using _ = test;
  await write(1, [0, 1, 2, 3]);
  await point(1, 1);
  await write(2, [1, 3]);
  await write(3, [0, 2]);
  await point(0, 3);
  const begun = new Generations(contextOver(test.store, { id: sourceIdOf(1), shards: SHARDS }), FEEDS);
  await begun.sweep(await begun.pointer());
  const chunks = (await left()).filter((name) => name.startsWith("generation_chunk"));
  assertEquals(chunks, [
    ...[
      "generation_chunk 1 0 0",
      "generation_chunk 1 1 0",
      "generation_chunk 1 2 0",
      "generation_chunk 1 3 0",
    ],
    ...["generation_chunk 3 0 0", "generation_chunk 3 2 0"],
  ]);
  await feeds[0].sweep(await feeds[0].pointer());
  assertEquals((await left()).filter((name) => name.startsWith("generation_chunk 1")), [
    ...["generation_chunk 1 1 0", "generation_chunk 1 3 0"],
  ]);
});

Deno.test("after a start the generation that it resumed from is dropped with the next pointer, and so are the parts of broken barriers", async () => {
  const { test, write, point, left } = await setUp();
  await using _ = test;
  await write(4, [0, 1, 2, 3]);
  await point(0, 4);
  await point(1, 4);
  const begun = new Generations(contextOver(test.store, { id: sourceIdOf(1), shards: SHARDS }), FEEDS);
  await begun.sweep(await begun.pointer());
  await write(5, [3]);
  await write(6, [1, 3]);
  const stored = new Map([1, 3].map((shard) => [shard, { chunks: 1 }]));
  await begun.point({ v: 1, generation: 6, watermark: 6, position: null, shards: SHARDS }, stored);
  assertEquals((await left()).filter((name) => name.startsWith("generation_chunk")), [
    ...[
      "generation_chunk 4 0 0",
      "generation_chunk 4 2 0",
      "generation_chunk 6 1 0",
      "generation_chunk 6 3 0",
    ],
  ]);
});

Deno.test("a position of the feed is stored by the names of the first connector, and read by them", () => {
  const stored = { signupId: "s 1", bookmark: "b" };
  assertEquals(positionOf(stored), { subscription: "s 1", cursor: "b" });
  assertEquals(storedPosition({ subscription: "s 1", cursor: "b" }), stored);
  assertEquals([positionOf(null), storedPosition(null)], [null, null]);
});
