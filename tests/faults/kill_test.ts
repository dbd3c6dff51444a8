import { assert } from "@std/assert";
import { proveKills } from "../support/kill_proof.ts";

const KILLS = 3;

Deno.test(`SIGKILL at ${KILLS} random points under load loses nothing acknowledged and no event, and doubles none`, async () => {
  const { acknowledged } = await proveKills({ kills: KILLS, seed: 20261121 });
  assert(acknowledged > 0, "something was acknowledged to compare");
});
