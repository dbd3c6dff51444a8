import { assert } from "@std/assert";
import { proveCollectedKills } from "../support/collected_kill_proof.ts";

const KILLS = 5;

Deno.test(`SIGKILL at ${KILLS} random points under load: no acknowledged sample is lost, and none is told twice`, async () => {
  const { acknowledged, sentAgain } = await proveCollectedKills({ kills: KILLS, seed: 20261129 });
  assert(acknowledged > 1_000, `enough was acknowledged: ${acknowledged}`);
  assert(sentAgain > 0, "some was sent again");
});
