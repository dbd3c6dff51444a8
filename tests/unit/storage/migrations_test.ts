import { assertEquals, assertRejects } from "@std/assert";
import { MIGRATIONS } from "../../../storage/migrations/all.ts";
import { migrate, type Migration } from "../../../storage/migrations/run.ts";
import { testStore } from "./support.ts";

/** Renames `old` to `new` keys in batches; crashes before the batch that `crashAt` names. */
const renaming = (crashAt?: number): Migration => ({
  to: 2,
  what: "a made-up second step",
  async run(store) {
    for (let batch = 0;; batch++) {
      const entries = await store.list({ prefix: ["old"], limit: 10 });
      if (entries.length === 0) return;
      if (batch === crashAt) throw new Error("crash");
      await store.commit({
        mutations: entries.flatMap(({ key, value }) => [
          { type: "set", key: ["new", key[1]], value },
          { type: "delete", key },
        ]),
      }, 0);
    }
  },
});

Deno.test("migrate() writes the first schema into an empty store, once", async () => {
  await using test = await testStore();
  await migrate(test.store, MIGRATIONS);
  assertEquals((await test.store.get(["meta", "schema"]))?.value, { v: 1, schema: MIGRATIONS.length });
  const { commits } = test.store.stats();
  await migrate(test.store, MIGRATIONS);
  assertEquals(test.store.stats().commits, commits);
});

Deno.test("migrate() runs an interrupted step again, with the same result", async () => {
  await using test = await testStore();
  await migrate(test.store, MIGRATIONS.slice(0, 1));
  const mutations = Array.from(
    { length: 45 },
    (_, i) => ({ type: "set" as const, key: ["old", i], value: i }),
  );
  await test.store.commit({ mutations }, 0);
  await assertRejects(() => migrate(test.store, [MIGRATIONS[0], renaming(2)]), Error, "crash");
  assertEquals((await test.store.get<{ schema: number }>(["meta", "schema"]))?.value.schema, 1);
  assertEquals((await test.store.list({ prefix: ["old"] })).length, 25);
  await migrate(test.store, [MIGRATIONS[0], renaming()]);
  assertEquals((await test.store.get<{ schema: number }>(["meta", "schema"]))?.value.schema, 2);
  const values = (await test.store.list<number>({ prefix: ["new"] })).map((entry) => entry.value);
  assertEquals(values, Array.from({ length: 45 }, (_, i) => i));
});

Deno.test("migrate() refuses a store that is newer than the program", async () => {
  await using test = await testStore();
  const value = { v: 1, schema: 99 };
  await test.store.commit({ mutations: [{ type: "set", key: ["meta", "schema"], value }] }, 0);
  await assertRejects(() => migrate(test.store, MIGRATIONS), Error, "schema 99");
});
