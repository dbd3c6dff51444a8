import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Atomic, KvBackend } from "../../../../storage/store/backend.ts";
import type { Check, Mutation } from "../../../../domain/shared/commit.ts";
import { PushLog } from "../../../../storage/push_log.ts";
import { gate, PLACES, testStore, until } from "../support.ts";

const set = (key: (string | number)[], value: unknown = 1): Mutation => ({ type: "set", key, value });
const frame = (data: unknown) => ({ kind: "resource_changed", at: "2026-01-31T08:15:02.123Z", data });

/** Records every atomic and lets the test hold back the first one. */
function recording(atomics: Atomic[], hold: Promise<void> = Promise.resolve()) {
  return (backend: KvBackend): KvBackend => ({
    ...backend,
    write: async (atomic) => {
      atomics.push(atomic);
      await hold;
      return await backend.write(atomic);
    },
  });
}

for (const place of PLACES) {
  Deno.test(`commit() writes many turns in one atomic, in order (${place})`, async () => {
    const atomics: Atomic[] = [];
    await using test = await testStore({ place, wrap: recording(atomics) });
    const order: number[] = [];
    const turns = Array.from({ length: 100 }, async (_, i) => {
      const result = await test.store.commit({ mutations: [set(["a", i], i), set(["last"], i)] }, 1);
      assert(result.ok);
      order.push(i);
    });
    await Promise.all(turns);
    assertEquals(order, Array.from({ length: 100 }, (_, i) => i));
    assertEquals((await test.store.get(["last"]))?.value, 99);
    assertEquals((await test.store.list({ prefix: ["a"] })).length, 100);
    assertEquals(atomics.length, 2); // acquiring the lane, and all hundred turns
  });

  Deno.test(`commit() answers ok false and writes nothing when a check fails (${place})`, async () => {
    await using test = await testStore({ place });
    await test.store.commit({ mutations: [set(["a"])] }, 0);
    const checks = [{ key: ["a"], versionstamp: null }];
    assertEquals(await test.store.commit({ checks, mutations: [set(["a"], 2), set(["b"])] }, 0), {
      ok: false,
    });
    assertEquals((await test.store.get(["a"]))?.value, 1);
    assertEquals(await test.store.get(["b"]), undefined);
    assertEquals(test.store.stats().conflicts, 1);
  });

  Deno.test(`commit() halves a group until the failing turn is alone (${place})`, async () => {
    await using test = await testStore({ place });
    await test.store.commit({ mutations: [set(["taken"])] }, 0);
    const order: number[] = [];
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const checks = i === 33 ? [{ key: ["taken"], versionstamp: null }] : [];
        const result = await test.store.commit({ checks, mutations: [set(["n", i]), set(["last"], i)] }, 0);
        order.push(i);
        return result.ok;
      }),
    );
    assertEquals(results.map((ok, i) => ok ? -1 : i).filter((i) => i >= 0), [33]);
    assertEquals((await test.store.list({ prefix: ["n"] })).length, 49);
    assertEquals(
      order.filter((i) => i !== 33),
      Array.from({ length: 50 }, (_, i) => i).filter((i) => i !== 33),
    );
    assertEquals((await test.store.get(["last"]))?.value, 49);
  });

  Deno.test(`commit() lets one of two turns with the same key win (${place})`, async () => {
    await using test = await testStore({ place });
    const claim = (value: number) =>
      test.store.commit({ checks: [{ key: ["k"], versionstamp: null }], mutations: [set(["k"], value)] }, 0);
    assertEquals((await Promise.all([claim(1), claim(2), claim(3)])).map((r) => r.ok), [true, false, false]);
    assertEquals((await test.store.get(["k"]))?.value, 1);
  });

  Deno.test(`commit() adds sums of one group and reads them as whole numbers (${place})`, async () => {
    await using test = await testStore({ place });
    const add = (value: number) => test.store.commit({ mutations: [{ type: "sum", key: ["n"], value }] }, 0);
    await Promise.all([add(3), add(-1), add(5)]);
    assertEquals((await test.store.get<number>(["n"]))?.value, 7);
    await add(-10);
    assertEquals((await test.store.get<number>(["n"]))?.value, -3);
  });
}

Deno.test("commit() keeps a delete and a sum of one counter in their order", async () => {
  await using test = await testStore();
  const sum = (value: number) => test.store.commit({ mutations: [{ type: "sum", key: ["n"], value }] }, 0);
  const results = [sum(3), test.store.commit({ mutations: [{ type: "delete", key: ["n"] }] }, 0), sum(4)];
  await Promise.all(results);
  assertEquals((await test.store.get<number>(["n"]))?.value, 4);
});

