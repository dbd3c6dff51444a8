import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AndonClient } from "./andon_client.ts";
import { eventually } from "./eventually.ts";
import { finalSamplesOf } from "./evaluated.ts";
import { type RunningSystem, runningSystem } from "./running_system.ts";
import { seeded } from "./seeded.ts";
import {
  diceOf,
  drawFault,
  type FaultGroup,
  LONGEST_BACK_MS,
  LONGEST_DELAY_MS,
  SOURCE_MODES,
  type SourceMode,
} from "./soak_faults.ts";
import { SOAK_TEMPLATES } from "./soak_rules.ts";
import { comparedWithReference } from "./stored_reference.ts";

export interface Soak {
  seed: number;
  instances: number;
  /** How many stretches of faults, and how long each lasts. */
  acts: number;
  actMs: Ms;
  shards: number;
  /** Limits the soak to one kind of fault, to isolate a cause. */
  only?: string;
  log?: (line: string) => void;
}

export interface SoakFigures {
  seed: number;
  source: string;
  faults: Record<string, number>;
  samples: number;
  late: number;
  events: number;
  initial: number;
  lateDetected: number;
  retracted: number;
  revised: number;
}

const STREAMS = 160;
const PERIOD_MS = 400;
const PI_STREAMS = 20;
const QUIET_MS = 180_000;
/** The maximal age of held values at the first deployment. */
const BEFORE_MS = 120_000;

/** The shortest piece of the past of polled streams. */
const SECOND_LOOK_MS = 500;
/** A change of the past is found before it is a few times as old; a busy machine skips the first looks at it. */
const FOUND_MS = 300_000;

/** Runs every fault in random order; in the end the events equal those of a naive evaluator on the source's samples. */
export async function soak(options: Soak): Promise<SoakFigures> {
  const mode = SOURCE_MODES[options.seed % SOURCE_MODES.length];
  await using on = await runningSystem({
    shards: options.shards,
    simulator: { seed: options.seed, extraStreams: STREAMS, extraPeriodMs: PERIOD_MS, extraCycleSamples: 14 },
    configuration: null,
    reconciliationMs: SECOND_LOOK_MS,
  });
  const run = new SoakRun(on, { ...options, mode });
  try {
    return await run.run();
  } catch (error) {
    console.error(on.logged.slice(-30).join("\n"));
    console.error(JSON.stringify(run.faults));
    throw error;
  }
}

class SoakRun {
  readonly faults: Record<string, number> = {};
  readonly #dice;

  constructor(readonly on: RunningSystem, readonly options: Soak & { mode: SourceMode }) {
    this.#dice = diceOf(seeded(options.seed));
  }

  async run(): Promise<SoakFigures> {
    const { on, options } = this;
    const beganMs = Date.now();
    on.simulator.faults.set({
      kind: "streams_added",
      shape: "pi_float",
      how_many: PI_STREAMS,
      period_ms: PERIOD_MS,
    });
    for (const fault of options.mode.faults) on.simulator.faults.set(fault);
    await on.configure({
      wait_seconds: 0.5,
      poll_seconds: 0.2,
      requests_per_minute: 60_000,
      change_feed: options.mode.changeFeed,
    });
    await this.#deploy();
    for (let act = 0; act < options.acts; act++) await this.#act(act);
    const untilMs = Date.now();
    await pause(LONGEST_DELAY_MS + 1_000);
    await this.#caughtUp(untilMs);
    return await this.#compare({ fromMs: beganMs - BEFORE_MS, untilMs });
  }

