import { soak } from "../support/soak.ts";

for (const [seed, how] of [[1, "by the change feed"], [7, "by polling"]] as const) {
  Deno.test(`faults in random order lead to the events of the naive evaluator, ${how} (seed ${seed})`, async () => {
    await soak({ seed, instances: 120, acts: 2, actMs: 2_500, shards: 2 });
  });
}
