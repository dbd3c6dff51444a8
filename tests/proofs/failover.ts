/** `deno task proof:failover [seeds=20] [faults=8] [first=1]`: three processes over a KV server and a seed's faults each; needs denokv. */
import { findDenokv, KvServer } from "../support/denokv.ts";
import { TAKE_OVER_MS } from "../support/failover_house.ts";
import { proveFailover } from "../support/failover_proof.ts";

const [seeds = 20, faults = 8, first = 1] = Deno.args.map(Number);
const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is not there; set DENOKV_BIN");
const startedMs = Date.now();
const took: number[] = [];
for (let seed = first; seed < first + seeds; seed++) {
  await using kv = await KvServer.start(binary);
  const figures = await proveFailover({ kv, seed, processes: 3, faults, log: (line) => console.log(line) });
  took.push(...figures.takeOverMs);
  console.log(JSON.stringify({ seed, ...figures }));
}
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))];
const seconds = Math.round((Date.now() - startedMs) / 1000);
console.log(
  JSON.stringify({ seeds, faults, takeOvers: took.length, p50Ms: at(0.5), p99Ms: at(0.99), seconds }),
);
if (took.some((ms) => ms > TAKE_OVER_MS)) throw new Error(`A take-over took more than ${TAKE_OVER_MS} ms`);
console.log("0 acknowledged writes lost, 0 events lost, none twice");
