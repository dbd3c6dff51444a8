import { openStorage } from "../../storage/open.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../../tests/support/andon_process.ts";
import { ClusterHouse } from "../../tests/support/cluster_house.ts";
import type { KvServer } from "../../tests/support/denokv.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { short } from "../harness/measure.ts";
import { foundStream, limitOf, streamName, STREAMS } from "../parts/andon.ts";
import { cpuSeconds } from "../harness/processes.ts";
import { type PageBody, type PageSource, startPageSource } from "../parts/page_source.ts";
import { createWalk, pagesOf, type Walk } from "../workload/plant_pages.ts";

const BY = { name: "bench", role: "admin" } as const;
/** Milliseconds of the plant's time, each with one sample of every stream. */
const ROUNDS = { warmUp: 40, counted: 100 };
/** Processes that use less than a tenth of a core for so long have judged what they were given. */
const REST_MS = 250, REST_SECONDS = 0.1 * REST_MS / 1_000;
const SHARDS = 6;
const DEADLINE_MS = 600_000;

/** Samples a second through so many processes with six shards: 10,000 instances on 10,000 streams, pages as fast as they are asked for. */
export async function sampleFigures(kv: KvServer, processes: number): Promise<string[]> {
  await using source = startPageSource({ signupName: null, resources: [] });
  await makePlant(kv, source);
  const environment = { LOG_LEVEL: "error", ACTOR_SHARDS: String(SHARDS) };
  await using house = await ClusterHouse.start(kv, { processes, environment });
  const client = new AndonClient(house.processes[0].baseUrl);
  await client.signIn("admin", ADMIN_PASSWORD);
  await makeInstances(client);
  await eventually("the streams are followed", async () => {
    const text = await metricsOf(house);
    return read(text, "andon_source_followed_streams") === STREAMS &&
      read(text, "andon_source_unread_streams") === 0;
  }, DEADLINE_MS);

  await eventually("the shards are spread evenly", async () => {
    const shards = readAll(await metricsOf(house), "andon_process_shards");
    return shards.length === processes && shards.every((count) => count === SHARDS / processes);
  }, DEADLINE_MS);
  const hand = new HandedPages(source);
  await hand.areAllHeld();
  const all = ROUNDS.warmUp + ROUNDS.counted;
  const walk = createWalk({ fromMs: Date.now() + 1, rounds: all, seed: 11 });
  const parts = [{ from: 0, to: ROUNDS.warmUp }, { from: ROUNDS.warmUp, to: all }];
  const [warmUp, counted] = parts.map((part) => pagesBySignup(source, walk, part));
  const used = () => house.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const judged = async (pages: Pages) => {
    const cpu = used(), begun = performance.now();
    hand.out(pages);
    await hand.areAllHeld();
    const rest = await restOf(used);
    return { cpu: rest.cpu - cpu, seconds: (rest.sinceMs - begun) / 1_000 };
  };
  await judged(warmUp);
  const { cpu, seconds } = await judged(counted), samples = ROUNDS.counted * STREAMS;
  hand.letGo();
  await eventually("all is counted", async () => {
    return read(await metricsOf(house), "andon_source_samples_total") === all * STREAMS;
  }, DEADLINE_MS);
  const events = read(await metricsOf(house), "andon_events_opened_total");
  return [
    `${processes} process(es): ${short(samples / seconds)} samples/s judged, ${
      short(samples / cpu)
    } a CPU second ` +
    `(${STREAMS} instances on ${STREAMS} streams, ${events} events opened)`,
  ];
}

async function makePlant(kv: KvServer, { configuration }: PageSource): Promise<void> {
  Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
  const storage = await openStorage({
    ...{ path: kv.url, now: Date.now, random: (count) => crypto.getRandomValues(new Uint8Array(count)) },
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
    ...{ name: "Limit", category: "production", package_id: made.data.id },
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
    rules: [{
      ...{ rule_id: "high", rule_name: "High", event_name: "<VALUE>.High" },
      conditions: [{ stream: "<VALUE>", operator: "greater_than", value: limitOf(0), deadband: 2 }],
    }],
  });
  await client.ok("POST", "/api/instances/bulk", {
    ...{ template_id: template.id, instance_name: "*", placeholders: { VALUE: "Plant.S*" } },
  });
  await client.ok("POST", "/api/instances/bulk-deploy", { template_id: template.id });
}

type Pages = ReadonlyMap<string, PageBody[]>;

/** Each feed has a signup of its own, and pages of its streams. */
function pagesBySignup(source: PageSource, walk: Walk, { from, to }: { from: number; to: number }): Pages {
  const numbers = new Map(walk.samples.map((_, stream) => [streamName(stream), stream]));
  return new Map([...source.signups()].map(([signup, held]) => {
    const streams = held.map((name) => numbers.get(name)!);
    return [signup, pagesOf(walk, { from, to, eventsAnItem: 1, streams })];
  }));
}

/** Askings for a page without one are held: an empty page would let the plant's time go on. */
class HandedPages {
  #left: Pages = new Map();
  readonly #held = new Map<string, (page: PageBody) => void>();

  constructor(private readonly source: PageSource) {
    source.onPage = (signup) => {
      const page = this.#left.get(signup)?.shift();
      return page ?? new Promise((resolve) => this.#held.set(signup, resolve));
    };
  }

  out(pages: Pages): void {
    this.#left = pages;
    for (const [signup, answer] of this.#held) {
      const page = pages.get(signup)?.shift();
      if (page !== undefined && this.#held.delete(signup)) answer(page);
    }
  }

  /** A feed tells what it has judged once it has come to its end. */
  letGo(): void {
    this.source.onPage = () => null;
    for (const answer of this.#held.values()) answer(null);
  }

  /** Every feed has come to the end of its pages. */
  async areAllHeld(): Promise<void> {
    const feeds = this.source.signups().size;
    await eventually(
      "every feed asks for more",
      () => Promise.resolve(this.#held.size === feeds),
      DEADLINE_MS,
    );
  }
}

/** Since when next to no CPU time is used, and how much had been until then. */
async function restOf(used: () => number): Promise<{ cpu: number; sinceMs: number }> {
  for (;;) {
    const cpu = used(), sinceMs = performance.now();
    await new Promise((done) => setTimeout(done, REST_MS));
    if (used() - cpu <= REST_SECONDS) return { cpu, sinceMs };
  }
}

async function metricsOf({ processes }: ClusterHouse): Promise<string> {
  const texts = await Promise.all(
    processes.map(async ({ baseUrl }) => await (await fetch(`${baseUrl}/metrics`)).text()),
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
