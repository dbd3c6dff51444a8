import { assert, assertEquals } from "@std/assert";
import type { Simulator } from "../../simulator/data_hub/server.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ms, ticksFromSourceTime } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { openStorage } from "../../storage/open.ts";
import type { AndonClient, Json } from "./andon_client.ts";
import { AndonProcess, type ProcessOptions, SECRETS_KEY } from "./andon_process.ts";
import { comparedWithReference, type Comparison } from "./stored_reference.ts";

const CAUGHT_UP_MS = 180_000;
const MOST_MOMENTS = 10;
/** A time in which some corrections end. */
const MOMENT_MS = 3_000;

/** The ids of all events seen so far, by instance, rule and start. */
export class SeenIds {
  readonly #ids = new Map<string, number>();

  /** Fails when an event has a second id. */
  take(rows: Json[]): void {
    for (const row of rows) {
      const key = `${row.instance_id}/${row.rule_id}/${row.start_time}`;
      const before = this.#ids.get(key);
      assert(before === undefined || before === row.id, `event ${key} had id ${before}, now ${row.id}`);
      this.#ids.set(key, Number(row.id));
    }
  }
}

/** What the simulator will hold of a stream between two moments when all is corrected. */
export function finalSamplesOf(
  simulator: Simulator,
  { fromMs, untilMs }: { fromMs: Ms; untilMs: Ms },
): (stream: string) => Sample[] {
  const read = new Map<string, Sample[]>();
  return (stream) => {
    const known = read.get(stream);
    if (known !== undefined) return known;
    const samples = simulator.finalSamples(stream, fromMs, untilMs)
      .map(({ timestamp, value, quality }): Sample => ({
        time: ticksFromSourceTime(timestamp) ?? NaN,
        value,
        quality,
      }));
    read.set(stream, samples);
    return samples;
  };
}

export interface StoppedAndon {
  /** What the store is opened by. */
  path: string;
  simulator: Simulator;
  fromMs: Ms;
  untilMs: Ms;
  /** Has it run for a moment more, until it is stopped again. */
  goOn: () => Promise<void>;
}

/** Everything in a stopped Andon's store is as the naive evaluator says; answers what it has. */
export async function storedAsExpected(
  { path, simulator, goOn, ...span }: StoppedAndon,
): Promise<Comparison> {
  for (let tries = 0; await isCorrecting(path); tries++) {
    assert(tries < MOST_MOMENTS, "what is to be evaluated anew comes to an end");
    await goOn();
  }
  const storage = await openedStorage(path);
  try {
    const compared = await comparedWithReference({
      storage,
      untilMs: span.untilMs,
      samples: finalSamplesOf(simulator, span),
    });
    const { missing, extra } = compared;
    assertEquals({ missing, extra }, { missing: [], extra: [] }, "against the naive evaluator");
    return compared;
  } finally {
    await storage.close();
  }
}

/** Whether corrections that a restart requested are pending. */
async function isCorrecting(path: string): Promise<boolean> {
  const storage = await openedStorage(path);
  try {
    return (await storage.store.list({ prefix: ["correction"], limit: 1 })).length > 0;
  } finally {
    await storage.close();
  }
}

function openedStorage(path: string): Promise<Storage> {
  return openStorage({
    path,
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    secretsKey: Uint8Array.from(atob(SECRETS_KEY), (char) => char.charCodeAt(0)),
  });
}

/** Waits until everything up to a time is evaluated. */
export async function evaluatedUpTo(client: AndonClient, untilMs: Ms): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_MS;
  for (;;) {
    const askedMs = Date.now();
    const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
    const lag = tags.find((tag) => tag.tag_name === "SYS.SOURCE.LAG_SECONDS")?.value;
    if (typeof lag === "number" && askedMs - lag * 1000 > untilMs + 500) return;
    assert(Date.now() < deadline, `evaluation does not reach ${new Date(untilMs).toISOString()}; lag ${lag}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs Andon once more for a short time. */
export async function aMoment(options: ProcessOptions): Promise<void> {
  await using andon = await AndonProcess.start(options);
  await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
  assertEquals(await andon.stop(), 0, "SIGTERM ends with exit code 0");
}
