/** `deno task bench:cluster`: the commits of several programs over one KV server on this machine; needs denokv. */
import { findDenokv, KvServer } from "../tests/support/denokv.ts";
import { commitFigures } from "./cluster/commits.ts";

const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
await using kv = await KvServer.start(binary);
const load = Deno.loadavg()[0]!.toFixed(0);
for (const line of await commitFigures(kv)) console.log(`${line} (load ${load})`);
