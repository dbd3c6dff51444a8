import { assert, assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import type { KvBackend } from "../../../../storage/store/backend.ts";
import { gate, StoppedClock, until } from "../support.ts";
import { allowed, type LimiterHarness, limiterHarness, MINUTE, START, together } from "./limiter_harness.ts";

/** The store's deadline. */
const DEADLINE_MS = 5_000;

/** A store that can become unreachable: calls hang until the test ends them, longer than their deadlines. */
function outage(deadlines?: StoppedClock) {
  const ends: (() => Promise<unknown>)[] = [];
  const state = { down: false, hanging: 0 };
  const hang = <T>(key: readonly unknown[], answer: () => Promise<T>): Promise<T> => {
    if (key[0] === "rate_window") state.hanging++;
    deadlines?.hang(DEADLINE_MS);
    const { promise, resolve } = Promise.withResolvers<T>();
    ends.push(() => {
      const late = answer();
      resolve(late);
      return late;
    });
    return promise;
  };
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    getMany: (keys) => state.down ? hang(keys[0], () => backend.getMany(keys)) : backend.getMany(keys),
    write: (atomic) =>
      state.down ? hang(atomic.mutations[0].key, () => backend.write(atomic)) : backend.write(atomic),
  });
  const end = async () => {
    state.down = false;
    await Promise.all(ends.splice(0).map((each) => each()));
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { state, wrap, end };
}

async function refusedAs(code: string, call: () => Promise<unknown>): Promise<void> {
  const refusal = await assertRejects(call, Refusal);
  assertEquals(refusal.code, code);
}

async function taken(on: LimiterHarness): Promise<unknown> {
  const [entry] = await Array.fromAsync(on.kv.list({ prefix: ["rate_window", START] }));
  return entry?.value;
}

Deno.test("an unreachable store is UNAVAILABLE once the block is spent, and nothing is counted", async () => {
  const deadlines = new StoppedClock();
  const { state, wrap, end } = outage(deadlines);
  await using on = await limiterHarness({ wrap, deadlines });
  await on.passed(4);
  state.down = true;
  assertEquals(await on.passed(6), 6);
  await refusedAs("UNAVAILABLE", () => on.take());
  await refusedAs("UNAVAILABLE", () => on.take("somebody new"));
  await end();
  assertEquals(await on.passed(200), 80, "the write without an answer landed: its block is lost");
});

Deno.test("a spent window is refused while the store is unreachable", async () => {
  const deadlines = new StoppedClock();
  const { state, wrap, end } = outage(deadlines);
  await using on = await limiterHarness({ wrap, deadlines });
  await on.passed(100);
  state.down = true;
  assertEquals((await on.take()).allowed, false);
  await end();
});

Deno.test("a write that takes effect after its deadline never allows more requests", async () => {
  const deadlines = new StoppedClock();
  const { state, wrap, end } = outage(deadlines);
  await using on = await limiterHarness({ wrap, deadlines });
  await on.passed(10);
  state.down = true;
  await refusedAs("UNAVAILABLE", () => on.take());
  state.down = false;
  assertEquals(await on.passed(5), 5);
  await end();
  assertEquals(await on.passed(200), 85);
  assertEquals(await taken(on), { v: 1, taken: 100 });
});

Deno.test("a few requests probe an unreachable store, and the rest are refused at once", async () => {
  const deadlines = new StoppedClock();
  const { state, wrap, end } = outage(deadlines);
  await using on = await limiterHarness({ wrap, deadlines });
  state.down = true;
  await refusedAs("UNAVAILABLE", () => on.take("first"));
  const before = state.hanging;
  const calls = Array.from({ length: 50 }, (_, i) => refusedAs("UNAVAILABLE", () => on.take(`s${i}`)));
  await Promise.all(calls);
  assertEquals(state.hanging - before, 8);
  await end();
});

Deno.test("a thousand subjects may wait for the store, and no more", async () => {
  const { state, wrap, end } = outage();
  await using on = await limiterHarness({ wrap });
  state.down = true;
  const waiting = Array.from({ length: 1_000 }, (_, i) => on.take(`s${i}`));
  await refusedAs("UNAVAILABLE", () => on.take("one more"));
  await end();
  assertEquals(allowed(await Promise.all(waiting)), 1_000);
  assertEquals((await on.take("one more")).allowed, true);
});

Deno.test("as many requests wait for a subject as its window allows, the rest are refused at once", async () => {
  const { state, wrap, end } = outage();
  await using on = await limiterHarness({ wrap });
  await on.passed(40);
  state.down = true;
  const waiting = Array.from({ length: 60 }, () => on.take());
  assertEquals((await on.take()).allowed, false);
  await end();
  assertEquals(allowed(await Promise.all(waiting)), 60);
  assertEquals(await on.passed(10), 0);
});

Deno.test("a request that waits into the next window counts there", async () => {
  const { state, wrap, end } = outage();
  await using on = await limiterHarness({ wrap });
  state.down = true;
  const waiting = together(on, 30);
  on.clock.nowMs = START + MINUTE;
  await end();
  const decisions = await waiting;
  assertEquals(allowed(decisions), 30);
  assertEquals(await on.passed(200), 70);
});

Deno.test("a write to a locked database is retried", async () => {
  let locked = 3;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    write: (atomic) => locked-- > 0 ? Promise.reject(new Error("database is locked")) : backend.write(atomic),
  });
  await using on = await limiterHarness({ wrap });
  assertEquals(await on.passed(200), 100);
});

Deno.test("closing waits for the deletion of old windows", async () => {
  const opened = gate();
  let deleting = false;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    async write(atomic) {
      if (atomic.checks.length > 0) return await backend.write(atomic);
      deleting = true;
      await opened.wait;
      return await backend.write(atomic);
    },
  });
  await using on = await limiterHarness({ wrap });
  await on.take();
  await on.limits.settled();
  on.clock.nowMs = START + 6 * MINUTE;
  await on.take();
  await until(() => deleting);
  let closed = false;
  const closing = on.limits.close().then(() => closed = true);
  await new Promise((resolve) => setTimeout(resolve));
  assert(!closed);
  opened.open();
  await closing;
});
