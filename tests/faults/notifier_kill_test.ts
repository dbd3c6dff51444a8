import { assert, assertEquals } from "@std/assert";
import { proveNotifierKills } from "../support/notifier_kill_proof.ts";

const KILLS = 3;

Deno.test(`SIGKILL at ${KILLS} random points under load: every event is told, each in one message, with one key`, async () => {
  const { events, untold, toldAgain, repeats } = await proveNotifierKills({ kills: KILLS, seed: 20261123 });
  assert(events > 20, `enough was raised to compare: ${events}`);
  assertEquals({ untold, toldAgain }, { untold: 0, toldAgain: 0 });
  assert(repeats > 0, "receivers got repeats, which they recognised by the key");
});
