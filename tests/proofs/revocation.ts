/**
 * `deno task proof:revocation [times=3]`: people lose access at the leader over a KV server, by each way: what is open
 * ends within 2 s, and the next leader refuses them too. Needs denokv. Prints how long each channel took.
 */
import { findDenokv, KvServer } from "../support/denokv.ts";
import { CHANNELS } from "../support/presence.ts";
import { type Loss, proveRevocation, WAYS, worst } from "../support/revocation_proof.ts";

const WITHIN_MS = 2_000;

const [times = 3] = Deno.args.map(Number);
const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
const startedMs = Date.now();
const losses: Loss[] = [], afterTakeOver: number[] = [];
for (let time = 1; time <= times; time++) {
  await using kv = await KvServer.start(binary);
  const found = await proveRevocation({ kv, log: (line) => console.log(`${time}/${times} ${line}`) });
  losses.push(...found.losses);
  afterTakeOver.push(...found.afterTakeOver);
}
for (const way of WAYS) {
  const own = losses.filter((loss) => loss.way === way);
  const figures = CHANNELS.map((channel) => `${channel} ${worst(own, channel)} ms`).join(", ");
  console.log(`${way}, the longest of ${times}: ${figures}`);
}
const seconds = Math.round((Date.now() - startedMs) / 1000);
const mostMs = Math.max(...losses.map(({ ms }) => ms));
console.log(JSON.stringify({ times, ends: losses.length, mostMs, seconds }));
const answered = afterTakeOver.filter((status) => status !== 401).length;
if (answered > 0) throw new Error(`The next leader answered ${answered} requests of the revoked`);
if (mostMs > WITHIN_MS) throw new Error(`Somebody kept access for ${mostMs} ms`);
console.log(
  `${losses.length} pages, sockets, streams and /mcp clients ended within ${WITHIN_MS} ms, and no others`,
);
