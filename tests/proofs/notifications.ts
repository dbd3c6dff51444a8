/** `deno task proof:notifications [kills=100] [seed=20261123]`: figures at the end; fails if an event was not told once. */
import { proveNotifierKills } from "../support/notifier_kill_proof.ts";

const [kills = 100, seed = 20261123] = Deno.args.map(Number);
const startedMs = Date.now();
const figures = await proveNotifierKills({ kills, seed });
console.log(JSON.stringify({ seed, ...figures, seconds: Math.round((Date.now() - startedMs) / 1000) }));
if (figures.untold + figures.toldAgain > 0) {
  throw new Error("Some events were not told in exactly one message");
}
console.log("Every event was told, each in one message");
