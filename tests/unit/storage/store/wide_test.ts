import { assert, assertEquals, assertRejects } from "@std/assert";
import { kvBackend } from "../../../../storage/store/backend.ts";
import { openStore } from "../../../../storage/store/store.ts";
import { interleaving, random, testStore } from "../support.ts";

const large = (length: number, mark: string) => ({ v: 1, mark, text: `€${mark}`.repeat(length / 2) });

Deno.test("a template larger than one key is written and read as one value", async () => {
  await using test = await testStore();
  const value = large(150_000, "a");
  const key = ["template", 1];
  const heard: unknown[] = [];
  test.store.onCommit((mutations) => heard.push(...mutations));
  assert((await test.store.commit({ mutations: [{ type: "set", key, value }] }, 0)).ok);
  assertEquals((await test.store.get(key))?.value, value);
  assertEquals((await test.store.list({ prefix: ["template"] })).map((entry) => entry.value), [value]);
  assertEquals(heard, [{ type: "set", key, value }]);
});

Deno.test("a smaller value and a delete remove the old parts, even after a reopening", async () => {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...kvBackend(kv), close: () => {} };
  const key = ["template", 1];
  const parts = async () => (await Array.fromAsync(kv.list({ prefix: ["part"] }))).length;
  const one = await openStore({ backend, random });
  await one.commit({ mutations: [{ type: "set", key, value: large(150_000, "a") }] }, 0);
  const most = await parts();
  await one.commit({ mutations: [{ type: "set", key, value: large(80_000, "b") }] }, 0);
  assert(await parts() < most);
  await one.close();
  const two = await openStore({ backend, random });
  assertEquals((await two.get<{ mark: string }>(key))?.value.mark, "b");
  await two.commit({ mutations: [{ type: "set", key, value: { v: 1, mark: "c" } }] }, 0);
  assertEquals(await parts(), 0);
  await two.commit({ mutations: [{ type: "set", key, value: large(80_000, "d") }] }, 0);
  await two.commit({ mutations: [{ type: "delete", key }] }, 0);
  assertEquals([await parts(), await two.get(key)], [0, undefined]);
  await two.close();
  kv.close();
});

Deno.test("a reader never sees the parts of two values together", async () => {
  await using test = await testStore();
  const key = ["template", 1];
  let done = false;
  const writer = (async () => {
    for (let i = 0; i < 40; i++) {
      const value = { v: 1, texts: Array.from({ length: 40 }, () => `${i} `.repeat(1_000)) };
      await test.store.commit({ mutations: [{ type: "set", key, value }] }, 0);
    }
    done = true;
  })();
  while (!done) {
    const entry = await test.store.get<{ texts: string[] }>(key);
    if (entry !== undefined) assertEquals(new Set(entry.value.texts).size, 1);
  }
  await writer;
});

Deno.test("a value rewritten between the reads of its head and its parts is read again", async () => {
  const key = ["template", 1];
  const rewrite = interleaving("template", async () => {
    await test.store.commit({ mutations: [{ type: "set", key, value: large(150_000, "b") }] }, 0);
  });
  await using test = await testStore({ wrap: rewrite.wrap });
  await test.store.commit({ mutations: [{ type: "set", key, value: large(150_000, "a") }] }, 0);
  rewrite.arm();
  const entry = await test.store.get(key);
  assertEquals(entry?.value, large(150_000, "b"));
  assertEquals(entry?.versionstamp, (await test.kv.get(key)).versionstamp);
});

Deno.test("other prefixes have no such values", async () => {
  await using test = await testStore();
  const mutations = [{ type: "set" as const, key: ["package", 1], value: large(80_000, "a") }];
  await assertRejects(() => test.store.commit({ mutations }, 0), TypeError, '["package",1]');
});
