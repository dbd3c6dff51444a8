import { assert, assertEquals } from "@std/assert";
import { proveFlood } from "../support/notifier_flood_proof.ts";

/** A clock 20 times as fast as the real one, so that the last digest leaves 15 s after the flood. */
const FLOOD = { events: 400, seconds: 60, speed: 20, seed: 20261123 };

Deno.test("a flood over mail and webhook: each event is told once to everybody called, within the budget", async () => {
  const flood = await proveFlood(FLOOD);
  assertEquals(flood.events, FLOOD.events);
  const { untold, toldAgain, toldOthers, unmatched, insecure, overBudget, criticalUnnamed } = flood;
  assertEquals({ untold, toldAgain, toldOthers, unmatched, insecure, overBudget, criticalUnnamed }, {
    untold: 0,
    toldAgain: 0,
    toldOthers: 0,
    unmatched: 0,
    insecure: 0,
    overBudget: 0,
    criticalUnnamed: 0,
  });
  assert(flood.digests > 0 && flood.messages > flood.digests, "single messages and digests");
  const { after, aged, retained } = flood.keys;
  assert(after.largest < 65_536, `${after.largest} bytes`);
  assertEquals(after.counts.outbox, undefined, "all was considered");
  assertEquals(aged.counts.notification_escalation, undefined, "ended escalations are forgotten");
  assertEquals(Object.keys(retained.counts), ["notification_budget"]);
});
