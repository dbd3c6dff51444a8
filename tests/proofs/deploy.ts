/** `deno task proof:deploy [lives=40] [seed=20261121]`: lives of 5 to 60 s; needs the KV server (see denokv.ts). */
import { findDenokv, KvServer } from "../support/denokv.ts";
import { proveDeploy } from "../support/deploy_proof.ts";

const [lives = 40, seed = 20261121] = Deno.args.map(Number);
const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
await using kv = await KvServer.start(binary);
const startedMs = Date.now();
const figures = await proveDeploy({
  kv,
  seed,
  lives,
  lifeMs: [5_000, 60_000],
  restMs: [0, 20_000],
  log: (line) => console.log(line),
});
console.log(JSON.stringify({ seed, ...figures, seconds: Math.round((Date.now() - startedMs) / 1000) }));
console.log("0 events lost, none twice");
