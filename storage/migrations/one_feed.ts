import type { Entry, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { entriesUnder } from "../store/entries.ts";
import type { KvStore } from "../store/store.ts";
import { inCommits } from "../writes/atomic_budget.ts";
import { mergePastPieces, PIECES_OF_FEEDS } from "./past_pieces_of_feeds.ts";

const WRITES_AT_ONCE = 200;

const FEEDS: Key = ["cut"];
const POINTER = keys.generation();
const CHUNKS = keys.generationChunk(0, 0, 0).slice(0, 1), JOURNAL = keys.journal(0, 0, 0).slice(0, 1);

/** How a store that began over a KV server was divided: feed n read for every shard with shard % feeds = n. */
interface Feeds {
  v: 1;
  shards: number;
  feeds: number;
  /** The generation that those of all feeds become: chosen once, so that the step can run again. */
  generation?: number;
}

interface Pointer {
  v: 1;
  generation: number;
  watermark: Ticks;
  position: { signupId: string; bookmark: string } | null;
  shards: number;
  merged?: { floor: Ticks; former: NonNullable<Pointer["position"]>[] };
}

/**
 * A store with several feeds gets one. Their states are copied under one generation, then one commit replaces their
 * pointers, and only then the originals are deleted: whatever is interrupted can begin again.
 */
export async function joinFeeds(store: KvStore): Promise<void> {
  const stored = await store.get<Feeds>(FEEDS);
  if (stored === undefined) return;
  const feeds = await withGeneration(store, stored.value), { generation } = feeds;
  const present = await store.get<Pointer>(POINTER);
  if (present?.value.generation !== generation) await writeJoined(store, feeds);
  await writeAll(store, deletesOf(entriesUnder(store, CHUNKS), ({ key }) => key[1] !== generation));
  await writeAll(store, deletesOf(entriesUnder(store, JOURNAL), ({ key }) => key[1] !== generation));
  await writeAll(store, deletesOf(entriesUnder(store, PIECES_OF_FEEDS)));
  await commit(store, [{ type: "delete", key: FEEDS }]);
}

/** A number above all that a feed has used. */
async function withGeneration(store: KvStore, feeds: Feeds): Promise<Feeds & { generation: number }> {
  if (feeds.generation !== undefined) return { ...feeds, generation: feeds.generation };
  let newest = 0;
  for (const pointer of (await pointersOf(store, feeds)).values()) {
    newest = Math.max(newest, pointer.generation);
  }
  for (const prefix of [CHUNKS, JOURNAL]) {
    for await (const { key } of entriesUnder(store, prefix)) newest = Math.max(newest, Number(key[1]));
  }
  const value = { ...feeds, generation: newest + 1 };
  await commit(store, [{ type: "set", key: FEEDS, value }]);
  return value;
}

async function writeJoined(store: KvStore, feeds: Feeds & { generation: number }): Promise<void> {
  const pointers = await pointersOf(store, feeds);
  await writeAll(store, copiedChunks(store, { feeds, pointers }));
  await writeAll(store, copiedJournal(store, { feeds, pointers }));
  await writeAll(store, mergePastPieces(store));
  const formerKeys = Array.from({ length: feeds.feeds }, (_, feed) => pointerKey(feed)).slice(1);
  const deletes = formerKeys.map((key): Mutation => ({ type: "delete", key }));
  const pointer = joined([...pointers.values()], feeds);
  const sets: Mutation[] = pointer === null ? [] : [{ type: "set", key: POINTER, value: pointer }];
  await commit(store, [...sets, ...deletes]);
}

/**
 * The least watermark, from which windows read what any feed may have missed. The shards keep their own up to the
 * greatest. Null: none has stored a generation.
 */
function joined(pointers: readonly Pointer[], { generation, shards }: Feeds & { generation: number }) {
  if (pointers.length === 0) return null;
  const watermarks = pointers.map(({ watermark }) => watermark);
  const former = pointers.flatMap(({ position }) => position ?? []);
  const merged = { floor: Math.max(...watermarks), former };
  return {
    v: 1,
    generation,
    watermark: Math.min(...watermarks),
    position: null,
    shards,
    merged,
  } satisfies Pointer;
}

function pointerKey(feed: number): Key {
  return feed === 0 ? POINTER : [...POINTER, feed];
}

async function pointersOf(store: KvStore, { feeds }: Feeds): Promise<Map<number, Pointer>> {
  const pointers = new Map<number, Pointer>();
  for (let feed = 0; feed < feeds; feed++) {
    const stored = await store.get<Pointer>(pointerKey(feed));
    if (stored !== undefined) pointers.set(feed, stored.value);
  }
  return pointers;
}

interface Copied {
  feeds: Feeds & { generation: number };
  pointers: ReadonlyMap<number, Pointer>;
}

async function* copiedChunks(
  store: KvStore,
  { feeds: { feeds, shards, generation }, pointers }: Copied,
): AsyncGenerator<Mutation> {
  for (let shard = 0; shard < shards; shard++) {
    const pointer = pointers.get(shard % feeds);
    if (pointer === undefined) continue;
    const prefix = keys.generationChunk(pointer.generation, shard, 0).slice(0, 3);
    for await (const { key, value } of entriesUnder(store, prefix)) {
      yield { type: "set", key: keys.generationChunk(generation, shard, Number(key[3])), value };
    }
  }
}

/** What each feed wrote since its own generation. The sequence of a shard rises over all generations. */
async function* copiedJournal(
  store: KvStore,
  { feeds: { feeds, generation }, pointers }: Copied,
): AsyncGenerator<Mutation> {
  for await (const { key, value } of entriesUnder(store, JOURNAL)) {
    const [, of = NaN, sequence = NaN, shard = NaN] = key.map(Number);
    const since = pointers.get(shard % feeds)?.generation ?? 0;
    if (of < since || of === generation) continue;
    yield { type: "set", key: keys.journal(generation, sequence, shard), value };
  }
}

async function* deletesOf(
  entries: AsyncIterable<Entry<unknown>>,
  isDeleted: (entry: Entry<unknown>) => boolean = () => true,
): AsyncGenerator<Mutation> {
  for await (const entry of entries) if (isDeleted(entry)) yield { type: "delete", key: entry.key };
}

async function writeAll(store: KvStore, mutations: AsyncIterable<Mutation>): Promise<void> {
  const waiting: Mutation[] = [];
  const write = async () => {
    for (const each of inCommits(waiting.splice(0))) await store.commit(each, MAIN_LANE);
  };
  for await (const mutation of mutations) {
    if (waiting.push(mutation) === WRITES_AT_ONCE) await write();
  }
  await write();
}

async function commit(store: KvStore, mutations: Mutation[]): Promise<void> {
  await store.commit({ mutations }, MAIN_LANE);
}
