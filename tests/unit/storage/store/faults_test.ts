import { assert, assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import type { Mutation } from "../../../../domain/shared/commit.ts";
import { type Atomic, type KvBackend, kvBackend } from "../../../../storage/store/backend.ts";
import { openStore } from "../../../../storage/store/store.ts";
import { gate, random, StoppedClock, testStore, until } from "../support.ts";

const set = (key: (string | number)[], value: unknown = 1): Mutation => ({ type: "set", key, value });
const DEADLINE_MS = 100;
const writes = (atomic: Atomic, part: string) => atomic.mutations.some(({ key }) => key[0] === part);

/** Wraps real KV; `write` decides the outcome of an atomic. */
function between(
  write: (atomic: Atomic, pass: KvBackend["write"]) => ReturnType<KvBackend["write"]>,
): (backend: KvBackend) => KvBackend {
  return (backend) => ({ ...backend, write: (atomic) => write(atomic, backend.write) });
}

async function assertUnavailable(call: () => Promise<unknown>): Promise<void> {
  isUnavailable(await assertRejects(call, Refusal));
}

function isUnavailable(error: unknown): void {
  assert(error instanceof Refusal);
  assertEquals(error.code, "UNAVAILABLE");
}

Deno.test("a commit whose response was lost is found by the lane's key, and the lane continues", async () => {
  const clock = new StoppedClock();
  let lose = false;
  const wrap = between(async (atomic, pass) => {
    const lost = lose && writes(atomic, "lost");
    const result = await pass(atomic);
    return lost ? clock.hang(DEADLINE_MS) : result;
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  const heard: unknown[] = [];
  test.store.onCommit((mutations) => heard.push(mutations[0].key[0]));
  await test.store.commit({ mutations: [set(["first"])] }, 0);
  lose = true;
  const lost = test.store.commit({ mutations: [{ type: "sum", key: ["lost"], value: 1 }] }, 0);
  await lost.then(({ ok }) => assert(ok, "settled in time, it counts as applied"), isUnavailable);
  assert((await test.store.commit({ mutations: [set(["next"])] }, 0)).ok);
  assertEquals((await test.store.get<number>(["lost"]))?.value, 1);
  assertEquals(heard, ["first", "lost", "next"]);
  assert(test.store.healthy());
});

Deno.test("a commit that hangs can no longer take effect once the lane has continued", async () => {
  const clock = new StoppedClock();
  const held = gate();
  let landing: Promise<unknown> | undefined;
  const wrap = between((atomic, pass) => {
    if (!writes(atomic, "late") || landing !== undefined) return pass(atomic);
    landing = held.wait.then(() => pass(atomic));
    return clock.hang(DEADLINE_MS);
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  const late = test.store.commit({ mutations: [set(["late"])] }, 0);
  await assertUnavailable(() => late);
  assertEquals(test.store.healthy(), false);
  assert((await test.store.commit({ mutations: [set(["next"])] }, 0)).ok);
  assert(test.store.healthy());
  held.open();
  assertEquals(await landing, { ok: false });
  assertEquals(await test.store.get(["late"]), undefined);
});

Deno.test("a commit that hung can no longer take effect, even if nothing was written after it", async () => {
  const clock = new StoppedClock();
  const held = gate();
  let landing: Promise<unknown> | undefined;
  const wrap = between((atomic, pass) => {
    if (!writes(atomic, "late")) return pass(atomic);
    landing = held.wait.then(() => pass(atomic));
    return clock.hang(DEADLINE_MS);
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  const lane = async () => (await test.kv.get(["lane", 0])).versionstamp;
  await test.store.commit({ mutations: [set(["first"])] }, 0);
  const before = await lane();
  await assertUnavailable(() => test.store.commit({ mutations: [set(["late"])] }, 0));
  await until(async () => await lane() !== before);
  held.open();
  assertEquals(await landing, { ok: false });
});

Deno.test("turns in a group that hangs are retried while their callers still wait", async () => {
  const clock = new StoppedClock();
  let hangs = 0;
  const wrap = between((atomic, pass) => {
    return writes(atomic, "a") && hangs++ === 0 ? new Promise(() => {}) : pass(atomic);
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  await test.store.commit({ mutations: [set(["warm"])] }, 0);
  const first = test.store.commit({ mutations: [set(["a"])] }, 0);
  const refused = assertUnavailable(() => first);
  await until(() => hangs === 1);
  clock.turn(DEADLINE_MS / 2);
  const second = test.store.commit({ mutations: [set(["b"])] }, 0);
  clock.turn(DEADLINE_MS / 2);
  await refused;
  assert((await second).ok);
  assertEquals(await test.store.get(["a"]), undefined);
});

Deno.test("a client that repeats its commits writes each of them once", async () => {
  const wrap = between(async (atomic, pass) => {
    await pass(atomic);
    return await pass(atomic);
  });
  await using test = await testStore({ wrap });
  const add = () => test.store.commit({ mutations: [{ type: "sum", key: ["n"], value: 1 }] }, 0);
  for (let i = 0; i < 20; i++) assert((await add()).ok);
  assert((await Promise.all(Array.from({ length: 20 }, add))).every((result) => result.ok));
  assertEquals((await test.store.get<number>(["n"]))?.value, 40);
});

Deno.test("a commit is retried while the database is locked, without an error", async () => {
  let locked = 5;
  const wrap = between(async (atomic, pass) => {
    if (locked-- > 0) throw new TypeError("database is locked");
    return await pass(atomic);
  });
  await using test = await testStore({ wrap });
  const add = () => test.store.commit({ mutations: [{ type: "sum", key: ["n"], value: 1 }] }, 0);
  assert((await Promise.all([add(), add(), add()])).every((result) => result.ok));
  assertEquals((await test.store.get<number>(["n"]))?.value, 3);
});

Deno.test("a database that stays locked refuses at the deadline", async () => {
  const clock = new StoppedClock();
  let locked = false;
  const wrap = between(async (atomic, pass) => {
    if (!locked) return await pass(atomic);
    clock.turn(DEADLINE_MS / 4);
    throw new TypeError("database is locked");
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  await test.store.commit({ mutations: [set(["warm"])] }, 0);
  locked = true;
  await assertUnavailable(() => test.store.commit({ mutations: [set(["a"])] }, 0));
  locked = false;
  assert((await test.store.commit({ mutations: [set(["b"])] }, 0)).ok);
  assertEquals(await test.store.get(["a"]), undefined);
});

Deno.test("a second writer on a lane fences off the first one, on all its lanes", async () => {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...kvBackend(kv), close: () => {} };
  const older = await openStore({ backend, random });
  const newer = await openStore({ backend, random });
  assert((await older.commit({ mutations: [set(["a"], "older")] }, 3)).ok);
  assert((await newer.commit({ mutations: [set(["a"], "newer")] }, 3)).ok);
  await assertUnavailable(() => older.commit({ mutations: [set(["a"], "stale")] }, 3));
  await assertUnavailable(() => older.commit({ mutations: [set(["a"], "stale")] }, 4));
  assertEquals(older.healthy(), false);
  assert((await newer.commit({ mutations: [set(["b"])] }, 3)).ok);
  assertEquals((await newer.get(["a"]))?.value, "newer");
  await older.close();
  await newer.close();
  kv.close();
});

Deno.test("a pending write of an earlier process cannot take effect once its lane is acquired", async () => {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...kvBackend(kv), close: () => {} };
  const clock = new StoppedClock();
  const held = gate();
  let landing: Promise<unknown> | undefined;
  const slow = between((atomic, pass) => {
    if (!writes(atomic, "late")) return pass(atomic);
    landing = held.wait.then(() => pass(atomic));
    return clock.hang(DEADLINE_MS);
  });
  const older = await openStore({ backend: slow(backend), random, clock, callDeadlineMs: DEADLINE_MS });
  const pending = older.commit({ mutations: [set(["late"])] }, 0).catch(() => {});
  await until(() => landing !== undefined);
  const newer = await openStore({ backend, random });
  assert((await newer.commit({ mutations: [set(["a"])] }, 0)).ok);
  held.open();
  assertEquals(await landing, { ok: false });
  await pending;
  await older.close();
  await newer.close();
  kv.close();
});

Deno.test("reads refuse at the deadline, and the store is healthy again after the next that succeeds", async () => {
  const clock = new StoppedClock();
  let hang = false;
  const hanging = (): AsyncIterableIterator<never> => ({
    next: () => clock.hang(DEADLINE_MS),
    [Symbol.asyncIterator]: hanging,
  });
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    getMany: (keys) => hang ? clock.hang(DEADLINE_MS) : backend.getMany(keys),
    list: (...all) => hang ? hanging() : backend.list(...all),
  });
  await using test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  hang = true;
  await assertUnavailable(() => test.store.get(["a"]));
  await assertUnavailable(() => test.store.list({ prefix: ["a"] }));
  assertEquals(test.store.healthy(), false);
  hang = false;
  assertEquals(await test.store.get(["a"]), undefined);
  assert(test.store.healthy());
});

Deno.test("close() ends within its deadline although a write hangs", async () => {
  const clock = new StoppedClock();
  const wrap = between((atomic, pass) => writes(atomic, "hang") ? new Promise(() => {}) : pass(atomic));
  const test = await testStore({ wrap, clock, callDeadlineMs: DEADLINE_MS });
  const hanging = assertUnavailable(() => test.store.commit({ mutations: [set(["hang"])] }, 0));
  await until(() => test.store.stats().queued === 0);
  const closing = test.store.close();
  clock.turn(DEADLINE_MS);
  await closing;
  await hanging;
});

Deno.test("random commits on four lanes over a faulty KV keep counters, order and listeners exact", async () => {
  const dice = seeded(7);
  const wrap = between(async (atomic, pass) => {
    const roll = dice();
    if (roll < 0.1) throw new TypeError("database is locked");
    const result = await pass(atomic);
    if (roll < 0.2) return await pass(atomic);
    if (roll < 0.3) throw new Error("database is locked after it was written");
    return result;
  });
  await using test = await testStore({ wrap });
  const heard: string[] = [];
  let heardTurns = 0;
  test.store.onCommit((_, versionstamp) => {
    heard.push(versionstamp);
    heardTurns++;
  });
  const applied = [0, 0, 0, 0];
  await Promise.all(applied.map(async (_, lane) => {
    for (let round = 0; round < 25; round++) {
      const turns = Array.from({ length: 8 }, async (_, i) => {
        const contested = i === 3;
        const owner = contested ? await test.store.get(["contested"]) : undefined;
        const checks = contested ? [{ key: ["contested"], versionstamp: owner?.versionstamp ?? null }] : [];
        const mutations: Mutation[] = [
          { type: "sum", key: ["n", lane], value: 1 },
          set(["of", lane, i], round),
        ];
        if (contested) mutations.push(set(["contested"], [lane, round]));
        if ((await test.store.commit({ checks, mutations }, lane)).ok) applied[lane]++;
      });
      await Promise.all(turns);
    }
  }));
  const counters = await test.store.getMany<number>([0, 1, 2, 3].map((lane) => ["n", lane]));
  assertEquals(counters.map((entry) => entry?.value), applied);
  assertEquals(heard, heard.toSorted());
  assertEquals(heardTurns, applied.reduce((a, b) => a + b));
});

function seeded(seed: number): () => number {
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}
