import { openStorage } from "../../storage/open.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../../tests/support/andon_process.ts";
import { ClusterHarness } from "../../tests/support/cluster_harness.ts";
import type { KvServer } from "../../tests/support/denokv.ts";
import { short } from "../harness/measure.ts";
import { DEADBAND, foundStream, limitOf, streamName, STREAMS } from "../parts/andon.ts";
import { cpuSeconds } from "../harness/processes.ts";
import { type PageSource, startPageSource } from "../parts/page_source.ts";
import { createWalk, pagesOf, type Walk } from "../workload/plant_pages.ts";
import { awaited } from "./awaited.ts";
import { PageDispenser, type Pages } from "./forwarded_pages.ts";

const BY = { name: "bench", role: "admin" } as const;
/** Milliseconds of the plant's time; each has one sample of every stream. */
const ROUNDS = { warmUp: 40, counted: 300 };
/** Processes that use less than a tenth of a core for this time have evaluated all pages. */
const REST_MS = 250, REST_SECONDS = 0.1 * REST_MS / 1_000;
const SHARDS = 6;
const ANSWER_MS = 30_000;

/** Samples per second of several processes with six shards: 10,000 instances on 10,000 streams, pages on demand. */
export async function sampleFigures(kv: KvServer, processes: number): Promise<string[]> {
  await using source = startPageSource({ signupName: null, resources: [] });
  await makePlant(kv, source);
  const environment = { LOG_LEVEL: "error", ACTOR_SHARDS: String(SHARDS) };
  await using cluster = await ClusterHarness.start(kv, { processes, environment });
  try {
    await areReady(cluster);
    return [await figuresOf(cluster, source)];
  } catch (error) {
    throw new Error(`The samples of ${processes} process(es):\n${cluster.log}`, { cause: error });
  }
}

async function areReady(cluster: ClusterHarness): Promise<void> {
  const client = new AndonClient(cluster.processes[0].baseUrl);
  await client.signIn("admin", ADMIN_PASSWORD);
  await makeInstances(client);
  await awaited("the streams are followed", async () => {
    const text = await metricsOf(cluster);
    const followed = read(text, "andon_source_followed_streams");
    const unread = read(text, "andon_source_unread_streams");
    return { isOver: followed === STREAMS && unread === 0, seen: { followed, unread } };
  });
  const processes = cluster.processes.length;
  await awaited("the shards are spread evenly", async () => {
    const shards = readAll(await metricsOf(cluster), "andon_process_shards");
    const isEven = shards.length === processes && shards.every((count) => count === SHARDS / processes);
    return { isOver: isEven, seen: shards };
  });
}

async function figuresOf(cluster: ClusterHarness, source: PageSource): Promise<string> {
  using hand = new PageDispenser(source);
  await hand.areAllHeld();
  const all = ROUNDS.warmUp + ROUNDS.counted;
  const walk = createWalk({ fromMs: Date.now() + 1, rounds: all, seed: 11 });
  const parts = [{ from: 0, to: ROUNDS.warmUp }, { from: ROUNDS.warmUp, to: all }];
  const [warmUp, counted] = parts.map((part) => pagesBySignup(source, walk, part));
  const used = () => cluster.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  await evaluated(warmUp, { hand, used });
  const { cpu, seconds } = await evaluated(counted, { hand, used });
  hand.release();
  const events = eventsOf(walk);
  await areCounted(cluster, { samples: all * STREAMS, events });
  const samples = ROUNDS.counted * STREAMS;
  return `${cluster.processes.length} process(es): ${short(samples / seconds)} samples/s evaluated, ${
    short(samples / cpu)
  } a CPU second (${STREAMS} instances on ${STREAMS} streams, ${events} events opened)`;
}

interface Measuring {
  hand: PageDispenser;
  /** CPU seconds of all processes so far. */
  used(): number;
}

async function evaluated(pages: Pages, { hand, used }: Measuring): Promise<{ cpu: number; seconds: number }> {
  await hand.areAllHeld();
  const cpu = used(), begun = performance.now();
  hand.out(pages);
  await hand.areAllHeld();
  const rest = await idleSince(used);
  return { cpu: rest.cpu - cpu, seconds: (rest.sinceMs - begun) / 1_000 };
}

