import { assert, assertEquals } from "@std/assert";
import type { Simulator } from "../../connectors/simulator/server.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ms, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { openStorage } from "../../storage/open.ts";
import type { AndonClient, Json } from "./andon_client.ts";
import { SECRETS_KEY } from "./andon_process.ts";
import { comparedWithReference, type Comparison } from "./stored_reference.ts";

const CAUGHT_UP_MS = 60_000;
/** Longer ago than any sample that is held at a deployment. */
const LONG_AGO_MS = 3_600_000;

/** What has been seen so far: the id of each event by instance, rule and start. */
export class SeenIds {
  readonly #ids = new Map<string, number>();

  /** Fails where an event has come under a second id. */
  take(rows: Json[]): void {
    for (const row of rows) {
      const key = `${row.instance_id}/${row.rule_id}/${row.start_time}`;
      const before = this.#ids.get(key);
      assert(before === undefined || before === row.id, `event ${key} had id ${before}, now ${row.id}`);
      this.#ids.set(key, Number(row.id));
    }
  }
}

/** What the simulator will hold of a stream when all is corrected, from long ago to a moment. */
export function finalSamplesOf(simulator: Simulator, untilMs: Ms): (stream: string) => Sample[] {
  const read = new Map<string, Sample[]>();
  return (stream) => {
    const known = read.get(stream);
    if (known !== undefined) return known;
    const samples = simulator.finalSamples(stream, untilMs - LONG_AGO_MS, untilMs)
      .map(({ timestamp, value, quality }): Sample => ({
        time: ticksFromSourceTime(timestamp) ?? NaN,
        value,
        quality,
      }));
    read.set(stream, samples);
    return samples;
  };
}

/** Everything in a stopped Andon's store is as the naive evaluator says; answers what it has. */
export async function storedAsExpected(
  { dataDir, simulator, untilMs }: { dataDir: string; simulator: Simulator; untilMs: Ms },
): Promise<Comparison> {
  const storage = await openStorage({
    path: `${dataDir}/andon.sqlite`,
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    secretsKey: Uint8Array.from(atob(SECRETS_KEY), (char) => char.charCodeAt(0)),
  });
  try {
    const compared = await comparedWithReference({
      ...{ storage, untilMs },
      samples: finalSamplesOf(simulator, untilMs),
    });
    const { missing, extra } = compared;
    assertEquals({ missing, extra }, { missing: [], extra: [] }, "against the naive evaluator");
    return compared;
  } finally {
    await storage.close();
  }
}

/** Waits until all up to a moment has been judged. */
export async function judgedUpTo(client: AndonClient, untilMs: Ms): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_MS;
  for (;;) {
    const tags: Json[] = (await client.ok("GET", "/api/system-tags")).data;
    const lag = tags.find((tag) => tag.tag_name === "SYS.SOURCE.LAG_SECONDS")?.value;
    if (typeof lag === "number" && Date.now() - lag * 1000 > untilMs + 500) return;
    assert(Date.now() < deadline, `judging does not reach ${new Date(untilMs).toISOString()}; lag ${lag}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
