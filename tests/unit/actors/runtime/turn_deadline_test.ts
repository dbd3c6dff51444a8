import { assertEquals } from "@std/assert";
import { TurnDeadline } from "../../../../actors/runtime/turn_deadline.ts";
import { refusalOf } from "../../../support/runtime_harness.ts";

const never = new Promise<never>(() => {});

Deno.test("TurnDeadline answers with what the work gives", async () => {
  const patience = new TurnDeadline();
  assertEquals(await patience.wait(Promise.resolve(7), 0), 7);
  patience.check(1_000_000, 10);
});

Deno.test("TurnDeadline gives up at its limit, not before", async () => {
  const patience = new TurnDeadline();
  const given = refusalOf(patience.wait(never, 100));
  let settled = false;
  void given.then(() => settled = true);
  patience.check(159, 60);
  for (let tick = 0; tick < 10; tick++) await undefined;
  assertEquals(settled, false);
  patience.check(160, 60);
  assertEquals((await given).code, "UNAVAILABLE");
});
