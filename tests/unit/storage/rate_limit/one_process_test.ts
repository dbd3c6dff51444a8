import { assert, assertEquals, assertThrows } from "@std/assert";
import { allowed, house, MINUTE, START, together } from "./house.ts";

for (const limit of [1, 2, 10, 19, 100, 101]) {
  Deno.test(`take() lets exactly ${limit} through, and not one more`, async () => {
    await using on = await house({ limit });
    assertEquals(await on.passed(limit), limit);
    assertEquals(await on.passed(3), 0);
  });
}

Deno.test("take() lets exactly the limit through when all come at once", async () => {
  await using on = await house();
  assertEquals(allowed(await together(on, 1_000)), 100);
  assertEquals(await on.passed(3), 0);
});

Deno.test("take() lets exactly the limit through when the block runs out amid requests", async () => {
  await using on = await house();
  assertEquals(await on.passed(5), 5);
  assertEquals(allowed(await together(on, 12)), 12);
  assertEquals(allowed(await together(on, 500)), 83);
});

Deno.test("take() begins anew at the minute's edge, and not a millisecond before", async () => {
  await using on = await house();
  on.clock.nowMs = START + 30_000;
  assertEquals(await on.passed(101), 100);
  on.clock.nowMs = START + MINUTE - 1;
  assertEquals(await on.passed(1), 0);
  on.clock.nowMs = START + MINUTE;
  assertEquals(await on.passed(101), 100);
  on.clock.nowMs = START + 2 * MINUTE - 1;
  assertEquals(await on.passed(1), 0);
});

Deno.test("take() carries nothing over the edge", async () => {
  await using on = await house();
  assertEquals(await on.passed(3), 3);
  on.clock.nowMs = START + MINUTE;
  assertEquals(await on.passed(150), 100);
});

Deno.test("take() counts every subject and every scope for itself", async () => {
  await using on = await house();
  assertEquals([await on.passed(101, "a"), await on.passed(101, "b")], [100, 100]);
  assertEquals((await on.take("a", { scope: "ai", limit: 20 })).allowed, true);
  assertEquals((await on.take("a", { scope: "heavy", limit: 10 })).allowed, true);
  assertEquals((await on.take("a")).allowed, false);
});

Deno.test("take() tells the limit, what is left, and when there is more", async () => {
  await using on = await house();
  on.clock.nowMs = START + 12_345;
  const common = { scope: "default" as const, limit: 100, windowSeconds: 60, resetSeconds: 48 };
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 99 });
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 98 });
  await on.passed(97);
  assertEquals(await on.take(), { ...common, allowed: true, remaining: 0 });
  assertEquals(await on.take(), { ...common, allowed: false, remaining: 0 });
});

Deno.test("take() writes once a block, and answers from memory in between", async () => {
  await using on = await house();
  const limiter = on.limits.limiter("default", 100);
  assert(limiter.take("a") instanceof Promise);
  await on.passed(8);
  assert(!(limiter.take("a") instanceof Promise));
  assertEquals(on.calls.writes, 1);
  await on.passed(90);
  assertEquals(on.calls, { reads: 1, writes: 10 });
});

Deno.test("take() neither reads nor writes for a request that it refuses", async () => {
  await using on = await house();
  await on.passed(100);
  const before = { ...on.calls };
  assertEquals(await on.passed(500), 0);
  assertEquals(on.calls, before);
});

Deno.test("take() counts on where a process left off in this window", async () => {
  await using first = await house();
  await first.passed(95);
  await using second = await house({ beside: first });
  assertEquals(await second.passed(100), 0);
  assertEquals(second.calls, { reads: 1, writes: 0 });
});

Deno.test("take() lets no more through when the clock is set back", async () => {
  await using on = await house();
  assertEquals(await on.passed(60), 60);
  on.clock.nowMs = START - 1;
  assertEquals(await on.passed(10), 10);
  on.clock.nowMs = START;
  assertEquals(await on.passed(100), 40);
});

Deno.test("a limiter holds so many subjects, and puts the one held longest away", async () => {
  await using on = await house({ maxSubjects: 2 });
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

Deno.test("a limiter forgets the subjects of the window before", async () => {
  await using on = await house();
  for (const subject of ["a", "b", "c"]) await on.take(subject);
  on.clock.nowMs += MINUTE;
  await on.take("a");
  assertEquals(on.limits.limiter("default", 100).size, 1);
});

Deno.test("windows are deleted once five lie between them and the running one", async () => {
  await using on = await house();
  for (let minute = 0; minute <= 7; minute++) {
    on.clock.nowMs = START + minute * MINUTE;
    await on.take();
    await on.limits.settled();
  }
  const starts: number[] = [];
  for await (const { key } of on.kv.list({ prefix: ["rate_window"] })) starts.push(Number(key[1]));
  assertEquals(starts, [2, 3, 4, 5, 6, 7].map((minute) => START + minute * MINUTE));
});

Deno.test("limiter() is the same for the same scope and limit, and wants a whole number above 0", async () => {
  await using on = await house();
  assertEquals(on.limits.limiter("ai", 20) === on.limits.limiter("ai", 20), true);
  for (const limit of [0, -1, 1.5, NaN]) assertThrows(() => on.limits.limiter("ai", limit), RangeError);
});
