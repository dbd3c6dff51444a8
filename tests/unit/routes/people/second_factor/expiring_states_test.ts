import { assertEquals } from "@std/assert";
import { ExpiringStates } from "../../../../../routes/people/second_factor/expiring_states.ts";

Deno.test("ExpiringStates gives a state until its time is over, and takes it once", () => {
  let nowMs = 0;
  const states = new ExpiringStates<string>(() => nowMs, { lifetimeMs: 100 });
  states.set("a", "A");
  nowMs = 99;
  assertEquals([states.get("a"), states.get("b")], ["A", undefined]);
  nowMs = 100;
  assertEquals(states.get("a"), undefined);
  states.set("a", "B");
  assertEquals([states.take("a"), states.take("a")], ["B", undefined]);
});

Deno.test("ExpiringStates forgets the oldest state beyond its bound", () => {
  for (const [most, options] of [[10_000, {}], [3, { most: 3 }]] as const) {
    const states = new ExpiringStates<number>(() => 0, { lifetimeMs: 100, ...options });
    for (let n = 0; n < most; n++) states.set(String(n), n);
    assertEquals([states.get("0"), states.get(String(most - 1))], [0, most - 1]);
    states.set(String(most), most);
    assertEquals([states.get("0"), states.get("1"), states.get(String(most))], [undefined, 1, most]);
  }
});
