import { assert, assertEquals } from "@std/assert";
import type { Simulator } from "../../connectors/simulator/options.ts";
import { startSimulator } from "../../connectors/simulator/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import type { AndonProcess } from "../support/andon_process.ts";
import { ClusterHarness } from "../support/cluster_harness.ts";
import { denokvTest, type KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { evaluatedUpTo, storedAsExpected } from "../support/judged.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";

const SHARDS = 6;
const SPREAD_MS = 60_000;
const STREAMS = Array.from({ length: 12 }, (_, i) => `Load.Bank0.S${i}`);
const BEFORE_MS = 60_000;
const HANDED_OVER = "the connection ended";

/** How many shards run in each process, fewest first, by the metrics of any process. */
async function spread(client: AndonClient): Promise<string> {
  const { data } = await client.ok("GET", "/api/processes");
  return data.map(({ shards }: Json) => shards).toSorted().join(" ");
}

async function isSpread(client: AndonClient, wanted: string): Promise<void> {
  await eventually(`the shards are spread ${wanted}`, async () => await spread(client) === wanted, SPREAD_MS);
}

/** A rule on each stream, with shards in all three processes. */
async function deployedOnAll(leader: AndonProcess, simulator: Simulator): Promise<AndonClient> {
  const client = await leader.client();
  await connect(client, simulator);
  const template = await limitTemplate(client);
  for (const stream of STREAMS) await deployOn(client, template, stream);
  await isSpread(client, "2 2 2");
  return client;
}

async function storedAsJudged(
  kv: KvServer,
  { simulator, beganMs, untilMs }: { simulator: Simulator; beganMs: number; untilMs: number },
): Promise<void> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
  const { expected } = await storedAsExpected({
    path: kv.url,
    simulator,
    goOn: () => Promise.reject(new Error("Nothing more comes")),
    fromMs: beganMs - BEFORE_MS,
    untilMs,
  });
  assert(expected > 10, `enough events to compare: ${expected}`);
}

denokvTest(
  "shards run in all processes, and move when processes die or hang, without losing events",
  async (kv) => {
    const beganMs = Date.now();
    await using simulator = await startSimulator({
      now: Date.now,
      extraStreams: STREAMS.length,
      extraPeriodMs: 300,
      extraCycleSamples: 14,
    });
    await using cluster = await ClusterHarness.start(kv, {
      environment: { ACTOR_SHARDS: String(SHARDS), LOG_LEVEL: "info" },
    });
    const { leader, others: [first, second] } = await cluster.byRole();
    const client = await deployedOnAll(leader, simulator);
    await first.kill();
    await isSpread(client, "3 3");
    await evaluatedUpTo(client, Date.now());
    cluster.relaunch(first);
    await isSpread(client, "2 2 2");
    Deno.kill(second.pid, "SIGSTOP");
    await isSpread(client, "3 3");
    await evaluatedUpTo(client, Date.now());
    Deno.kill(second.pid, "SIGCONT");
    await isSpread(client, "2 2 2");
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    await Promise.all(cluster.processes.map((process) => process.stop()));
    await storedAsJudged(kv, { simulator, beganMs, untilMs });
  },
);

denokvTest(
  "a process that stops hands its shards over first: none is lost, no event is missing",
  async (kv) => {
    const beganMs = Date.now();
    await using simulator = await startSimulator({
      now: Date.now,
      extraStreams: STREAMS.length,
      extraPeriodMs: 300,
      extraCycleSamples: 14,
    });
    await using cluster = await ClusterHarness.start(kv, {
      environment: { ACTOR_SHARDS: String(SHARDS), LOG_LEVEL: "info" },
    });
    const { leader, others: [first] } = await cluster.byRole();
    const client = await deployedOnAll(leader, simulator);
    await evaluatedUpTo(client, Date.now());
    // While the processes started, shards may have moved from one to another.
    const before = first.log.length;
    assertEquals(await first.stop(), 0);
    await isSpread(client, "3 3");
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    const ended = /has ended here","shard":\d,"from":"\w+","reason":"(.*?)"/g;
    const returned = [...first.log.slice(before).matchAll(ended)];
    assertEquals(returned.map(([, reason]) => reason), Array(2).fill(HANDED_OVER), first.log);
    assertEquals(leader.log.match(/A shard was lost|refused or lost a shard/g), null, leader.log);
    await Promise.all(cluster.processes.map((process) => process.stop()));
    await storedAsJudged(kv, { simulator, beganMs, untilMs });
  },
);
