import { anyCharacter, fc } from "../../../support/fast_check.ts";
import { serialize } from "node:v8";
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Mutation } from "../../../../domain/shared/commit.ts";
import { keyBytes, valueBytes } from "../../../../storage/store/size.ts";
import { PLACES, testStore } from "../support.ts";

const set = (key: (string | number)[], value: unknown = 1): Mutation => ({ type: "set", key, value });

for (const place of PLACES) {
  Deno.test(`commit() accepts a value of 65,536 bytes and no more (${place})`, async () => {
    await using test = await testStore({ place });
    const commit = (value: unknown) => test.store.commit({ mutations: [set(["v"], value)] }, 0);
    assert((await commit("x".repeat(65_530))).ok);
    assertEquals((await test.store.get<string>(["v"]))?.value.length, 65_530);
    await assertRejects(() => commit("x".repeat(65_531)), TypeError, "65537 bytes");
    assert((await commit("€".repeat(32_760))).ok);
    await assertRejects(() => commit("€".repeat(32_768)), TypeError);
  });

  Deno.test(`commit() counts the whole buffer of an array inside a value, as KV stores it (${place})`, async () => {
    await using test = await testStore({ place });
    const commit = (value: unknown) => test.store.commit({ mutations: [set(["v"], value)] }, 0);
    const part = (of: number) => new Uint8Array(of).subarray(0, 10);
    assert((await commit({ column: part(65_500) })).ok);
    await assertRejects(() => commit({ column: part(65_536) }), TypeError, 'The value of ["v"] takes');
    assert((await commit(new Uint8Array(65_536))).ok);
    assert((await commit(part(100_000))).ok);
    await assertRejects(() => commit(new Uint8Array(65_537)), TypeError, "65537 bytes");
  });

  Deno.test(`commit() accepts a key of 2,048 bytes and no more (${place})`, async () => {
    await using test = await testStore({ place });
    const commit = (text: string) => test.store.commit({ mutations: [set([text])] }, 0);
    assert((await commit("k".repeat(2_046))).ok);
    assert((await commit("€".repeat(682))).ok);
    await assertRejects(() => commit("k".repeat(2_047)), TypeError, "2049 bytes");
    await assertRejects(() => commit("€".repeat(683)), TypeError);
  });

  Deno.test(`commit() accepts 988 mutations at once, and splits more turns over several atomics (${place})`, async () => {
    await using test = await testStore({ place });
    const many = (count: number) => Array.from({ length: count }, (_, i) => set(["m", i]));
    assert((await test.store.commit({ mutations: many(988) }, 0)).ok);
    await assertRejects(() => test.store.commit({ mutations: many(989) }, 0), TypeError, "989 mutations");
    const before = test.store.stats().commits;
    const turns = Array.from({ length: 10 }, () => test.store.commit({ mutations: many(300) }, 0));
    assert((await Promise.all(turns)).every((result) => result.ok));
    assertEquals(test.store.stats().commits - before, 4);
  });

  Deno.test(`commit() fills atomics up to 800 KiB and splits beyond (${place})`, async () => {
    await using test = await testStore({ place });
    const large = (i: number) => set(["p", i], new Uint8Array(65_000));
    const twelve = Array.from({ length: 12 }, (_, i) => large(i));
    assert((await test.store.commit({ mutations: twelve }, 0)).ok);
    const thirteen = [...twelve, large(13)];
    await assertRejects(() => test.store.commit({ mutations: thirteen }, 0), TypeError, "payload bytes");
    const turns = Array.from({ length: 40 }, (_, i) => test.store.commit({ mutations: [large(i)] }, 0));
    assert((await Promise.all(turns)).every((result) => result.ok));
  });

  Deno.test(`commit() fills atomics up to 80 KiB of keys and splits beyond (${place})`, async () => {
    await using test = await testStore({ place });
    const long = (i: number) => set(["k".repeat(2_000), i]);
    const forty = Array.from({ length: 40 }, (_, i) => long(i));
    assert((await test.store.commit({ mutations: forty }, 0)).ok);
    await assertRejects(
      () => test.store.commit({ mutations: [...forty, long(41)] }, 0),
      TypeError,
      "key bytes",
    );
    const turns = Array.from({ length: 100 }, (_, i) => test.store.commit({ mutations: [long(i)] }, 0));
    assert((await Promise.all(turns)).every((result) => result.ok));
  });
}

