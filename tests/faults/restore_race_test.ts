import { assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { raceClient, startForRace } from "../support/race_system.ts";
import { SamplePump } from "../support/sample_pump.ts";
import { seeded } from "../support/seeded.ts";
import { deployOn, limitTemplate } from "../support/simulated_plant.ts";

const SEED = 20261207;
const SHARDS = 2;
const INSTANCES = 12;
const RESTORES = 30;
/** Above the limit all the time: a deployed instance on it has one active event. */
const HIGH = "Restore.High";
const STREAMS = ["Restore.S0", "Restore.S1", "Restore.S2", "Restore.S3"];
const BURSTS = 4;

Deno.test("commands during a restore of their shard take effect as they were answered", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const andon = await startForRace(simulator, { dataDir, shards: SHARDS, kvUrl: ":memory:" });
  try {
    const { client } = await raceClient(andon, { simulator, streams: { [HIGH]: 99 } });
    const instances: number[] = [];
    for (let count = 0; count < INSTANCES; count++) {
      instances.push(await deployOn(client, await limitTemplate(client), HIGH));
    }
    // For a stream without bindings in its shard, a deployment has no value until the stream is read.
    for (let shard = 0; shard < SHARDS; shard++) await deployOn(client, await limitTemplate(client), HIGH);
    let restoring = true;
    const random = seeded(SEED);
    const commanding = instances.map(async (id) => {
      while (restoring) await command(client, { id, command: random() < 0.5 ? "deploy" : "undeploy" });
    });
    for (let count = 0; count < RESTORES; count++) await andon.plant.start();
    restoring = false;
    await Promise.all(commanding);
    await check(client);
  } finally {
    await andon.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("repeated restores lose no event, repeat none and change no id", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const andon = await startForRace(simulator, { dataDir, shards: SHARDS, kvUrl: ":memory:" });
  try {
    const streams = Object.fromEntries(STREAMS.map((stream) => [stream, 10]));
    const { client, write } = await raceClient(andon, { simulator, streams });
    const template = await limitTemplate(client);
    const instances = new Map<string, number>();
    for (const stream of STREAMS) instances.set(stream, await deployOn(client, template, stream));
    const pump = new SamplePump({ writer: write, streams: STREAMS, everyMs: 100 });
    const ids = new Map<string, unknown>();
    for (let burst = 0; burst < BURSTS; burst++) {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await lookAtIds(client, ids);
      for (let count = 0; count < 3; count++) await andon.plant.start();
    }
    await pump.stop();
    const expected = pump.events.map(({ stream, start, end }) => `${instances.get(stream)} ${start} ${end}`);
    await checkEvents(client, expected.sort());
    await lookAtIds(client, ids);
  } finally {
    await andon.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function lookAtIds(client: AndonClient, ids: Map<string, unknown>): Promise<void> {
  for (const row of await events(client)) {
    const key = `${row.instance_id}/${row.start_time}`;
    assertEquals(row.id, ids.get(key) ?? row.id, `the id of event ${key}`);
    ids.set(key, row.id);
  }
}

async function checkEvents(client: AndonClient, expected: string[]): Promise<void> {
  let actual: string[] = [];
  await eventually("everything is evaluated", async () => {
    actual = (await events(client)).map((row) => `${row.instance_id} ${row.start_time} ${row.end_time}`)
      .sort();
    return JSON.stringify(actual) === JSON.stringify(expected);
  }, 60_000).catch(() => assertEquals(actual, expected, "events as the samples make them"));
}

async function events(client: AndonClient): Promise<Json[]> {
  return (await client.ok("GET", "/api/rule-events?hours=2&per_page=1000")).data;
}

async function command(client: AndonClient, { id, command }: { id: number; command: string }): Promise<void> {
  const { status, body } = await client.post(`/api/instances/${id}/${command}`);
  assertEquals(status, 200, `${command}: ${JSON.stringify(body)}`);
}

/** Each deployed instance has the one event of its deployment active, and no other instance has one. */
async function check(client: AndonClient): Promise<void> {
  const deployed: Json[] = (await client.ok("GET", "/api/instances?is_deployed=true&per_page=1000")).data;
  const expected = deployed.map((row) => `${row.id} ${row.deployment_date}`).sort();
  let actual: string[] = [];
  await eventually("the events are those of the deployments", async () => {
    const active: Json[] = (await client.ok("GET", "/api/rule-events/active")).data;
    actual = active.map((row) => `${row.instance_id} ${row.start_time}`).sort();
    return JSON.stringify(actual) === JSON.stringify(expected);
  }, 60_000).catch(() => assertEquals(actual, expected, "active events, by instance and deployment"));
}
