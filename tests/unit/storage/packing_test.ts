import { assert, assertEquals } from "@std/assert";
import type { Entry, ListSelector, Mutation } from "../../../domain/shared/commit.ts";
import { keys } from "../../../storage/keys.ts";
import { Mirror } from "../../../storage/mirror.ts";
import { Packing } from "../../../storage/packing.ts";
import { defineRecord } from "../../../storage/records.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import type { KvStore } from "../../../storage/store/store.ts";
import { Mutex } from "../../../concurrency/mutex.ts";
import { type PackedPart } from "../../../storage/writes/packed_blocks.ts";
import { readPacked } from "../../../storage/writes/read_packed.ts";
import { AtomicBudget } from "../../../storage/writes/atomic_budget.ts";
import { eventually } from "../../support/eventually.ts";
import { random, testStore } from "./support.ts";

interface Thing {
  v: 1;
  id: number;
  text: string;
}

const SHARDS = 3;
const thing = (id: number, text = `text of ${id} ü 𝄞`): Thing => ({ v: 1, id, text });
const set = (record: Thing): Mutation => ({ type: "set", key: keys.instance(record.id), value: record });
const write = (store: KvStore, records: Thing[], lane = 0) =>
  store.commit({ mutations: records.map(set) }, lane);
const packer = (store: KvStore, shards = SHARDS) =>
  new Packing({ store, now: Date.now, random, log: () => {}, mutex: new Mutex() }, { shards });

/** Reads as a shard does, or as the mirror (all shares); `lists` records the lists read from the store. */
async function read(store: KvStore, { of = SHARDS, rests = [0, 1, 2] } = {}) {
  const lists: ListSelector[] = [];
  const entries: Entry<Thing>[] = [];
  let packed = 0;
  const list = <T>(selector: ListSelector): Promise<Entry<T>[]> => {
    lists.push(selector);
    return store.list<T>(selector);
  };
  for await (const run of readPacked<Thing>({ list }, { noun: "instance", of, rests })) {
    entries.push(...run.entries);
    if (run.isPacked) packed += run.entries.length;
  }
  return { entries, packed, lists };
}

const plain = (store: KvStore) => store.list<Thing>({ prefix: ["instance"] });

async function packedStore(ids: number[], wrap?: (backend: KvBackend) => KvBackend) {
  const test = await testStore({ wrap });
  const records = packer(test.store);
  for (let from = 0; from < ids.length; from += 200) {
    await write(test.store, ids.slice(from, from + 200).map((id) => thing(id)));
  }
  await records.run(0);
  return { ...test, records };
}

const IDS = Array.from({ length: 1_000 }, (_, i) => 3 * i + 1);

Deno.test("packed blocks contain exactly the entries of the store, as one list or by share", async () => {
  await using test = await packedStore(IDS);
  const { entries, packed } = await read(test.store);
  assertEquals(entries, await plain(test.store));
  assertEquals(packed, IDS.length);
  for (const rest of [0, 1, 2]) {
    const share = await read(test.store, { rests: [rest] });
    assertEquals(share.entries, entries.filter(({ key }) => Number(key[1]) % SHARDS === rest));
    assertEquals(share.packed, share.entries.length);
  }
});

Deno.test("after a write of any of its records a block is read record by record until it is packed again", async () => {
  await using test = await packedStore(IDS);
  const writes: Mutation[][] = [
    [set(thing(301, "another"))],
    [{ type: "delete", key: keys.instance(301) }],
    [set(thing(302, "a new one"))],
    [set(thing(5_000)), { type: "delete", key: keys.instance(1) }],
  ];
  for (const mutations of writes) {
    await test.store.commit({ mutations }, 2);
    const stale = await read(test.store);
    assertEquals(stale.entries, await plain(test.store));
    assert(stale.packed < stale.entries.length && stale.packed > 0, "only the touched block is read again");
    await test.records.run(0);
    const fresh = await read(test.store);
    assertEquals(fresh.entries, stale.entries);
    assertEquals(fresh.packed, fresh.entries.length);
  }
});

