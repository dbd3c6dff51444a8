import { assert } from "@std/assert";
import { proveKills } from "../support/kill_proof.ts";

const KILLS = 6;

for (const seed of [20261121, 20261122]) {
  Deno.test(`SIGKILL at ${KILLS} random points under load loses nothing acknowledged and no event, and doubles none (seed ${seed})`, async () => {
    const { acknowledged } = await proveKills({ kills: KILLS, seed });
    assert(acknowledged > 100, `enough was acknowledged to judge by: ${acknowledged} writes`);
  });
}
