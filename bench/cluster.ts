/**
 * `deno task bench:cluster [take_over] [leaving] [requests] [samples] [commits]`: several processes over one KV
 * server on this machine; needs denokv. Prints a line per figure; all rows take some 20 minutes.
 */
import { findDenokv, KvServer } from "../tests/support/denokv.ts";
import { commitFigures } from "./cluster/commits.ts";
import { leavingFigures } from "./cluster/leaving.ts";
import { requestFigures } from "./cluster/requests.ts";
import { sampleFigures } from "./cluster/samples.ts";
import { takeOverFigures } from "./cluster/take_over.ts";

const ROWS: Record<string, ((kv: KvServer) => Promise<string[]>)[]> = {
  commits: [commitFigures],
  leaving: [leavingFigures],
  requests: [1, 2, 3].map((processes) => (kv) => requestFigures(kv, processes)),
  samples: [1, 2, 3].map((processes) => (kv) => sampleFigures(kv, processes)),
  take_over: [takeOverFigures],
};

const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
const wanted = Deno.args.length === 0 ? Object.keys(ROWS) : Deno.args;
for (const name of wanted) {
  for (const figures of ROWS[name] ?? []) {
    await using kv = await KvServer.start(binary);
    const load = Deno.loadavg()[0].toFixed(0);
    for (const line of await figures(kv)) console.log(`${line} (load ${load})`);
  }
}