/** All samples are counted once, with the expected events, in any process. */
async function areCounted(
  cluster: ClusterHarness,
  expected: { samples: number; events: number },
): Promise<void> {
  await awaited("all is counted", async () => {
    const text = await metricsOf(cluster);
    const samples = read(text, "andon_source_samples_total");
    const events = read(text, "andon_events_opened_total");
    return {
      isOver: samples === expected.samples && events === expected.events,
      seen: { samples, events, expected },
    };
  });
}

/** How often the streams of the walk exceed their limits. */
function eventsOf({ samples }: Walk): number {
  let events = 0;
  for (const ofStream of samples) {
    let isOver = false;
    for (const value of ofStream.map((sample) => Number(sample.value))) {
      if (!isOver && value > limitOf(0)) events++;
      isOver = value > (isOver ? limitOf(0) - DEADBAND : limitOf(0));
    }
  }
  return events;
}

async function makePlant(kv: KvServer, { configuration }: PageSource): Promise<void> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
  const storage = await openStorage({
    path: kv.url,
    now: Date.now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    secretsKey: Uint8Array.from(atob(SECRETS_KEY), (char) => char.charCodeAt(0)),
  });
  const streams = Array.from({ length: STREAMS }, (_, i) => foundStream(streamName(i)));
  const assets = [{ asset_id: "Plant", display_name: "Plant" }];
  await storage.assets.applyDiscovery({ assets, streams, unsupported: [] }, BY);
  await storage.configuration.save({ ...configuration, poll_seconds: 0.1, wait_seconds: 0 }, BY);
  await storage.close();
}

async function makeInstances(client: AndonClient): Promise<void> {
  const made = await client.ok("POST", "/api/packages", { name: "Bench", description: "" });
  const { template } = await client.ok("POST", "/api/templates", {
    name: "Limit",
    category: "production",
    package_id: made.data.id,
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
    rules: [{
      rule_id: "high",
      rule_name: "High",
      event_name: "<VALUE>.High",
      conditions: [{ stream: "<VALUE>", operator: "greater_than", value: limitOf(0), deadband: DEADBAND }],
    }],
  });
  await client.ok("POST", "/api/instances/bulk", {
    template_id: template.id,
    instance_name: "*",
    placeholders: { VALUE: "Plant.S*" },
  });
  await client.ok("POST", "/api/instances/bulk-deploy", { template_id: template.id });
}

/** The pages of each feed's streams, by the feed's signup. */
function pagesBySignup(source: PageSource, walk: Walk, { from, to }: { from: number; to: number }): Pages {
  const numbers = new Map(walk.samples.map((_, stream) => [streamName(stream), stream]));
  return new Map([...source.signups()].map(([signup, held]) => {
    const streams = held.map((name) => numbers.get(name)!);
    return [signup, pagesOf(walk, { from, to, eventsAnItem: 1, streams })];
  }));
}

/** When the processes became idle, and their CPU time until then. */
async function idleSince(used: () => number): Promise<{ cpu: number; sinceMs: number }> {
  let cpu = used(), sinceMs = performance.now();
  await awaited("the processes are idle", async () => {
    [cpu, sinceMs] = [used(), performance.now()];
    await new Promise((done) => setTimeout(done, REST_MS));
    const cpuSeconds = used() - cpu;
    return { isOver: cpuSeconds <= REST_SECONDS, seen: { cpuSeconds, inMs: REST_MS } };
  });
  return { cpu, sinceMs };
}

async function metricsOf({ processes }: ClusterHarness): Promise<string> {
  const texts = await Promise.all(
    processes.map(async ({ baseUrl }) => {
      return await (await fetch(`${baseUrl}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) })).text();
    }),
  );
  return texts.find((text) => /^andon_source_followed_streams /m.test(text)) ?? "";
}

/** The sum over the shards. */
function read(text: string, name: string): number {
  return readAll(text, name).reduce((sum, value) => sum + value, 0);
}

function readAll(text: string, name: string): number[] {
  return [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) =>
    Number(value)
  );
}
