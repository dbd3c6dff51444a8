import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Key } from "../../../domain/shared/commit.ts";
import { keys } from "../../../storage/keys.ts";
import { MIGRATIONS } from "../../../storage/migrations/all.ts";
import { joinFeeds } from "../../../storage/migrations/one_feed.ts";
import { migrate } from "../../../storage/migrations/run.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import { kvBackend } from "../../../storage/store/backend.ts";
import { openStore } from "../../../storage/store/store.ts";
import { SHARDS, writeSixFeeds } from "../../support/six_feeds.ts";
import { random } from "./support.ts";

interface Pointer {
  generation: number;
  watermark: number;
  position: { signupId: string; bookmark: string } | null;
  shards: number;
  merged?: { floor: number; former: { signupId: string; bookmark: string }[] };
}

type Entries = Map<string, unknown>;

/** Everything but the lanes, whose numbers count the commits. */
async function entriesOf(kv: Deno.Kv): Promise<Entries> {
  const all = await Array.fromAsync(kv.list({ prefix: [] }));
  return new Map(
    all.filter(({ key }) => key[0] !== "lane").map(({ key, value }) => [JSON.stringify(key), value]),
  );
}

function under(entries: Entries, prefix: string): [Key, unknown][] {
  return [...entries].map(([key, value]): [Key, unknown] => [JSON.parse(key), value])
    .filter(([key]) => key[0] === prefix);
}

/** Runs the step in a process that is killed before its nth commit; true when it came to its end. */
async function isJoined(kv: Deno.Kv, commits = Infinity): Promise<boolean> {
  const own = kvBackend(kv);
  let left = commits;
  const backend: KvBackend = {
    ...own,
    write: (atomic) => left-- > 0 ? own.write(atomic) : Promise.reject(new Error("killed")),
    close: () => {},
  };
  const store = await openStore({ backend, random });
  try {
    return await joinFeeds(store).then(() => true, () => false);
  } finally {
    await store.close();
  }
}

/** Parts of the past of polled streams as three feeds stored them: of 4,000 streams each, which overlap. */
async function writePieces(kv: Deno.Kv): Promise<void> {
  for (const feed of [0, 1, 4]) {
    const streams = Array.from({ length: 4_000 }, (_, i) => feed * 1_000 + i + 1);
    // Feed 4 knows as much as feed 1, and has other pieces.
    const bounds = [[20, 40, 60, 70], [10, 40, 60, 70], [], [], [10, 20, 60, 80]][feed];
    for (let piece = 0; piece + 1 < bounds.length; piece++) {
      const [from, to] = [bounds[piece], bounds[piece + 1]];
      for (let part = 0; part < 2; part++) {
        const some = streams.slice(part * 3_000, (part + 1) * 3_000);
        const plain = { v: 1, of: "x", upTo: 65, from, to, level: 1, index: piece };
        const value = {
          ...plain,
          isLookedAt: piece === 0,
          isUnknown: false,
          streams: Int32Array.from(some),
          digests: Float64Array.from(some, () => 7),
          since: Float64Array.from(some, () => from + 1),
        };
        await kv.set(feed === 0 ? ["past_piece", to, part] : ["past_piece_of", feed, to, part], value);
      }
    }
  }
}

async function fixture(): Promise<Deno.Kv> {
  const kv = await Deno.openKv(":memory:");
  await writeSixFeeds(kv);
  await writePieces(kv);
  return kv;
}

function pointersOf(entries: Entries): Pointer[] {
  const pointers = under(entries, "generation").toSorted(([a], [b]) => Number(a[1] ?? 0) - Number(b[1] ?? 0));
  return pointers.map(([, value]) => value as Pointer);
}

