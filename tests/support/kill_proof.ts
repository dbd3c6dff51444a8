import { assert, assertEquals } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import { Acknowledged } from "./acknowledged.ts";
import type { AndonClient } from "./andon_client.ts";
import { AndonProcess } from "./andon_process.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";
import { aMoment, evaluatedUpTo, SeenIds, storedAsExpected } from "./evaluated.ts";
import { allEvents, held, Office } from "./office.ts";
import { seeded } from "./seeded.ts";
import { connect, deployOn, limitTemplate } from "./simulated_plant.ts";

export interface KillProof {
  kills: number;
  seed: number;
  /** Called after each kill. */
  log?: (line: string) => void;
}

export interface KillFigures {
  kills: number;
  /** The kills before the process was ready. */
  unready: number;
  /** Acknowledged writes, and those of unknown outcome. */
  acknowledged: number;
  unknown: number;
  events: number;
  instances: number;
}

const STREAMS = Array.from({ length: 24 }, (_, i) => `Load.Bank0.S${i}`);
const CLERKS = 8;
/** The maximal age of held values at the first deployment. */
const BEFORE_MS = 60_000;
const MOST_INSTANCES = 200;
/** The minimal number of acknowledged writes between two checks. */
const WORK = 40;
/** The longest time until a kill, from the start; some processes are killed before they are ready. */
const LONGEST_LIFE_MS = 2_600;

/**
 * SIGKILL at random moments while samples flow and people work: after each, and in the end, nothing that was
 * acknowledged is lost, and the events are the naive evaluator's, each once and under one id.
 */
export async function proveKills(proof: KillProof): Promise<KillFigures> {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({
    now: Date.now,
    seed: proof.seed,
    extraStreams: STREAMS.length,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  const run = new KillRun({ ...proof, dataDir, simulator });
  try {
    return await run.prove();
  } catch (error) {
    console.error(run.andon?.log);
    throw error;
  } finally {
    await run.andon?.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
}

class KillRun {
  andon: AndonProcess | undefined;
  readonly #random: () => number;
  readonly #acknowledged = new Acknowledged();
  readonly #seen = new SeenIds();
  readonly #beganMs = Date.now();
  #unready = 0;

  constructor(readonly options: KillProof & { dataDir: string; simulator: Simulator }) {
    this.#random = seeded(options.seed);
  }

  async prove(): Promise<KillFigures> {
    const { simulator, dataDir, kills } = this.options;
    const allow = new URL(simulator.baseUrl).host;
    const launch = { dataDir, allow, port: freePort(), packsAtOnce: true };
    this.andon = await AndonProcess.start(launch);
    const client = await this.andon.client();
    const office = await this.#prepare(client);
    await this.#work();
    for (let kill = 1; kill <= kills; kill++) {
      await pause(LONGEST_LIFE_MS * this.#random());
      await this.#kill();
      this.andon = AndonProcess.launch(launch);
      // After every few kills everything is checked; the other processes may be killed before they are ready.
      if (kill % 3 === 0 || kill === kills) {
        await this.#look(client, kill);
        await this.#work();
      }
    }
    await office.close();
    return await this.#end(client, () => aMoment(launch));
  }

  async #prepare(client: AndonClient): Promise<Office> {
    await connect(client, this.options.simulator);
    const templateId = await limitTemplate(client);
    for (const stream of STREAMS) await deployOn(client, templateId, stream);
    const { seed } = this.options;
    return new Office({
      client,
      templateId,
      streams: STREAMS,
      acknowledged: this.#acknowledged,
      random: seeded(seed + 1),
      clerks: CLERKS,
      mostInstances: MOST_INSTANCES,
    });
  }

  /** Ensures, on a slow machine too, that there are acknowledged writes which could be lost. */
  async #work(): Promise<void> {
    const { count } = this.#acknowledged;
    await eventually("people have worked", () => this.#acknowledged.count >= count + WORK);
  }

  async #kill(): Promise<void> {
    const ready = await fetch(`${this.andon?.baseUrl}/readyz`).catch(() => null);
    await ready?.body?.cancel();
    if (ready?.status !== 200) this.#unready++;
    await this.andon?.kill();
  }

  async #look(client: AndonClient, kill: number): Promise<void> {
    await this.andon?.ready();
    // The acknowledgements first, then the store, which contains at least these.
    const snapshot = this.#acknowledged.snapshot();
    const things = await held(client);
    assertEquals(snapshot.lost((name) => things.get(name)), [], "acknowledged writes that are lost");
    this.#seen.take(await allEvents(client));
    this.options.log?.(
      `kill ${kill}: ${this.#acknowledged.count} acknowledged, ${this.#acknowledged.unknown} unknown`,
    );
  }

  async #end(client: AndonClient, goOn: () => Promise<void>): Promise<KillFigures> {
    const { dataDir, simulator, kills } = this.options;
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    await this.#look(client, kills);
    assertEquals(await this.andon?.stop(), 0, "SIGTERM ends with exit code 0");
    const { expected } = await storedAsExpected({
      path: `${dataDir}/andon.sqlite`,
      simulator,
      goOn,
      fromMs: this.#beganMs - BEFORE_MS,
      untilMs,
    });
    assert(expected > 10, `enough events to compare: ${expected}`);
    const { count, unknown } = this.#acknowledged;
    const instances = STREAMS.length +
      [...this.#acknowledged.named("deployed:")].filter(({ sure }) => sure).length;
    return { kills, unready: this.#unready, acknowledged: count, unknown, events: expected, instances };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
