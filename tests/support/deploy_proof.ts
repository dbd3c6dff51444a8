import { assert, assertEquals } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AndonClient } from "./andon_client.ts";
import { AndonProcess, type ProcessOptions } from "./andon_process.ts";
import { answerHead } from "./answer_head.ts";
import { freePort } from "./free_port.ts";
import type { KvServer } from "./denokv.ts";
import { aMoment, evaluatedUpTo, SeenIds, storedAsExpected } from "./evaluated.ts";
import { allEvents } from "./office.ts";
import { seeded } from "./seeded.ts";
import { connect, deployOn, limitTemplate } from "./simulated_plant.ts";

export interface DeployProof {
  kv: KvServer;
  seed: number;
  /** How often the platform starts and stops an instance. */
  lives: number;
  /** How long an instance runs, and how long none runs: random times between these bounds. */
  lifeMs: [Ms, Ms];
  restMs: [Ms, Ms];
  /** Called after each instance. */
  log?: (line: string) => void;
}

export interface DeployFigures {
  lives: number;
  /** The instances stopped without a warning. */
  killed: number;
  events: number;
  instances: number;
}

const STREAMS = Array.from({ length: 16 }, (_, i) => `Load.Bank0.S${i}`);
const BEFORE_MS = 60_000;
const CRON_MS = 1_500;
/** The cron job alone reads the source. */
const POLL_SECONDS = 3_600;

/**
 * Andon as Deno Deploy runs it, started and stopped at random, with a warning (SIGINT) or without: in the end the
 * events are the naive evaluator's, each once and under one id.
 */
export async function proveDeploy(proof: DeployProof): Promise<DeployFigures> {
  await using simulator = await startSimulator({
    now: Date.now,
    seed: proof.seed,
    extraStreams: STREAMS.length,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  const run = new DeployRun(proof, simulator);
  try {
    return await run.prove();
  } catch (error) {
    console.error(run.andon?.log);
    throw error;
  } finally {
    await run.andon?.kill();
  }
}

class DeployRun {
  andon: AndonProcess | undefined;
  readonly #random: () => number;
  readonly #seen = new SeenIds();
  readonly #beganMs = Date.now();
  readonly #launch: ProcessOptions;
  #killed = 0;

  constructor(readonly proof: DeployProof, readonly simulator: Simulator) {
    this.#random = seeded(proof.seed);
    this.#launch = {
      allow: new URL(simulator.baseUrl).host,
      port: freePort(),
      deployed: { kv: proof.kv, cronMs: CRON_MS },
    };
  }

  async prove(): Promise<DeployFigures> {
    const { lives } = this.proof;
    this.andon = await AndonProcess.start(this.#launch);
    const client = await this.andon.client();
    await this.#prepare(client);
    for (let life = 1; life <= lives; life++) await this.#live(client, life);
    return await this.#end(client);
  }

  async #prepare(client: AndonClient): Promise<void> {
    await connect(client, this.simulator, { poll_seconds: POLL_SECONDS });
    const templateId = await limitTemplate(client);
    for (const stream of STREAMS) await deployOn(client, templateId, stream);
  }

  async #live(client: AndonClient, life: number): Promise<void> {
    const { lifeMs, restMs } = this.proof;
    await this.#pause(lifeMs);
    this.#seen.take(await allEvents(client));
    const isKill = this.#random() < 0.5;
    if (isKill) {
      this.#killed++;
      await this.andon?.kill();
    } else assertEquals(await this.andon?.stop("SIGINT"), 0, "SIGINT ends with exit code 0");
    this.proof.log?.(`life ${life}: ${isKill ? "killed" : "ended"}`);
    await this.#pause(restMs);
    this.andon = AndonProcess.launch(this.#launch);
    await firstAnswer(this.andon.baseUrl);
  }

  async #end(client: AndonClient): Promise<DeployFigures> {
    // The reads of the start have ended: from here on only the cron job reads.
    await this.#pause(this.proof.lifeMs);
    const untilMs = Date.now();
    await evaluatedUpTo(client, untilMs);
    this.#seen.take(await allEvents(client));
    assertEquals(await this.andon?.stop("SIGINT"), 0, "SIGINT ends with exit code 0");
    const { kv, lives } = this.proof;
    Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
    const { expected } = await storedAsExpected({
      path: kv.url,
      simulator: this.simulator,
      goOn: () => aMoment(this.#launch),
      fromMs: this.#beganMs - BEFORE_MS,
      untilMs,
    });
    assert(expected > 10, `enough events to compare: ${expected}`);
    return { lives, killed: this.#killed, events: expected, instances: STREAMS.length };
  }

  #pause([least, most]: [Ms, Ms]): Promise<void> {
    const ms = least + (most - least) * this.#random();
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}

const FIRST_ANSWER_MS = 120_000;

/** The request that the platform starts an instance for is answered, and not refused because it is starting. */
async function firstAnswer(baseUrl: string): Promise<void> {
  const until = Date.now() + FIRST_ANSWER_MS;
  while (Date.now() < until) {
    const answer = await answerHead(`${baseUrl}/readyz`, FIRST_ANSWER_MS);
    if (answer !== null) return assertEquals(answer.status, 200, "the first request is answered");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("The instance does not listen");
}
