/**
 * `deno task bench:cluster [take_over] [commits]`: several processes over one KV server on this machine; needs denokv.
 * Prints a line per figure; all rows take some 20 minutes.
 */
import { findDenokv, KvServer } from "../tests/support/denokv.ts";
import { commitFigures } from "./cluster/commits.ts";
import { takeOverFigures } from "./cluster/take_over.ts";

const ROWS: Record<string, (kv: KvServer) => Promise<string[]>> = {
  commits: commitFigures,
  take_over: takeOverFigures,
};

const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
const wanted = Deno.args.length === 0 ? Object.keys(ROWS) : Deno.args;
for (const name of wanted) {
  await using kv = await KvServer.start(binary);
  const load = Deno.loadavg()[0].toFixed(0);
  for (const line of await ROWS[name](kv)) console.log(`${line} (load ${load})`);
}
