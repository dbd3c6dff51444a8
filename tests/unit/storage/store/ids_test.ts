import { assert, assertEquals, assertRejects } from "@std/assert";
import { kvBackend } from "../../../../storage/store/backend.ts";
import { openStore } from "../../../../storage/store/store.ts";
import { interleaving, random, testStore } from "../support.ts";

Deno.test("allocateIds() never returns an id twice, even after a reopening", async () => {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...kvBackend(kv), close: () => {} };
  const seen = new Set<number>();
  let handedOut = 0;
  for (let opening = 0; opening < 4; opening++) {
    const store = await openStore({ backend, random });
    await Promise.all(Array.from({ length: 100 }, async (_, i) => {
      const count = 1 + (i % 5);
      const first = await store.allocateIds("event", count);
      for (let id = first; id < first + count; id++) seen.add(id);
      handedOut += count;
    }));
    await store.close();
  }
  assertEquals(seen.size, handedOut);
  kv.close();
});

Deno.test("allocateIds() begins at 1 for each noun and stays dense while it runs", async () => {
  await using test = await testStore();
  const ids: number[] = [];
  for (let i = 0; i < 50; i++) ids.push(await test.store.allocateIds("package", 1));
  assertEquals(ids, Array.from({ length: 50 }, (_, i) => i + 1));
  assertEquals(await test.store.allocateIds("template", 1), 1);
});

Deno.test("allocateIds() gives several processes different blocks", async () => {
  const kv = await Deno.openKv(":memory:");
  const backend = { ...kvBackend(kv), close: () => {} };
  const one = await openStore({ backend, random });
  const first = await one.allocateIds("event", 10);
  await one.close();
  const two = await openStore({ backend, random });
  assert(await two.allocateIds("event", 10) >= first + 10);
  await two.close();
  kv.close();
});

Deno.test("allocateIds() takes the next block when another process has just taken one", async () => {
  const taken = interleaving("id", () => test.kv.set(["id", "event"], { v: 1, next: 500 }));
  await using test = await testStore({ wrap: taken.wrap });
  taken.arm();
  assertEquals(await test.store.allocateIds("event", 5), 500);
});

Deno.test("allocateIds() refuses an invalid count", async () => {
  await using test = await testStore();
  await assertRejects(() => test.store.allocateIds("event", 0), RangeError);
  await assertRejects(() => test.store.allocateIds("event", 1.5), RangeError);
});
