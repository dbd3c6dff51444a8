/** Starts Andon as a separate process, and creates the store that the rows share. */
import type { FoundStream } from "../../domain/asset/types.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { openStorage } from "../../storage/open.ts";
import { type LineProcess, spawnDeno } from "../harness/processes.ts";
import { type ChildSettings, PASSWORD } from "./child_settings.ts";
import { startPageSource } from "./page_source.ts";

const BY = { name: "bench", role: "admin" } as const;

export interface RunningAndon {
  child: LineProcess;
  address: string;
  signupName: string;
}

export async function startAndon(settings: ChildSettings): Promise<RunningAndon> {
  const child = spawnAndon(settings);
  return { child, ...await readyAndon(child) };
}

/** Starts the process without waiting until it is ready. */
export function spawnAndon(settings: ChildSettings): LineProcess {
  return spawnDeno(new URL("andon_child.ts", import.meta.url), { args: [JSON.stringify(settings)] });
}

/** Waits until it answers requests. */
export async function readyAndon(child: LineProcess): Promise<Omit<RunningAndon, "child">> {
  return JSON.parse(await child.lineAfter("ready"));
}

/** A plant of single limits: instance i uses stream i % STREAMS. */
export const INSTANCES = 100_000, STREAMS = 10_000;
const ON_STREAM = INSTANCES / STREAMS;
/** The deadband of all limits; a limit belongs to all instances of one rank on their streams. */
export const DEADBAND = 2;

export interface Fixture {
  dataDir: string;
  signupName: string;
  /** By stream number, the ids of its instances, in the order of `limitOf`. */
  instances: number[][];
}

/** The limit of a stream's n-th instance; few are exceeded at a time. */
export function limitOf(rank: number): number {
  return 90 + rank;
}

export function streamName(stream: number): string {
  return `Plant.S${String(stream).padStart(5, "0")}`;
}

/**
 * A copy of the store with 100,000 deployed instances, all first reads done. The first row creates the store,
 * in the folder BENCH_STORE if the runner set it, else for this row only.
 */
export async function copyOfStore(): Promise<Fixture> {
  const made = Deno.env.get("BENCH_STORE") ?? await Deno.makeTempDir();
  const fixture = await known(made) ?? await make(made);
  const dataDir = await Deno.makeTempDir();
  for await (const { name, isFile } of Deno.readDir(`${made}/data`)) {
    if (isFile) await Deno.copyFile(`${made}/data/${name}`, `${dataDir}/${name}`);
  }
  return { ...fixture, dataDir };
}

async function known(folder: string): Promise<Fixture | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(`${folder}/fixture.json`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function make(folder: string): Promise<Fixture> {
  const begun = performance.now();
  const dataDir = `${folder}/data`;
  await Deno.mkdir(dataDir, { recursive: true });
  await makeStreams(dataDir);
  await using source = startPageSource({ signupName: null, resources: [] });
  const andon = await startAndon({
    dataDir,
    source: { ...source.configuration, wait_seconds: 0 },
    environment: { RATE_LIMIT_DEFAULT: "off", RATE_LIMIT_HEAVY: "off" },
  });
  const client = new AndonClient(andon.address);
  await client.signIn("admin", PASSWORD);
  const instances = await makeInstances(client);
  await untilRead(andon.child);
  await closePacked(andon.child);
  const fixture: Fixture = { dataDir, signupName: andon.signupName, instances };
  await Deno.writeTextFile(`${folder}/fixture.json`, JSON.stringify(fixture));
  console.error(
    `store of ${INSTANCES} instances made in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  return fixture;
}

/** Packs changed records now, as happens on its own a few seconds later. */
export async function packed(child: LineProcess): Promise<void> {
  await child.writeLine("pack");
  await child.lineAfter("pack");
}

export async function closePacked(child: LineProcess): Promise<void> {
  await packed(child);
  await child.writeLine("close");
  await child.lineAfter("close").catch(() => {});
  await child.kill();
}

async function makeStreams(dataDir: string): Promise<void> {
  const storage = await openStorage({
    path: `${dataDir}/andon.sqlite`,
    now: Date.now,
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    secretsKey: new Uint8Array(32),
    keepSecretsKey: false,
    log: () => {},
  });
  const streams = Array.from({ length: STREAMS }, (_, i) => foundStream(streamName(i)));
  const assets = [{ asset_id: "Plant", display_name: "Plant" }];
  await storage.assets.applyDiscovery({ assets, streams, unsupported: [] }, BY);
  await storage.close();
}

async function makeInstances(client: AndonClient): Promise<number[][]> {
  const made = await client.ok("POST", "/api/packages", { name: "Bench", description: "" });
  const byStream: number[][] = Array.from({ length: STREAMS }, () => []);
  for (let rank = 0; rank < ON_STREAM; rank++) {
    const { template } = await client.ok("POST", "/api/templates", {
      name: `Limit ${rank}`,
      category: "production",
      package_id: made.data.id,
      placeholders: [{ placeholder_name: "VALUE", data_type: "NUM", description: "", is_required: true }],
      rules: [{
        rule_id: "high",
        rule_name: "High",
        event_name: "<VALUE>.High",
        conditions: [{
          stream: "<VALUE>",
          operator: "greater_than",
          value: limitOf(rank),
          deadband: DEADBAND,
        }],
      }],
    });
    const { data } = await client.ok("POST", "/api/instances/bulk", {
      template_id: template.id,
      instance_name: `${rank}.*`,
      placeholders: { VALUE: "Plant.S*" },
    });
    for (const { instance_id, instance_name } of data.items) {
      byStream[Number(String(instance_name).split(".").at(-1))]!.push(instance_id);
    }
    await client.ok("POST", "/api/instances/bulk-deploy", { template_id: template.id });
    console.error(`${(rank + 1) * STREAMS} instances deployed`);
  }
  return byStream;
}

async function untilRead(child: LineProcess): Promise<void> {
  for (;;) {
    await child.writeLine("status");
    const status = JSON.parse(await child.lineAfter("status"));
    if (status.followed_streams === STREAMS && (status.unread_streams ?? 0) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export function foundStream(name: string): FoundStream {
  return {
    stream_id: name,
    stream_name: name,
    display_name: name,
    asset_id: "Plant",
    data_type: "NUM",
    uom: null,
    source: {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
  };
}
