import { assertEquals } from "@std/assert";
import type { RefusedRequest } from "../../../domain/audit/refusal_folding.ts";
import { Refusals } from "../../../storage/refusals.ts";
import { Mutex } from "../../../concurrency/mutex.ts";
import { keys } from "../../../storage/keys.ts";
import { random, testStore } from "./support.ts";

const REFUSED: RefusedRequest = {
  kind: "key_refused",
  who: undefined,
  name: undefined,
  address: "192.0.2.7",
  userAgent: "curl/8",
  route: "GET /api/packages",
  reason: "The API key is unknown",
};

/** A log of refusals over real KV, whose minutes end by hand. */
async function opened() {
  const on = await testStore();
  const timers = new Set<() => void>(), messages: string[] = [];
  const log = (_: string, message: string) => void messages.push(message);
  const context = { store: on.store, now: () => 1_000, random, log, mutex: new Mutex() };
  const after = (ms: number, call: () => void) => {
    assertEquals(ms, 60_000);
    timers.add(call);
    return () => timers.delete(call);
  };
  const entries = async () => {
    await on.store.settled();
    const found = await on.store.list<{ after: { count: number } }>({ prefix: keys.audit("").slice(0, 1) });
    return found.map(({ value }) => value.after.count);
  };
  return { refusals: new Refusals(context, after), timers, messages, entries, on };
}

Deno.test("Refusals writes the first refusal at once and the others when the minute ends", async () => {
  const { refusals, timers, entries, on } = await opened();
  await using _ = on;
  for (let i = 0; i < 5; i++) refusals.record(REFUSED);
  assertEquals([await entries(), timers.size], [[1], 1]);
  for (const end of timers) end();
  assertEquals([await entries(), timers.size], [[1, 4], 0]);
  refusals.record(REFUSED);
  assertEquals([await entries(), timers.size], [[1, 4, 1], 1]);
  refusals.record(REFUSED);
  await refusals.close();
  assertEquals([await entries(), timers.size], [[1, 4, 1, 1], 0]);
});

Deno.test("Refusals counts and logs what the store does not take, and throws nothing", async () => {
  const { refusals, messages, entries, on } = await opened();
  await using _ = on;
  on.store.fence();
  refusals.record(REFUSED);
  refusals.record(REFUSED);
  await refusals.close();
  assertEquals(refusals.counts.key_refused, 2);
  assertEquals(messages.toSorted(), [
    ...["Refusals could not be written", "Refusals could not be written"],
    ...["Refused", "Refused"],
  ]);
  assertEquals(await entries(), []);
});