  async #deploy(): Promise<void> {
    const { on: { client }, options } = this;
    const templates: number[] = [];
    for (const template of SOAK_TEMPLATES) {
      templates.push(await this.on.template(template));
    }
    const names: string[] = this.on.andon.storage.assets.streams().map(({ stream_name }) => stream_name)
      .filter((name) => name.startsWith("Load.") || name.startsWith("Odd."));
    for (let from = 0; from < options.instances; from += 20) {
      const some = Array.from({ length: Math.min(20, options.instances - from) }, (_, i) => from + i);
      await Promise.all(some.map((number) =>
        deployOne(client, {
          name: `Soak ${number}`,
          templateId: templates[number % templates.length],
          streams: { A: this.#dice.pick(names), B: this.#dice.pick(names) },
        })
      ));
    }
    await this.on.evaluated(new Date().toISOString());
    // Changes of data from before a stream was polled are not found, so that no fault may reach there.
    await this.on.evaluated(new Date(Date.now() + LONGEST_BACK_MS).toISOString());
  }

  /** A stretch of faults, and a quiet moment in which all that they do to the past comes about. */
  async #act(act: number): Promise<void> {
    const { options, on } = this;
    const isPast = act % 2 === 0 || options.mode.polled === "all";
    const groups: FaultGroup[] = isPast ? ["any", "past", "past"] : ["any", "any", "feed"];
    const set: string[] = [];
    for (const untilMs = Date.now() + options.actMs; Date.now() < untilMs;) {
      const fault = drawFault(this.#dice, { groups, only: options.only });
      if (fault !== undefined) {
        this.faults[fault.kind] = (this.faults[fault.kind] ?? 0) + 1;
        set.push(on.simulator.faults.set(fault).id);
      }
      await pause(this.#dice.between(50, 500));
    }
    for (const id of set) on.simulator.faults.end(id);
    await pause(LONGEST_DELAY_MS);
    await this.#caughtUp(Date.now());
    options.log?.(`act ${act + 1}: ${on.andon.plant.sourceStatus().samples} samples`);
  }

  /** Waits until everything up to a time is evaluated and no correction is pending. */
  async #caughtUp(untilMs: Ms): Promise<void> {
    const { andon } = this.on;
    await eventually("all is evaluated and corrected", async () => {
      if ((andon.plant.sourceStatus().watermark_ms ?? 0) <= untilMs) return false;
      return (await andon.storage.store.list({ prefix: ["correction"], limit: 1 })).length === 0;
    }, QUIET_MS);
  }

  async #compare({ fromMs, untilMs }: { fromMs: Ms; untilMs: Ms }): Promise<SoakFigures> {
    const { on, options } = this;
    const { storage, plant } = on.andon;
    const samples = finalSamplesOf(on.simulator, { fromMs, untilMs });
    const compare = () => comparedWithReference({ storage, samples, untilMs });
    let compared = await compare();
    const endMs = Date.now() + (options.mode.polled === "none" ? 0 : FOUND_MS);
    while (compared.missing.length + compared.extra.length > 0 && Date.now() < endMs) {
      await pause(5_000);
      compared = await compare();
    }
    const { missing, extra } = compared;
    assertEquals({ missing, extra }, { missing: [], extra: [] }, "against the naive evaluator");
    const records = (await storage.store.list<EventRecord>({ prefix: ["event"] })).map((entry) =>
      entry.value
    );
    const flagged = (flag: string) =>
      records.filter((record) => record.flags.some((each) => each === flag)).length;
    assert(
      compared.expected > options.instances / 2,
      `enough happened to compare: ${compared.expected} events`,
    );
    const status = plant.sourceStatus();
    return {
      seed: options.seed,
      source: options.mode.name,
      faults: this.faults,
      samples: status.samples,
      late: status.late_samples,
      events: compared.expected,
      initial: compared.initial,
      lateDetected: flagged("late_detected"),
      retracted: flagged("retracted"),
      revised: records.filter((record) => record.revision > 1).length,
    };
  }
}

async function deployOne(
  client: AndonClient,
  { name, templateId, streams }: { name: string; templateId: number; streams: Record<string, string> },
): Promise<void> {
  const { data } = await client.ok("POST", "/api/instances", {
    template_id: templateId,
    instance_name: name,
    placeholder_mappings: streams,
  });
  await client.ok("POST", `/api/instances/${data.id}/deploy`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
