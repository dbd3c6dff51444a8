import { assert, assertEquals } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type ClusterProxy, startProxy } from "../../tools/cluster/proxy.ts";
import { Acknowledged } from "./acknowledged.ts";
import type { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD } from "./andon_process.ts";
import type { KvServer } from "./denokv.ts";
import { FAILOVER_FAULTS } from "./failover_faults.ts";
import { FailoverHarness } from "./failover_harness.ts";
import { evaluatedUpTo, finalSamplesOf, SeenIds, storedAsExpected } from "./evaluated.ts";
import { allEvents, held, Office } from "./office.ts";
import { seeded } from "./seeded.ts";
import { PatientClient } from "./patient_client.ts";
import { connect, deployOn, limitTemplate } from "./simulated_plant.ts";

export interface FailoverProof {
  kv: KvServer;
  seed: number;
  processes: number;
  faults: number;
  log?: (line: string) => void;
  /** Where to store the evidence of a failure; absent: the processes' logs go to standard error. */
  keepIn?: string;
}

export interface FailoverFigures {
  faults: Record<string, number>;
  /** From a fault of the leader to the next ready leader. */
  takeOverMs: Ms[];
  acknowledged: number;
  unknown: number;
  events: number;
}

const STREAMS = Array.from({ length: 16 }, (_, i) => `Load.Bank0.S${i}`);
const BEFORE_MS = 60_000;
const CALM_MS: [Ms, Ms] = [500, 3_000];

/**
 * Processes over one KV server, clients behind a proxy, and random faults of processes, server and connections: no
 * acknowledged write is lost, and in the end the events equal the naive evaluator's, each once, under one id.
 */
export async function proveFailover(proof: FailoverProof): Promise<FailoverFigures> {
  await using simulator = await startSimulator({
    now: Date.now,
    seed: proof.seed,
    extraStreams: STREAMS.length,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  await using harness = FailoverHarness.open(proof.kv, {
    processes: proof.processes,
    allow: new URL(simulator.baseUrl).host,
    shards: (place) => String(2 - place % 3),
  });
  await using proxy = startProxy({ port: 0, processes: harness.urls });
  const run = new FailoverRun({ proof, simulator, harness, proxy });
  try {
    return await run.prove();
  } catch (error) {
    if (proof.keepIn === undefined) console.error(harness.log);
    else await keep(proof.keepIn, { proof, harness, error, samples: run.samples() });
    throw error;
  }
}

/** The store, all logs, the samples of the reference evaluator, and the differences. */
async function keep(
  folder: string,
  { proof, harness, error, samples }: {
    proof: FailoverProof;
    harness: FailoverHarness;
    error: unknown;
    samples: unknown;
  },
): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const { process } of harness.places) await process.kill();
  await proof.kv.crash();
  for await (const { name } of Deno.readDir(proof.kv.folder)) {
    await Deno.copyFile(`${proof.kv.folder}/${name}`, `${folder}/${name}`);
  }
  await Deno.writeTextFile(`${folder}/log.txt`, harness.log);
  await Deno.writeTextFile(`${folder}/error.txt`, error instanceof Error ? `${error.stack}` : String(error));
  await Deno.writeTextFile(`${folder}/samples.json`, JSON.stringify(samples));
}

interface Parts {
  proof: FailoverProof;
  simulator: Simulator;
  harness: FailoverHarness;
  proxy: ClusterProxy;
}

class FailoverRun {
  readonly #random: () => number;
  readonly #acknowledged = new Acknowledged();
  readonly #seen = new SeenIds();
  readonly #beganMs = Date.now();
  readonly #figures: FailoverFigures = { faults: {}, takeOverMs: [], acknowledged: 0, unknown: 0, events: 0 };

  constructor(readonly parts: Parts) {
    this.#random = seeded(parts.proof.seed);
  }

  /** The samples of the source at the end, by stream. */
  samples(): { fromMs: Ms; untilMs: Ms; streams: Record<string, Sample[]> } {
    const span = { fromMs: this.#beganMs - BEFORE_MS, untilMs: Date.now() };
    const of = finalSamplesOf(this.parts.simulator, span);
    return { ...span, streams: Object.fromEntries(STREAMS.map((stream) => [stream, of(stream)])) };
  }

  async prove(): Promise<FailoverFigures> {
    const { harness, proxy, proof } = this.parts;
    await harness.serving();
    const client = new PatientClient(proxy.url);
    await client.signIn("admin", ADMIN_PASSWORD);
    const office = await this.#prepare(client);
    for (let fault = 1; fault <= proof.faults; fault++) {
      await this.#strike(fault);
      // After every few faults everything is checked.
      if (fault % 3 === 0 || fault === proof.faults) await this.#look(client);
    }
    await office.close();
    return await this.#end(client);
  }

  async #prepare(client: AndonClient): Promise<Office> {
    await connect(client, this.parts.simulator);
    const templateId = await limitTemplate(client);
    for (const stream of STREAMS) await deployOn(client, templateId, stream);
    return new Office({
      client,
      templateId,
      streams: STREAMS,
      acknowledged: this.#acknowledged,
      random: seeded(this.parts.proof.seed + 1),
      clerks: 4,
      mostInstances: 60,
    });
  }

  async #strike(number: number): Promise<void> {
    const { harness, proof } = this.parts;
    const [name, fault] = FAILOVER_FAULTS[Math.floor(this.#random() * FAILOVER_FAULTS.length)];
    await this.#calm();
    const struckMs = Date.now();
    const strikes = fault({ harness, kv: proof.kv, random: this.#random });
    const tookMs = await strikes;
    await harness.serving();
    this.#figures.faults[name] = (this.#figures.faults[name] ?? 0) + 1;
    if (tookMs !== undefined) this.#figures.takeOverMs.push(tookMs);
    proof.log?.(`fault ${number}: ${name}, ${tookMs ?? Date.now() - struckMs} ms`);
  }

  /** Reads the acknowledgements first, then the store, which contains at least these. */
  async #look(client: AndonClient): Promise<void> {
    const snapshot = this.#acknowledged.snapshot();
    const things = await held(client);
    assertEquals(snapshot.lost((name) => things.get(name)), [], "acknowledged writes that are lost");
    this.#seen.take(await allEvents(client));
  }

  async #end(client: AndonClient): Promise<FailoverFigures> {
    const { harness, simulator, proof: { kv } } = this.parts;
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    await this.#look(client);
    await harness.end();
    Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
    const { expected } = await storedAsExpected({
      path: kv.url,
      simulator,
      goOn: () => harness.aMoment(),
      fromMs: this.#beganMs - BEFORE_MS,
      untilMs,
    });
    assert(expected > 10, `enough events to compare: ${expected}`);
    const { count, unknown } = this.#acknowledged;
    return { ...this.#figures, acknowledged: count, unknown, events: expected };
  }

  #calm(): Promise<void> {
    const [least, most] = CALM_MS;
    return new Promise((resolve) => setTimeout(resolve, least + (most - least) * this.#random()));
  }
}
