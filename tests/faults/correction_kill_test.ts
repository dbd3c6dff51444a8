import { assert, assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { isoFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { limitRule } from "../support/expected_events.ts";
import { referenceEvents } from "../support/reference_evaluator.ts";
import { seeded } from "../support/seeded.ts";
import { connect, deployOn, limitTemplate, writer } from "../support/simulated_plant.ts";

const KILLS = 3;
const STREAMS = ["Kill.A", "Kill.B", "Kill.C"];
const SEED = 20261122;

Deno.test("SIGKILL during corrections leads to the events of an uninterrupted run", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const options = { dataDir, allow: new URL(simulator.baseUrl).host, packsAtOnce: true };
  const plant = await writer(simulator);
  for (const stream of STREAMS) await plant.stream(stream);
  const written = new Map(STREAMS.map((stream) => [stream, new Map<number, number>()]));
  const random = seeded(SEED);
  const write = async (stream: string, samples: [number, number][]) => {
    for (const [ms, value] of samples) written.get(stream)?.set(ms, value);
    await plant.write(stream, samples.map(([ms, value]) => ({ time: new Date(ms).toISOString(), value })));
  };
  let andon = await AndonProcess.start(options);
  try {
    const client = await andon.client();
    await connect(client, simulator, { poll_seconds: 0.2, wait_seconds: 0 });
    const template = await limitTemplate(client);
    const ids = new Map<string, number>();
    for (const stream of STREAMS) ids.set(stream, await deployOn(client, template, stream));
    await pause(1_500);
    const startMs = Date.now();
    for (let kill = 1; kill <= KILLS; kill++) {
      const nowMs = Date.now();
      for (const stream of STREAMS) await write(stream, [[nowMs, 90], [nowMs + 100, 91], [nowMs + 200, 60]]);
      await pause(500);
      for (const stream of STREAMS) {
        const pastMs = startMs + Math.floor(random() * (nowMs - startMs + 200));
        await write(stream, [[pastMs, random() < 0.5 ? 60 : 95]]);
      }
      await pause(400 * random());
      await andon.kill();
      andon = await AndonProcess.start(options);
    }
    for (const stream of STREAMS) {
      await endsAsReference(await andon.client(), { id: ids.get(stream)!, samples: written.get(stream)! });
    }
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
});

interface Check {
  id: number;
  samples: ReadonlyMap<number, number>;
}

async function endsAsReference(client: AndonClient, { id, samples }: Check): Promise<void> {
  const { data: instance } = await client.ok("GET", `/api/instances/${id}`);
  const list = [...samples].map(([ms, value]): Sample => ({ time: ticksFromMs(ms), value, quality: "good" }));
  const untilMs = Math.max(...samples.keys());
  const expected = referenceEvents({
    instance: { instanceId: id, rules: [limitRule(80)], streams: [{ id: 1, dataType: "NUM" }] },
    samples: { 1: list },
    deployedAt: ticksFromMs(Date.parse(instance.deployment_date)),
    until: ticksFromMs(untilMs),
  }).map(({ start, endAt }) => [isoFromTicks(start), endAt === null ? null : isoFromTicks(endAt)]);
  assert(expected.length >= KILLS, `enough happened to compare: ${expected.length} events`);
  let actual: (string | null)[][] = [];
  await eventually("the events are the reference evaluator's", async () => {
    const { data } = await client.ok("GET", `/api/rule-events/history?instance_id=${id}&limit=1000`);
    actual = data.filter((row: Json) => !(row.flags as string[]).includes("retracted"))
      .map((row: Json) => [row.start_time, row.end_time]).toReversed();
    return JSON.stringify(actual) === JSON.stringify(expected);
  }).catch(() => assertEquals(actual, expected));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
