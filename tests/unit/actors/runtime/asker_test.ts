import { assertEquals } from "@std/assert";
import { PendingAsk } from "../../../../actors/runtime/asker.ts";
import { refusalOf } from "../../../support/runtime_harness.ts";
import { FakeTimers } from "../../../support/runtime_timers.ts";

function pendingAsk() {
  const timers = new FakeTimers();
  return { timers, pending: new PendingAsk({ timers, deadlineMs: 50, what: "The toy" }) };
}

Deno.test("PendingAsk is refused at its deadline, not before", async () => {
  const { timers, pending } = pendingAsk();
  let settled = false;
  pending.onSettled(() => settled = true);
  const refusal = refusalOf(pending.answer);
  await timers.advance(49);
  assertEquals(settled, false);
  await timers.advance(1);
  assertEquals(settled, true);
  assertEquals([(await refusal).code, (await refusal).message], [
    "UNAVAILABLE",
    "The toy gave no answer within 50 ms",
  ]);
});

Deno.test("PendingAsk takes the first outcome and keeps no timer after it", async () => {
  const { timers, pending } = pendingAsk();
  pending.settle({ ok: true, value: 1 });
  pending.settle({ ok: true, value: 2 });
  assertEquals([await pending.answer, timers.waiting], [1, 0]);
});
