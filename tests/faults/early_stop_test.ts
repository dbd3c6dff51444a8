import { assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { SamplePump } from "../support/sample_pump.ts";
import { connect, deployOn, limitTemplate, writer } from "../support/simulated_plant.ts";

const STREAMS = ["Stop.S0", "Stop.S1", "Stop.S2"];
/** Longer than it takes until the deployments are part of a stored generation. */
const BEFORE_KILL_MS = 8_000;

Deno.test("a stop before the source is read again keeps the ids of the events since the last generation", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const reachable = { dataDir, allow: new URL(simulator.baseUrl).host };
  let andon = await AndonProcess.start(reachable);
  try {
    let client = await andon.client();
    const write = await writer(simulator);
    const time = new Date(Date.now() - 10_000).toISOString();
    for (const stream of STREAMS) {
      await write.stream(stream);
      await write.write(stream, [{ time, value: 10 }]);
    }
    await connect(client, simulator);
    const template = await limitTemplate(client);
    const instances = new Map<string, number>();
    for (const stream of STREAMS) instances.set(stream, await deployOn(client, template, stream));
    const pump = new SamplePump({ writer: write, streams: STREAMS, everyMs: 100 });
    await new Promise((resolve) => setTimeout(resolve, BEFORE_KILL_MS));
    const seen = await events(client);
    await andon.kill();
    await pump.stop();

    andon = await AndonProcess.start({ ...reachable, allow: "source.invalid:443" });
    assertEquals(await andon.stop(), 0);

    andon = await AndonProcess.start(reachable);
    client = await andon.client();
    const expected = pump.events.map(({ stream, start, end }) => `${instances.get(stream)} ${start} ${end}`);
    await checkEvents(client, expected.sort());
    const now = new Map((await events(client)).map((row) => [identity(row), row.id]));
    for (const row of seen) assertEquals(now.get(identity(row)), row.id, `the id of ${identity(row)}`);
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function checkEvents(client: AndonClient, expected: string[]): Promise<void> {
  let actual: string[] = [];
  await eventually("everything is evaluated", async () => {
    actual = (await events(client)).map((row) => `${identity(row)} ${row.end_time}`).sort();
    return JSON.stringify(actual) === JSON.stringify(expected);
  }).catch(() => assertEquals(actual, expected, "events as the samples make them"));
}

async function events(client: AndonClient): Promise<Json[]> {
  return (await client.ok("GET", "/api/rule-events?hours=2&per_page=1000")).data;
}

function identity(row: Json): string {
  return `${row.instance_id} ${row.start_time}`;
}