Deno.test("commit() separates conflicting turns, even after turns that only set", async () => {
  const atomics: Atomic[] = [];
  await using test = await testStore({ wrap: recording(atomics) });
  const commit = (mutation: Mutation, checks: Check[] = []) =>
    test.store.commit({ checks, mutations: [mutation] }, 0);
  const sum: Mutation = { type: "sum", key: ["n"], value: 3 };
  const absent = [{ key: ["a"], versionstamp: null }];
  const results = [
    ...[commit(set(["a"])), commit(set(["b"])), commit(set(["c"]), absent)],
    ...[commit({ type: "delete", key: ["n"] }), commit(set(["d"])), commit(sum)],
    ...[commit(set(["e"])), commit({ type: "delete", key: ["n"] })],
  ];
  assertEquals((await Promise.all(results)).map(({ ok }) => ok), results.map((_, i) => i !== 2));
  assertEquals(await test.store.get(["n"]), undefined);
  // The lane is acquired; a and b; c, the delete and d, halved until c is refused alone; the sum and e; the delete.
  assertEquals(atomics.map(({ mutations }) => mutations.length - 1), [0, 2, 3, 2, 1, 1, 1, 2, 1]);
});

Deno.test("commit() puts at most eight guard checks in an atomic, the same check counted once", async () => {
  const atomics: Atomic[] = [];
  await using test = await testStore({ wrap: recording(atomics) });
  await test.store.commit({ mutations: [set(["shared"])] }, 0);
  const shared = { key: ["shared"], versionstamp: (await test.store.get(["shared"]))!.versionstamp };
  atomics.length = 0;
  const own = (i: number) => ({ key: ["own", i], versionstamp: null });
  const results = Array.from(
    { length: 21 },
    (_, i) => test.store.commit({ checks: [shared, own(i)], mutations: [set(["own", i])] }, 0),
  );
  assert((await Promise.all(results)).every((result) => result.ok));
  assertEquals(atomics.map((atomic) => atomic.checks.length), [9, 9, 9]);
});

Deno.test("commit() logs the frames of an atomic as one value under its versionstamp", async () => {
  await using test = await testStore();
  const heard: unknown[] = [];
  test.store.onPublished((committed) => heard.push(committed));
  const results = await Promise.all([
    test.store.commit({ mutations: [set(["a"])], frames: [frame(1), frame(2)] }, 0),
    test.store.commit({ mutations: [set(["b"])], frames: [frame(3)] }, 0),
  ]);
  assert(results[0].ok);
  const log = await test.store.list({ prefix: ["push"] });
  assertEquals(log.length, 1);
  assertEquals(log[0].key, ["push", results[0].versionstamp]);
  assertEquals(log[0].value, { v: 1, frames: [frame(1), frame(2), frame(3)] });
  const { versionstamp } = results[0];
  assertEquals(heard, [{ versionstamp, frames: [frame(1), frame(2), frame(3)], notices: [] }]);
});

Deno.test("commit() splits frames that exceed one value, and logs more than the limit as a resync", async () => {
  await using test = await testStore();
  const log = new PushLog(test.store);
  const frames = (count: number) =>
    Array.from({ length: count }, (_, i) => frame(`${i} ${"x".repeat(10_000)}`));
  const logged = async (count: number) => {
    const result = await test.store.commit({ mutations: [], frames: frames(count) }, 0);
    assert(result.ok);
    const [newest] = await log.newest(1);
    assertEquals(newest.versionstamp, result.versionstamp);
    return newest.frames;
  };
  assertEquals(await logged(6), frames(6));
  assertEquals(await test.store.list({ prefix: ["part"] }), []);
  assertEquals(await logged(24), frames(24));
  assertEquals((await test.store.list({ prefix: ["part"] })).length, 3);
  assertEquals(await logged(25), null);
  while (await log.pruneStep("f".repeat(20)));
  assertEquals(await test.store.list({ prefix: ["part"] }), []);
  assertEquals(await test.store.list({ prefix: ["push"] }), []);
});

Deno.test("commit() logs frames too large for a value as a resync, and still calls the listeners", async () => {
  await using test = await testStore();
  const heard: number[] = [];
  test.store.onPublished(({ frames }) => heard.push(frames.length));
  const large = frame("x".repeat(70_000));
  await Promise.all([
    test.store.commit({ mutations: [], frames: [frame(1)] }, 0),
    test.store.commit({ mutations: [], frames: [large] }, 0),
    test.store.commit({ mutations: [], frames: [frame("y".repeat(40_000))] }, 0),
    test.store.commit({ mutations: [], frames: [frame("z".repeat(40_000))] }, 0),
  ]);
  const log = await test.store.list<{ resync?: boolean }>({ prefix: ["push"] });
  assertEquals(log.map((entry) => entry.value.resync ?? false), [false, true, false]);
  assertEquals(heard, [1, 1, 2]);
});