Deno.test("six feeds become one generation, from the least watermark on", async () => {
  using kv = await fixture();
  const before = await entriesOf(kv), pointers = pointersOf(before);
  assertEquals(new Set(pointers.map(({ watermark }) => watermark)).size, SHARDS, "six different watermarks");
  assert(await isJoined(kv));
  const after = await entriesOf(kv), [pointer, ...others] = pointersOf(after);
  assertEquals([others, under(after, "cut"), under(after, "past_piece_of")], [[], [], []]);
  assertEquals(pointer, {
    v: 1,
    generation: Math.max(...pointers.map(({ generation }) => generation)) + 1,
    watermark: Math.min(...pointers.map(({ watermark }) => watermark)),
    position: null,
    shards: SHARDS,
    merged: {
      floor: Math.max(...pointers.map(({ watermark }) => watermark)),
      former: pointers.map(({ position }) => position!),
    },
  } as Pointer);
  for (const [prefix, shardAt] of [["generation_chunk", 2], ["journal", 3]] as const) {
    const expected = under(before, prefix)
      .filter(([key]) => Number(key[1]) >= pointers[Number(key[shardAt])].generation)
      .map(([key, value]): [Key, unknown] => [[key[0], pointer.generation, ...key.slice(2)], value]);
    const byKey = (a: [Key, unknown], b: [Key, unknown]) =>
      JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1;
    assert(expected.length >= SHARDS);
    assertEquals(under(after, prefix).toSorted(byKey), expected.toSorted(byKey), prefix);
  }
  const changed = new Set([
    "generation",
    "generation_chunk",
    "journal",
    "cut",
    "past_piece",
    "past_piece_of",
  ]);
  const rest = (entries: Entries) =>
    [...entries].filter(([key]) => !changed.has(String(JSON.parse(key)[0]))).toSorted();
  assertEquals(rest(after), rest(before), "all else stays");
});

Deno.test("the pieces of the past of all feeds become unknown ones of all their streams", async () => {
  using kv = await fixture();
  assert(await isJoined(kv));
  const pieces = under(await entriesOf(kv), "past_piece").map(([key, value]) => {
    const { from, to, isLookedAt, isUnknown, streams, digests, since } = value as Record<string, number[]>;
    const first = [streams[0], streams.at(-1), digests.length, since[0]];
    return [key.slice(1), from, to, isLookedAt, isUnknown, ...first];
  });
  const parts = (to: number, from: number, isLookedAt: boolean) => [
    [[to, 0], from, to, isLookedAt, true, 1, 3_000, 3_000, from],
    [[to, 1], from, to, isLookedAt, true, 3_001, 6_000, 3_000, from],
    [[to, 2], from, to, isLookedAt, true, 6_001, 8_000, 2_000, from],
  ];
  assertEquals(
    pieces as unknown[],
    [...parts(20, 10, true), ...parts(60, 20, false), ...parts(80, 60, false)],
  );
});

Deno.test("a step that is killed before any of its commits runs again with the same result", async () => {
  using whole = await fixture();
  assert(await isJoined(whole));
  const expected = await entriesOf(whole);
  let kills = 0;
  for (let isOver = false; !isOver; kills++) {
    using kv = await fixture();
    isOver = await isJoined(kv, kills);
    // The next process is killed a commit later, and the one after it ends the step.
    await isJoined(kv, 1);
    assert(await isJoined(kv));
    assertEquals(await entriesOf(kv), expected, `killed before commit ${kills}`);
  }
  assert(kills > 7, `${kills} kills`);
});

Deno.test("a store whose feeds have stored nothing yet begins as a new one", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["cut"], { v: 1, shards: 6, feeds: 6 });
  assert(await isJoined(kv));
  assertEquals(await entriesOf(kv), new Map());
});

Deno.test("a feed that has stored nothing yet keeps its journal, and a single one has nothing to merge", async () => {
  using kv = await Deno.openKv(":memory:");
  await kv.set(["cut"], { v: 1, shards: 2, feeds: 2 });
  await kv.set(["generation"], { v: 1, generation: 3, watermark: 50, position: null, shards: 2 });
  await kv.set(keys.journal(0, 7, 1), "of shard 1");
  await kv.set(keys.journal(2, 8, 0), "before the generation");
  assert(await isJoined(kv));
  const entries = await entriesOf(kv);
  assertEquals(under(entries, "journal"), [[keys.journal(4, 7, 1), "of shard 1"]]);
  assertEquals(pointersOf(entries)[0].merged, { floor: 50, former: [] });
});

Deno.test("an older program refuses a store without feeds too, once it has the schema", async () => {
  using kv = await Deno.openKv(":memory:");
  const store = await openStore({ backend: { ...kvBackend(kv), close: () => {} }, random });
  await migrate(store, MIGRATIONS.filter(({ to }) => to <= 12));
  await assertRejects(() => migrate(store, MIGRATIONS.filter(({ to }) => to < 12)), Error, "schema 12");
  await store.close();
});
