/** `deno task proof:soak [seeds=20] [first=1] [instances=500] [kind of fault]`: one line of figures a seed. */
import { soak } from "../support/soak.ts";

const [seeds = 20, first = 1, instances = 500] = Deno.args.slice(0, 3).map(Number);
const only = Deno.args[3];
for (let seed = first; seed < first + seeds; seed++) {
  const startedMs = Date.now();
  const figures = await soak({ seed, instances, acts: 4, actMs: 4_000, shards: 2, only });
  console.log(JSON.stringify({ ...figures, seconds: Math.round((Date.now() - startedMs) / 1000) }));
}
console.log(`${seeds} seeds: the events equal the naive evaluator's`);
Deno.exit(0);