Deno.test("listeners are called in the order of commits of several lanes, before the caller gets its answer", async () => {
  const delays = [8, 0, 3, 1, 5, 0, 2, 7];
  let calls = 0;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    write: async (atomic) => {
      const result = await backend.write(atomic);
      await new Promise((resolve) => setTimeout(resolve, delays[calls++ % delays.length]));
      return result;
    },
  });
  for (const versionstampStep of [65_536, 1]) {
    await using test = await testStore({ wrap, versionstampStep });
    const commits: string[] = [], frames: string[] = [];
    test.store.onCommit((_, versionstamp) => commits.push(versionstamp));
    test.store.onPublished(({ versionstamp }) => frames.push(versionstamp));
    const lanes = [0, 1, 2, 3].map(async (lane) => {
      for (let i = 0; i < 15; i++) {
        const result = await test.store.commit(
          { mutations: [set(["k", lane, i])], frames: [frame(i)] },
          lane,
        );
        assert(result.ok && commits.includes(result.versionstamp) && frames.includes(result.versionstamp));
      }
    });
    await Promise.all(lanes);
    assertEquals(commits, commits.toSorted());
    assertEquals(frames, frames.toSorted());
    assertEquals(commits.length, 60);
  }
});

Deno.test("a listener that throws does not affect the others", async () => {
  const lines: string[] = [];
  await using test = await testStore({ log: (_, message) => lines.push(message) });
  let heard = 0;
  test.store.onCommit(() => {
    throw new Error("mine");
  });
  test.store.onCommit(() => heard++);
  assert((await test.store.commit({ mutations: [set(["a"])] }, 0)).ok);
  assertEquals(heard, 1);
  assertEquals(lines, ["A listener of commits threw"]);
});

Deno.test("commit() refuses at once when the lane's queue is full", async () => {
  const held = gate();
  await using test = await testStore({ wrap: recording([], held.wait), laneQueue: 10 });
  const commit = () => test.store.commit({ mutations: [set(["a"])] }, 0);
  const first = commit();
  await until(() => test.store.stats().queued === 0);
  const waiting = Array.from({ length: 10 }, commit);
  const refusal = await assertRejects(commit, Error, "too many writes");
  assertEquals((refusal as unknown as { code: string }).code, "UNAVAILABLE");
  held.open();
  assert((await Promise.all([first, ...waiting])).every((result) => result.ok));
});

Deno.test("commit() names the key of a caller's mistake", async () => {
  await using test = await testStore();
  const commit = (mutations: Mutation[]) => () => test.store.commit({ mutations }, 0);
  const error = await assertRejects(commit([set(["big", 7], "x".repeat(65_531))]), TypeError);
  assertStringIncludes(error.message, '["big",7]');
  await assertRejects(commit([set(["k".repeat(2_047)])]), TypeError, "kkk");
  const both: Mutation[] = [{ type: "sum", key: ["n"], value: 1 }, { type: "delete", key: ["n"] }];
  await assertRejects(commit(both), TypeError, '["n"]');
  const checks = Array.from({ length: 9 }, (_, i) => ({ key: ["c", i], versionstamp: null }));
  await assertRejects(() => test.store.commit({ checks, mutations: [] }, 0), TypeError, "9 checks");
  assert((await test.store.commit({ mutations: [set(["still"])] }, 0)).ok);
});

Deno.test("commit() rejects what it refuses and never throws: mistakes, too many at once, a closed store", async () => {
  const { wait, open } = gate();
  await using test = await testStore({ laneQueue: 1, wrap: recording([], wait) });
  const commit = (key: string) => test.store.commit({ mutations: [set([key])] }, 0);
  const mistake = commit("k".repeat(3_000)), first = commit("a"), oneTooMany = commit("b");
  await assertRejects(() => mistake, TypeError, "2048");
  await assertRejects(() => oneTooMany, Error, "too many writes waiting");
  open();
  assert((await first).ok);
  await test.store.close();
  const late = commit("c");
  await assertRejects(() => late, Error, "is closing");
});

Deno.test("commit() refuses only the turn whose value KV cannot store", async () => {
  await using test = await testStore();
  const good = () => test.store.commit({ mutations: [set(["good"])] }, 0);
  const bad = test.store.commit({ mutations: [set(["bad"], { call: () => 1 })] }, 0);
  const results = await Promise.allSettled([good(), bad, good()]);
  assertEquals(results.map((result) => result.status), ["fulfilled", "rejected", "fulfilled"]);
});

Deno.test("a closing store refuses new commits and completes pending ones", async () => {
  const test = await testStore();
  const handedIn = test.store.commit({ mutations: [set(["a"])] }, 0);
  await test.store.close();
  assert((await handedIn).ok);
  await assertRejects(() => test.store.commit({ mutations: [] }, 0), Error, "closing");
});
