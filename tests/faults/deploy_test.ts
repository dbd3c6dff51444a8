import { assert, assertEquals } from "@std/assert";
import { AndonProcess } from "../support/andon_process.ts";
import { denokvTest } from "../support/denokv.ts";
import { proveDeploy } from "../support/deploy_proof.ts";

const LIVES = 3;

denokvTest(
  `${LIVES} instances as on Deno Deploy, each ended at random, lead to the events of the naive evaluator`,
  async (kv) => {
    const { killed } = await proveDeploy({
      kv,
      seed: 20261121,
      lives: LIVES,
      lifeMs: [5_000, 8_000],
      restMs: [200, 2_000],
    });
    assert(killed > 0 && killed < LIVES, `some were warned and some were not: ${killed} of ${LIVES}`);
  },
);

denokvTest("on Deno Deploy an instance ends once another one leads", async (kv) => {
  const options = { allow: "127.0.0.1", deployed: { kv } };
  await using first = await AndonProcess.start(options);
  await using second = await AndonProcess.start(options);
  assertEquals(await first.ended(), 0);
  const client = await second.client();
  await client.ok("POST", "/api/packages", { name: "Written by the second", description: "" });
});