Deno.test("a write during the packing of a block is never lost: the packing is ignored", async () => {
  let between: (() => Promise<unknown>) | undefined;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    async write(atomic) {
      const isPacking = atomic.mutations.some(({ key }) => key[0] === "packed");
      const act = isPacking ? between : undefined;
      if (act !== undefined) between = undefined;
      await act?.();
      return await backend.write(atomic);
    },
  });
  await using test = await packedStore(IDS, wrap);
  await write(test.store, [thing(1, "before")]);
  // Its response arrives after that of the packing, which began earlier.
  between = async () => {
    written = write(test.store, [thing(4, "between")], 5);
    const key = [...keys.instance(4)];
    await eventually("it is written", async () => (await test.kv.get<Thing>(key)).value?.text === "between");
  };
  let written: Promise<unknown> | undefined;
  await test.records.run(0);
  assert((await written) !== undefined);
  const stale = await read(test.store);
  assertEquals(stale.entries, await plain(test.store));
  assert(stale.packed < stale.entries.length);
  await test.records.run(0);
  const fresh = await read(test.store);
  assertEquals(fresh.entries, await plain(test.store));
  assertEquals(fresh.packed, fresh.entries.length);
});

Deno.test("a write between the reads of a block invalidates the packing", async () => {
  let between: (() => Promise<unknown>) | undefined;
  const act = async () => {
    const acting = between;
    between = undefined;
    await acting?.();
  };
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    async getMany(wanted) {
      const found = await backend.getMany(wanted);
      if (wanted[0][0] === "block_mark") await act();
      return found;
    },
    async *list(selector, options) {
      yield* backend.list(selector, options);
      if ("start" in selector && selector.start[0] === "instance") await act();
    },
  });
  await using test = await packedStore(IDS, wrap);
  await write(test.store, [thing(1, "before")]);
  between = () => write(test.store, [thing(4, "between")], 5);
  await test.records.run(0);
  assertEquals(between, undefined);
  assertEquals((await read(test.store)).entries, await plain(test.store));
  await test.records.run(0);
  const fresh = await read(test.store);
  assertEquals([fresh.entries, fresh.packed], [await plain(test.store), IDS.length]);
});

Deno.test("a packing that broke off, or mixes parts of two, is ignored", async () => {
  await using test = await packedStore([1]);
  const long = Array.from({ length: 60 }, (_, i) => thing(3 * i + 1, `${i} `.repeat(2_500)));
  await write(test.store, long);
  await test.records.run(0);
  const prefix = keys.packed("instance", { of: SHARDS, rest: 1 }, 0, 0).slice(0, -1);
  const parts = await test.store.list<PackedPart>({ prefix });
  assert(parts.length > 3, "the block is cut in pieces");
  assertEquals((await read(test.store)).packed, 60);
  const broken: Mutation[][] = [
    [{ type: "delete", key: parts[1].key }],
    [{ type: "delete", key: parts[parts.length - 1].key }],
    [{ type: "set", key: parts[1].key, value: { ...parts[1].value, packing: "another" } }],
    [{ type: "set", key: parts[1].key, value: { ...parts[1].value, mark: null } }],
    [{ type: "set", key: parts[0].key, value: { ...parts[0].value, v: 1 } }],
  ];
  for (const mutations of broken) {
    await test.store.commit({ mutations }, 0);
    const { entries, packed } = await read(test.store);
    assertEquals([entries, packed], [await plain(test.store), 0]);
    const whole = parts.map(({ key, value }): Mutation => ({ type: "set", key, value }));
    await test.store.commit({ mutations: whole }, 0);
  }
  assertEquals((await read(test.store)).packed, 60);
});

Deno.test("a block that has become shorter leaves no surplus part", async () => {
  await using test = await packedStore([1]);
  await write(test.store, Array.from({ length: 60 }, (_, i) => thing(3 * i + 1, `${i} `.repeat(2_500))));
  await test.records.run(0);
  await write(test.store, Array.from({ length: 60 }, (_, i) => thing(3 * i + 1)));
  await test.records.run(0);
  assertEquals((await test.store.list({ prefix: ["packed", "instance"] })).length, SHARDS);
  const { entries, packed } = await read(test.store);
  assertEquals([entries, packed], [await plain(test.store), 60]);
});

Deno.test("unpacked records are read one by one, and packed by the next program", async () => {
  await using test = await testStore();
  for (const id of IDS) await test.kv.set(keys.instance(id), thing(id));
  const before = await read(test.store);
  assertEquals([before.entries, before.packed], [await plain(test.store), 0]);
  const records = packer(test.store), kind = defineRecord<Thing>("thing", { version: 1 });
  const mirror = new Mirror<number, Thing>({ prefix: "instance", kind, compare: (a, b) => a.id - b.id });
  await mirror.open(test.store, records.loadOf("instance"));
  assertEquals(mirror.entries(), before.entries);
  assert(await records.run(0) > 0);
  const after = await read(test.store);
  assertEquals([after.entries, after.packed], [before.entries, IDS.length]);
  const isRecordRead = ({ prefix, start }: ListSelector) => prefix[0] === "instance" && start === undefined;
  assert(!after.lists.some(isRecordRead), "no record is read one by one");
});

