import { assert, assertEquals } from "@std/assert";
import { realTimers } from "../../../../actors/runtime/timers.ts";
import { until } from "../../../support/runtime_harness.ts";

Deno.test("realTimers.after() fires once, and not when it was cancelled", async () => {
  const fired: string[] = [];
  const cancel = realTimers.after(1, () => fired.push("cancelled"));
  cancel();
  realTimers.after(2, () => fired.push("kept"));
  await until("it fired", () => fired.length > 0);
  assertEquals(fired, ["kept"]);
});

Deno.test("realTimers.after() waits longer than setTimeout can", async () => {
  let fired = false;
  const cancel = realTimers.after(2 ** 31 + 5, () => fired = true);
  let past = false;
  realTimers.after(20, () => past = true);
  await until("a short timer fired", () => past);
  assert(!fired);
  cancel();
});
