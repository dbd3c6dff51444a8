import { assertEquals, assertRejects } from "@std/assert";
import { Semaphore } from "../../../concurrency/semaphore.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";

const never = new AbortController().signal;

/** A task that runs until `end` is called. */
function held(semaphore: Semaphore, signal = never) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false };
  const done = semaphore.run(signal, () => {
    state.begun = true;
    return promise;
  });
  done.catch(() => {});
  return { state, done, end: resolve };
}

Deno.test("run() runs `permits` tasks, lets `maxWaiting` wait, and refuses the next", async () => {
  const semaphore = new Semaphore({ permits: 2, maxWaiting: 1, what: "runs" });
  const [a, b, c] = [held(semaphore), held(semaphore), held(semaphore)];
  await Promise.resolve();
  assertEquals([a, b, c].map(({ state }) => state.begun), [true, true, false]);
  const refused = await assertRejects(() => held(semaphore).done, Refusal);
  assertEquals([refused.code, refused.message], [
    "UNAVAILABLE",
    "Too many runs wait already; try again shortly",
  ]);
  a.end();
  await a.done;
  await Promise.resolve();
  assertEquals(c.state.begun, true);
  for (const one of [b, c]) one.end();
  await Promise.all([b.done, c.done]);
  const again = held(semaphore);
  again.end();
  await again.done;
});

Deno.test("an aborted wait frees its place in the queue", async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaiting: 1, what: "runs" });
  const leaving = new AbortController();
  const first = held(semaphore), second = held(semaphore, leaving.signal);
  leaving.abort(new Refusal("UNAVAILABLE", "left"));
  await assertRejects(() => second.done, Refusal, "left");
  const third = held(semaphore);
  first.end();
  third.end();
  await Promise.all([first.done, third.done]);
  assertEquals([second.state.begun, third.state.begun], [false, true]);
});