Deno.test("with another number of shards records are read one by one, packed again, and the old packing is deleted", async () => {
  await using test = await packedStore(IDS);
  const two = { of: 2, rests: [0, 1] };
  const before = await read(test.store, two);
  assertEquals([before.entries, before.packed], [await plain(test.store), 0]);
  const records = packer(test.store, 2);
  for await (const _ of iterated(records.loadOf("instance")(test.store)));
  await records.run(0);
  const after = await read(test.store, two);
  assertEquals([after.entries, after.packed], [before.entries, IDS.length]);
  const left = await test.store.list({ prefix: ["packed", "instance"] });
  assert(left.every(({ key }) => key[2] === 2));
});

Deno.test("a mirror filled in pieces contains what is committed meanwhile", async () => {
  await using test = await packedStore(IDS);
  const kind = defineRecord<Thing>("thing", { version: 1 });
  const mirror = new Mirror<number, Thing>({ prefix: "instance", kind, compare: (a, b) => a.id - b.id });
  let step = 0;
  await mirror.open(test.store, async function* (store) {
    assert(!mirror.isFilled);
    for await (const entries of iterated(test.records.loadOf("instance")(store))) {
      const id = IDS[(7 * step++) % IDS.length];
      await test.store.commit({
        mutations: [set(thing(id, `changed ${step}`)), { type: "delete", key: keys.instance(id + 3) }],
      }, step % 3);
      yield entries;
    }
  });
  assert(mirror.isFilled && step > 5);
  const stored = await plain(test.store);
  assertEquals(mirror.entries().toSorted((a, b) => Number(a.key[1]) - Number(b.key[1])), stored);
  assertEquals(mirror.list(), stored.map(({ value }) => value));
});

Deno.test("a block is packed when it has not been written to for a while, or has been out of date for long", async () => {
  await using test = await testStore();
  let nowMs = 0;
  const context = { store: test.store, now: () => nowMs, random, log: () => {}, mutex: new Mutex() };
  const records = new Packing(context, { shards: 1 });
  await write(test.store, [thing(1)]);
  nowMs = 4_999;
  assertEquals(await records.run(), 0);
  await write(test.store, [thing(2)]);
  nowMs = 9_998;
  assertEquals(await records.run(), 0);
  nowMs = 9_999;
  assertEquals(await records.run(), 1);
  for (let at = 10_000; at < 70_000; at += 3_000) {
    nowMs = at;
    await write(test.store, [thing(3, `at ${at}`)]);
    assertEquals(await records.run(), 0);
  }
  nowMs = 70_000;
  await write(test.store, [thing(3, "again")]);
  assertEquals(await records.run(), 1);
  assertEquals((await read(test.store, { of: 1, rests: [0] })).packed, 3);
});

async function* iterated(read: AsyncIterable<Entry[]> | Promise<Entry[]>): AsyncIterable<Entry[]> {
  if (read instanceof Promise) yield await read;
  else yield* read;
}

Deno.test("a commit of many scattered records fits the marks of their blocks", async () => {
  await using test = await testStore();
  const room = new AtomicBudget(), mutations: Mutation[] = [];
  for (let id = 0;; id += 256) {
    const writes = [
      set(thing(id)),
      ...[1, 2].map((i): Mutation => ({ type: "set", key: ["x", id, i], value: 1 })),
    ];
    if (!room.takes(writes)) break;
    mutations.push(...writes);
  }
  assert(mutations.length > 600, "the number of mutations was what filled it");
  assertEquals((await test.store.commit({ mutations }, 0)).ok, true);
});

Deno.test("many outdated blocks are read in pieces, of which only the last is open-ended", async () => {
  const ids = Array.from({ length: 100 }, (_, i) => 100 * i + 1);
  await using test = await packedStore(ids);
  await write(test.store, ids.slice(3).map((id) => thing(id, "changed")));
  await write(test.store, [thing(12_000)]);
  const { entries, packed, lists } = await read(test.store);
  assertEquals([entries, packed], [await plain(test.store), 3]);
  const pieces = lists.filter(({ prefix }) => prefix[0] === "instance");
  const endless = pieces.filter(({ end }) => end === undefined);
  assertEquals(endless.map(({ start }) => start), [["instance", 47 * 256]]);
  const longest = Math.max(
    ...pieces.filter(({ end }) => end).map(({ start, end }) => Number(end?.[1]) - Number(start?.[1])),
  );
  assertEquals(longest, 16 * 256);
});
