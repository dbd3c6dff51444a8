import { assert, assertEquals, assertThrows } from "@std/assert";
import { allowed, limiterHarness, MINUTE, START, together } from "./limiter_harness.ts";

for (const limit of [1, 2, 10, 19, 100, 101]) {
  Deno.test(`take() allows exactly ${limit} requests`, async () => {
    await using on = await limiterHarness({ limit });
    assertEquals(await on.passed(limit), limit);
    assertEquals(await on.passed(3), 0);
  });
}

Deno.test("take() allows exactly the limit when all requests arrive at once", async () => {
  await using on = await limiterHarness();
  assertEquals(allowed(await together(on, 1_000)), 100);
  assertEquals(await on.passed(3), 0);
});

Deno.test("take() allows exactly the limit when the block runs out between requests", async () => {
  await using on = await limiterHarness();
  assertEquals(await on.passed(5), 5);
  assertEquals(allowed(await together(on, 12)), 12);
  assertEquals(allowed(await together(on, 500)), 83);
});

Deno.test("take() resets at the minute, and not a millisecond before", async () => {
  await using on = await limiterHarness();
  on.clock.nowMs = START + 30_000;
  assertEquals(await on.passed(101), 100);
  on.clock.nowMs = START + MINUTE - 1;
  assertEquals(await on.passed(1), 0);
  on.clock.nowMs = START + MINUTE;
  assertEquals(await on.passed(101), 100);
  on.clock.nowMs = START + 2 * MINUTE - 1;
  assertEquals(await on.passed(1), 0);
});

Deno.test("take() carries nothing over to the next window", async () => {
  await using on = await limiterHarness();
  assertEquals(await on.passed(3), 3);
  on.clock.nowMs = START + MINUTE;
  assertEquals(await on.passed(150), 100);
});

Deno.test("take() counts every subject and scope separately", async () => {
  await using on = await limiterHarness();
  assertEquals([await on.passed(101, "a"), await on.passed(101, "b")], [100, 100]);
  assertEquals((await on.take("a", { scope: "ai", limit: 20 })).allowed, true);
  assertEquals((await on.take("a", { scope: "heavy", limit: 10 })).allowed, true);
  assertEquals((await on.take("a")).allowed, false);
});

Deno.test("take() returns the limit, the remainder and the reset time", async () => {
  await using on = await limiterHarness();
  on.clock.nowMs = START + 12_345;
  const common = { scope: "default" as const, limit: 100, windowSeconds: 60, resetSeconds: 48 };
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 99 });
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 98 });
  await on.passed(97);
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 0 });
  assertEquals(await on.take(), { ...common, allowed: false, remaining: 0 });
});

Deno.test("take() writes once per block, and decides in memory otherwise", async () => {
  await using on = await limiterHarness();
  const limiter = on.limits.limiter("default", 100);
  assert(limiter.take("a") instanceof Promise);
  await on.passed(8);
  assert(!(limiter.take("a") instanceof Promise));
  assertEquals(on.calls.writes, 1);
  await on.passed(90);
  assertEquals(on.calls, { reads: 1, writes: 10 });
});

Deno.test("take() neither reads nor writes for a request that it refuses", async () => {
  await using on = await limiterHarness();
  await on.passed(100);
  const before = { ...on.calls };
  assertEquals(await on.passed(500), 0);
  assertEquals(on.calls, before);
});

Deno.test("take() continues where a process left off in this window", async () => {
  await using first = await limiterHarness();
  await first.passed(95);
  await using second = await limiterHarness({ beside: first });
  assertEquals(await second.passed(100), 0);
  assertEquals(second.calls, { reads: 1, writes: 0 });
});

Deno.test("take() allows no more requests when the clock is set back", async () => {
  await using on = await limiterHarness();
  assertEquals(await on.passed(60), 60);
  on.clock.nowMs = START - 1;
  assertEquals(await on.passed(10), 10);
  on.clock.nowMs = START;
  assertEquals(await on.passed(100), 40);
});

Deno.test("a limiter keeps `maxSubjects` subjects, and evicts the oldest", async () => {
  await using on = await limiterHarness({ maxSubjects: 2 });
  for (const subject of ["a", "b"]) await on.take(subject);
  const { reads } = on.calls;
  await on.take("a");
  assertEquals([on.calls.reads, on.limits.limiter("default", 100).size], [reads, 2]);
  await on.take("c");
  assertEquals(on.limits.limiter("default", 100).size, 2);
  await on.take("b");
  assertEquals(on.calls.reads, reads + 1);
  assertEquals(await on.passed(200, "a"), 90);
});

Deno.test("a limiter drops the subjects of the previous window", async () => {
  await using on = await limiterHarness();
  for (const subject of ["a", "b", "c"]) await on.take(subject);
  on.clock.nowMs += MINUTE;
  await on.take("a");
  assertEquals(on.limits.limiter("default", 100).size, 1);
});

Deno.test("windows are deleted once they are five windows old", async () => {
  await using on = await limiterHarness();
  for (let minute = 0; minute <= 7; minute++) {
    on.clock.nowMs = START + minute * MINUTE;
    await on.take();
    await on.limits.settled();
  }
  const starts: number[] = [];
  for await (const { key } of on.kv.list({ prefix: ["rate_window"] })) starts.push(Number(key[1]));
  assertEquals(starts, [2, 3, 4, 5, 6, 7].map((minute) => START + minute * MINUTE));
});

Deno.test("limiter() is the same for the same scope and limit, and requires a positive whole number", async () => {
  await using on = await limiterHarness();
  assertEquals(on.limits.limiter("ai", 20) === on.limits.limiter("ai", 20), true);
  for (const limit of [0, -1, 1.5, NaN]) assertThrows(() => on.limits.limiter("ai", limit), RangeError);
});
