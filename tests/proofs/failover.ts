/**
 * `deno task proof:failover [seeds=20] [faults=8] [first=1] [keep in=.data/failover]`: three processes over a KV server
 * and a seed's faults each; needs denokv. Of a seed that fails the store and the logs are kept, and the others go on.
 */
import { findDenokv, KvServer } from "../support/denokv.ts";
import { TAKE_OVER_MS } from "../support/failover_harness.ts";
import { proveFailover } from "../support/failover_proof.ts";

const [seeds = 20, faults = 8, first = 1] = Deno.args.slice(0, 3).map(Number);
const keepIn = Deno.args[3] ?? ".data/failover";
const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
const startedMs = Date.now();
const took: number[] = [], failed: number[] = [];
for (let seed = first; seed < first + seeds; seed++) await proveSeed(binary, seed);
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))];
const seconds = Math.round((Date.now() - startedMs) / 1000);
console.log(
  JSON.stringify({ seeds, faults, takeOvers: took.length, p50Ms: at(0.5), p99Ms: at(0.99), seconds }),
);
if (failed.length > 0) {
  console.error(`Not so with seeds ${failed.join(", ")}; what there is of them: ${keepIn}`);
  Deno.exit(1);
}
if (took.some((ms) => ms > TAKE_OVER_MS)) throw new Error(`A take-over took more than ${TAKE_OVER_MS} ms`);
console.log("0 acknowledged writes lost, 0 events lost, none twice");

async function proveSeed(binary: string, seed: number): Promise<void> {
  await using kv = await KvServer.start(binary);
  const log = (line: string) => console.log(line);
  const options = { kv, seed, processes: 3, faults, log, keepIn: `${keepIn}/seed_${seed}` };
  const beganMs = Date.now();
  try {
    const figures = await proveFailover(options);
    took.push(...figures.takeOverMs);
    const seconds = Math.round((Date.now() - beganMs) / 1000);
    console.log(JSON.stringify({ seed, ...figures, seconds }));
  } catch (error) {
    failed.push(seed);
    console.log(`seed ${seed} is not so: ${error instanceof Error ? error.message : error}`);
  }
}
