import { assert, assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { type AndonClient, type Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { LoopingProcess } from "../support/looping_process.ts";
import { type PumpedEvent, SamplePump } from "../support/sample_pump.ts";
import { connect, deployOn, limitTemplate, writer } from "../support/simulated_plant.ts";

const STREAMS = Array.from({ length: 6 }, (_, index) => `Loop.S${index}`);
/** Above the limit all the time: an instance on it has one event a deployment. */
const HIGH = "Loop.High";
const SHARDS = 2;
/** Far more than an answer takes. */
const ANSWER_DEADLINE_MS = 60_000;
/** How long the plant runs before, between and after the losses. */
const CALM_MS = 4_000;

Deno.test("while a shard loops forever the others answer, and its actors return on another worker", async () => {
  await using simulator = await startSimulator({ now: Date.now });
  await using andon = await LoopingProcess.start(new URL(simulator.baseUrl).host);
  const client = await andon.client();
  const write = await writer(simulator);
  const time = new Date(Date.now() - 20_000).toISOString();
  for (const stream of [...STREAMS, HIGH]) {
    await write.stream(stream);
    await write.write(stream, [{ time, value: stream === HIGH ? 99 : 10 }]);
  }
  await connect(client, simulator, { wait_seconds: 3 });
  const plant = await deploy(client);
  const pump = new SamplePump({ writer: write, streams: STREAMS, everyMs: 150 });
  const watch = new Watch(andon, { client, plant });
  try {
    await watch.calm();
    for (const shard of [1, 0]) await watch.loseShard(shard);
    await pump.stop();
    await watch.stop();
    await watch.checkEvaluated(pump.events);
    await watch.checkCommanded();
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await watch.stop();
    await pump.stop();
  }
});

interface Plant {
  /** Instance by stream. */
  evaluated: Map<string, number>;
  /** An instance a shard, for commands. */
  commanded: number[];
}

/** Ids of instances are consecutive, so that they alternate between the shards. */
async function deploy(client: AndonClient): Promise<Plant> {
  const template = await limitTemplate(client);
  const evaluated = new Map<string, number>();
  for (const stream of STREAMS) evaluated.set(stream, await deployOn(client, template, stream));
  const commanded: number[] = [];
  for (let count = 0; count < SHARDS; count++) {
    const id = await deployOn(client, await limitTemplate(client), HIGH);
    commanded[id % SHARDS] = id;
  }
  assertEquals(new Set([...evaluated.values()].map((id) => id % SHARDS)).size, SHARDS);
  return { evaluated, commanded };
}

/** Observes a running Andon continuously, in several ways. */
class Watch {
  readonly #ids = new Map<string, number>();
  readonly #replacedAtMs: number[] = [];
  readonly #sides: Promise<void>[];
  /** What the commands to each shard were answered since the last loss began. */
  #answers: number[][] = [[], []];
  /** How many signs of life since then. */
  #heard = 0;
  #looping: number | undefined;
  #running = true;
  #failure: unknown;

  constructor(readonly andon: LoopingProcess, readonly options: { client: AndonClient; plant: Plant }) {
    const sides = [
      () => this.#lookAtHealth(),
      () => this.#lookAtEvents(),
      ...options.plant.commanded.map((id, shard) => () => this.#command(shard, id)),
    ];
    this.#sides = sides.map((side) => this.#repeat(side));
  }

  /** Stops observing, after the checks under way. */
  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#sides);
  }

  async calm(): Promise<void> {
    await pause(CALM_MS);
    this.#throwFailure();
  }

  /** Makes a shard loop, waits for its replacement and for its first answered command, and continues for a while. */
  async loseShard(shard: number): Promise<void> {
    const before = this.andon.replaced.length;
    this.#answers = [[], []];
    this.#looping = shard;
    await this.andon.loop(shard);
    this.#heard = 0;
    await eventually(`shard ${shard} is replaced`, () => this.andon.replaced.length > before);
    assertEquals(this.andon.replaced.slice(before), [shard]);
    this.#replacedAtMs.push(Date.now());
    const other = 1 - shard;
    assert(this.#heard > 1, "/healthz answered meanwhile, to more than the one that was asked before");
    assert(this.#answers[other].length > 0, "the other shard's instance was commanded meanwhile");
    await eventually("its instance can be commanded again", () => this.#answers[shard].at(-1) === 200);
    this.#looping = undefined;
    await this.calm();
    assert(this.#answers[shard].includes(503), "a command met the loss");
  }

  /** Exactly the expected events of the samples, each once. */
  async checkEvaluated(pumped: PumpedEvent[]): Promise<void> {
    const { evaluated } = this.options.plant;
    const instances = new Set<unknown>(evaluated.values());
    const expected = pumped.map(({ stream, start, end }) => `${evaluated.get(stream)} ${start} ${end}`)
      .sort();
    let actual: string[] = [];
    await eventually("everything is evaluated", async () => {
      const rows = (await this.#lookAtEvents()).filter((row) => instances.has(row.instance_id));
      actual = rows.map((row) => `${row.instance_id} ${row.start_time} ${row.end_time}`).sort();
      return JSON.stringify(actual) === JSON.stringify(expected);
    }).catch(() => assertEquals(actual, expected, "events as the samples make them"));
    for (const atMs of this.#replacedAtMs) {
      const later = pumped.filter(({ start }) => Date.parse(start) > atMs);
      const shards = new Set(later.map(({ stream }) => Number(evaluated.get(stream)) % SHARDS));
      assertEquals(shards.size, SHARDS, "there are events on both shards after each loss");
    }
  }

  /** At most one event per deployment; only the last deployment's event is active. */
  async checkCommanded(): Promise<void> {
    const { client, plant } = this.options;
    const audits: Json[] = (await client.ok("GET", "/api/audit-log?per_page=1000")).data;
    for (const id of plant.commanded) {
      const { data: instance } = await client.ok("GET", `/api/instances/${id}`);
      assertEquals(instance.is_deployed, true, "the last command was to deploy");
      const deployed = audits.filter((audit) =>
        audit.resource_id === String(id) && audit.action === "deployed"
      )
        .map(({ after }) => String((after as Json).deployment_date));
      const rows = await eventually("the last deployment has its event", async () => {
        const rows = (await this.#lookAtEvents()).filter((row) => row.instance_id === id);
        return rows.some((row) => row.start_time === instance.deployment_date) ? rows : null;
      });
      const starts = rows.map((row) => String(row.start_time));
      assertEquals(starts.length, new Set(starts).size, "no deployment has two events");
      assertEquals(
        starts.filter((start) => !deployed.includes(start)),
        [],
        "events that no deployment began",
      );
      const active = rows.filter((row) => row.is_active).map((row) => row.start_time);
      assertEquals(active, [instance.deployment_date], "the active events");
    }
  }

  async #repeat(look: () => Promise<unknown>): Promise<void> {
    while (this.#running && this.#failure === undefined) {
      await look().catch((error) => this.#failure ??= error);
      await pause(50);
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #lookAtHealth(): Promise<void> {
    const signal = AbortSignal.timeout(ANSWER_DEADLINE_MS);
    const answer = await fetch(`${this.andon.address}/healthz`, { signal });
    await answer.body?.cancel();
    assertEquals(answer.status, 200, "/healthz");
    this.#heard++;
  }

  /** All events; no event may change its id. */
  async #lookAtEvents(): Promise<Json[]> {
    const answer = await this.options.client.ok("GET", "/api/rule-events?hours=2&per_page=1000");
    const rows: Json[] = answer.data;
    assertEquals(answer.pagination.has_next, false, "one page holds all events");
    for (const row of rows) {
      const key = `${row.instance_id}/${row.start_time}`;
      const before = this.#ids.get(key) ?? row.id;
      assertEquals(row.id, before, `the id of event ${key}`);
      this.#ids.set(key, Number(row.id));
    }
    return rows;
  }

  /** Undeploys and deploys an instance alternately: 200 means done, and only a lost shard answers 503. */
  async #command(shard: number, id: number): Promise<void> {
    const { client } = this.options;
    for (const command of ["undeploy", "deploy"]) {
      const { status, body } = await client.post(`/api/instances/${id}/${command}`);
      this.#answers[shard].push(status);
      if (status === 503 && this.#looping === shard) continue;
      assertEquals(status, 200, `${command} on shard ${shard}: ${JSON.stringify(body)}`);
      const { data } = await client.ok("GET", `/api/instances/${id}`);
      assertEquals(data.is_deployed, command === "deploy", `shard ${shard} after ${command}`);
      await pause(100);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
