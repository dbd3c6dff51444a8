import { assertEquals, assertRejects } from "@std/assert";
import type { Commit } from "../../../../domain/shared/commit.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { StoppedClock, testStore } from "../support.ts";

const key = ["shared"];

function setTo(value: number, versionstamp: string | null): Commit {
  return { checks: [{ key, versionstamp }], mutations: [{ type: "set", key, value }] };
}

Deno.test("commitShared() writes under its checks, without a lane", async () => {
  await using on = await testStore();
  assertEquals((await on.store.commitShared(setTo(1, null))).ok, true);
  assertEquals(await on.store.commitShared(setTo(2, null)), { ok: false });
  const entry = await on.store.get<number>(key);
  assertEquals(entry?.value, 1);
  assertEquals((await on.store.commitShared(setTo(3, entry?.versionstamp ?? null))).ok, true);
  assertEquals((await Array.fromAsync(on.kv.list({ prefix: ["lane"] }))).length, 0);
});

Deno.test("commitShared() refuses a sum, which a repetition would add twice", async () => {
  await using on = await testStore();
  const sum: Commit = { mutations: [{ type: "sum", key, value: 1 }] };
  await assertRejects(() => on.store.commitShared(sum), TypeError);
});

Deno.test("commitShared() has a deadline and at most a thousand writes at once, beyond which it is UNAVAILABLE", async () => {
  const clock = new StoppedClock();
  let writes = 0;
  await using on = await testStore({
    clock,
    callDeadlineMs: 50,
    wrap: (backend) => ({
      ...backend,
      write: () => {
        writes++;
        return clock.hang(50);
      },
    }),
  });
  const calls = Array.from({ length: 1_001 }, (_, i) => on.store.commitShared(setTo(i, null)));
  const ends = await Promise.allSettled(calls);
  const codes = ends.map((end) => end.status === "rejected" && (end.reason as Refusal).code);
  assertEquals([writes, new Set(codes)], [1_000, new Set(["UNAVAILABLE"])]);
  await assertRejects(() => on.store.commitShared(setTo(0, null)), Refusal, "too many writes");
  assertEquals([writes, on.store.healthy()], [1_000, false]);
});

Deno.test("commitShared() refuses once the store is closing", async () => {
  await using on = await testStore();
  await on.store.close();
  await assertRejects(() => on.store.commitShared(setTo(1, null)), Refusal, "is closing");
});
