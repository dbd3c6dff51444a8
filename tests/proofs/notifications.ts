/**
 * `deno task proof:notifications [kills=100] [events=10000] [seconds=600] [seed=20261123]`: kills of a notifier under
 * load, then a flood of events over so many seconds. Prints both figures; fails if a claim does not hold. 0 leaves a
 * part out.
 */
import { proveFlood } from "../support/notifier_flood_proof.ts";
import { proveNotifierKills } from "../support/notifier_kill_proof.ts";

const [kills = 100, events = 10_000, seconds = 600, seed = 20261123] = Deno.args.map(Number);
const HAND_OVER_MS = 2_000, NAMED_S = 30;
const broken: string[] = [];

function claim(what: string, holds: boolean): void {
  console.log(`${holds ? "holds" : "BROKEN"}: ${what}`);
  if (!holds) broken.push(what);
}

async function timed<T extends object>(what: string, proof: () => Promise<T>): Promise<T> {
  const startedMs = Date.now(), figures = await proof();
  const took = {
    load: Deno.loadavg().map(Math.round),
    seconds: Math.round((Date.now() - startedMs) / 1_000),
  };
  console.log(`${what} ${JSON.stringify({ seed, ...figures, ...took })}`);
  return figures;
}

if (kills > 0) {
  // Between two kills a process lives for a second, so messages queue: the time of the hand-over is only printed.
  const { untold, toldAgain } = await timed("kills", () => proveNotifierKills({ kills, seed }));
  claim("every event was told, each in one message", untold + toldAgain === 0);
}
if (events > 0) {
  const flood = await timed("flood", () => proveFlood({ events, seconds, speed: 1, seed }));
  const { untold, toldAgain, toldOthers, unmatched, insecure, overBudget, handOverMs, keys } = flood;
  claim(
    "every event was told to everybody called, once, and to nobody else",
    untold + toldAgain + toldOthers === 0,
  );
  claim("the receivers took each message once", unmatched + flood.attemptsAgain === 0);
  claim("all mails were encrypted, all webhooks verified", insecure === 0);
  claim("nobody got more than five messages in ten minutes, but digests", overBudget === 0);
  const isNamed = flood.criticalUnnamed === 0 && flood.criticalNamedS.max <= NAMED_S;
  claim(`every critical event was named within ${NAMED_S} s`, isNamed);
  claim(`99 % were handed over within ${HAND_OVER_MS} ms`, handOverMs.p99 <= HAND_OVER_MS);
  claim("values stay below 64 KiB", keys.after.largest < 65_536);
  const left = Object.keys(keys.retained.counts).filter((kind) => kind !== "notification_budget");
  claim("retention leaves nothing but the budgets", left.length === 0);
}
if (broken.length > 0) throw new Error(`Does not hold: ${broken.join("; ")}`);