Deno.test("no group exceeds KV's limits", async () => {
  const lines: string[] = [];
  await using test = await testStore({ log: (_, message) => lines.push(message) });
  const commit = (mutations: Mutation[], frames = 0) => {
    const data = "f".repeat(frames);
    const frame = { kind: "resource_changed", at: "", data };
    return test.store.commit({ mutations, frames: frames === 0 ? [] : [frame] }, 0);
  };
  const many = (make: (i: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 60 }, (_, i) => make(i)));
  await many((i) => commit([set(["p", i], new Uint8Array(65_000))]));
  await many((i) => commit([set(["p", i], "x".repeat(30_000))]));
  await many((i) => commit([set(["k".repeat(2_000), i])]));
  await many((i) => commit([{ type: "delete", key: ["k".repeat(2_000), i] }]));
  await many(() => commit(Array.from({ length: 90 }, (_, i) => set(["m", i]))));
  await many((i) => commit([set(["f", i])], 9_000));
  assertEquals(lines, []);
});

Deno.test("list() and getMany() read any number of entries", async () => {
  await using test = await testStore();
  const commits = Array.from(
    { length: 2_345 },
    (_, i) => test.store.commit({ mutations: [set(["e", i], i)] }, i % 3),
  );
  await Promise.all(commits);
  const all = await test.store.list<number>({ prefix: ["e"] });
  assertEquals(all.map((entry) => entry.value), Array.from({ length: 2_345 }, (_, i) => i));
  const keys = [["e", 5], ["none"], ...Array.from({ length: 400 }, (_, i) => ["e", i])];
  const found = await test.store.getMany<number>(keys);
  assertEquals(found.map((entry) => entry?.value), [
    5,
    undefined,
    ...Array.from({ length: 400 }, (_, i) => i),
  ]);
});

Deno.test("list() supports start, end, limit and reverse", async () => {
  await using test = await testStore();
  await test.store.commit({ mutations: Array.from({ length: 9 }, (_, i) => set(["e", i], i)) }, 0);
  const list = async (more: object) =>
    (await test.store.list<number>({ prefix: ["e"], ...more })).map((entry) => entry.value);
  assertEquals(await list({ start: ["e", 3] }), [3, 4, 5, 6, 7, 8]);
  assertEquals(await list({ end: ["e", 3] }), [0, 1, 2]);
  assertEquals(await list({ start: ["e", 3], end: ["e", 6] }), [3, 4, 5]);
  assertEquals(await list({ reverse: true, limit: 2 }), [8, 7]);
  assertEquals(await list({ limit: 0 }), []);
});

Deno.test("valueBytes() is never below the stored size, nor far above", () => {
  const data = fc.anything({
    withBigInt: true,
    maxDepth: 4,
    maxKeys: 12,
    values: [fc.string({ unit: anyCharacter })],
  });
  fc.assert(fc.property(data, (value) => {
    const exact = serialize(value).byteLength;
    return valueBytes(value) >= exact && valueBytes(value) <= 8 * exact + 64;
  }));
  assert(valueBytes(new Uint8Array(new ArrayBuffer(5_000), 0, 10)) >= 5_000);
});

Deno.test("valueBytes() counts a text's characters once up to U+00FF, and twice from U+0100 on", () => {
  for (
    const [text, bytes] of [["a", 1_000], ["\u00ff", 1_000], ["\u0100", 2_000], ["\uffff", 2_000]] as const
  ) {
    const value = text.repeat(1_000), estimate = valueBytes(value);
    assert(estimate >= serialize(value).byteLength && estimate < bytes + 50);
    assert(valueBytes("a".repeat(999) + text) >= serialize("a".repeat(999) + text).byteLength);
  }
});

Deno.test("valueBytes() counts a shared buffer of columns once", () => {
  const buffer = new ArrayBuffer(5_000), other = new ArrayBuffer(3_000);
  const a = new Uint8Array(buffer, 0, 2_000), b = new Uint8Array(buffer, 2_000), c = new Uint8Array(other);
  const values: unknown[] = [{ a, b }, { a, n: 1, b }, { a, c, b }, { of: { a, b }, c }, [a, b]];
  for (const value of values) assert(valueBytes(value) >= serialize(value).byteLength);
  assert(valueBytes({ a, b }) < 5_300);
});

Deno.test("keyBytes() is what Deno KV counts", async () => {
  const kv = await Deno.openKv(":memory:");
  const parts = fc.array(
    fc.oneof(
      fc.string({ unit: "binary-ascii" }),
      fc.string({ unit: "grapheme" }),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.uint8Array(),
    ),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(parts, async (key) => {
      const fill = 2_048 - keyBytes(key) - 2;
      fc.pre(fill >= 0);
      await kv.set([...key, "k".repeat(fill)], 1);
      await assertRejects(() => kv.set([...key, "k".repeat(fill + 1)], 1), TypeError);
    }),
    { numRuns: 60 },
  );
  kv.close();
});
