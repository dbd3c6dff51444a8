import { assertEquals, assertRejects } from "@std/assert";
import { Places } from "../../../../actors/runtime/places.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function held(places: Places, signal = never) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false };
  const done = places.inPlace(signal, () => {
    state.begun = true;
    return promise;
  });
  done.catch(() => {});
  return { state, done, end: resolve };
}

Deno.test("so many work at once, so many wait, and the next is refused", async () => {
  const places = new Places({ atOnce: 2, waiting: 1, what: "runs" });
  const [a, b, c] = [held(places), held(places), held(places)];
  await Promise.resolve();
  assertEquals([a, b, c].map(({ state }) => state.begun), [true, true, false]);
  const refused = await assertRejects(() => held(places).done, Refusal);
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
  const again = held(places);
  again.end();
  await again.done;
});

Deno.test("whoever leaves the line gives its place in it to others", async () => {
  const places = new Places({ atOnce: 1, waiting: 1, what: "runs" });
  const leaving = new AbortController();
  const first = held(places), second = held(places, leaving.signal);
  leaving.abort(new Refusal("UNAVAILABLE", "left"));
  await assertRejects(() => second.done, Refusal, "left");
  const third = held(places);
  first.end();
  third.end();
  await Promise.all([first.done, third.done]);
  assertEquals([second.state.begun, third.state.begun], [false, true]);
});
