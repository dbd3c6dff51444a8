/**
 * A store that the program up to schema 11 wrote with six feeds over six shards, killed with six different watermarks:
 * corrections are open, rules are PENDING, events were opened and closed by hand since the generations, and the source
 * has changes that no feed had read.
 */
import type { EventRecord } from "../../domain/event/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { isoFromTicks, type Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import type { KvBackend } from "../../storage/store/backend.ts";
import { type TestStorage, testStorage } from "../unit/storage/support.ts";
import { assert, assertEquals } from "./assert.ts";
import { MemoryPlant } from "./memory_source.ts";
import { PlantHarness } from "./plant_harness.ts";
import { comparedWithReference, type Comparison } from "./stored_reference.ts";

const FIXTURE = new URL("../fixtures/six_feeds.jsonl", import.meta.url);
const QUIET_SECONDS = 8;

export const SHARDS = 6;
export const FORMER = ["andon-2", "andon-3", "andon-4", "andon-5", "andon-6"];

/** The first line of the fixture: the clock and the source at the kill. */
interface Head {
  clockMs: Ms;
  /** By name, their streams with the place in the log from which each is fed. */
  signups: Record<string, [stream: number, since: number][]>;
  log: SampleChange[];
}

/** The other lines: the store's entries. Values that JSON does not have are tagged. */
type Line = [key: Deno.KvKey, value: unknown];

async function read(): Promise<{ head: Head; entries: Line[] }> {
  const [head, ...entries] = (await Deno.readTextFile(FIXTURE)).trimEnd().split("\n");
  return { head: JSON.parse(head), entries: entries.map((line) => JSON.parse(line, untagged)) };
}

const ARRAYS = { Int32Array, Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };

function untagged(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$" in value) || !("of" in value)) return value;
  const { $: kind, of } = value;
  if (kind === "u64") return new Deno.KvU64(BigInt(String(of)));
  if (kind === "number") return Number(of);
  const array = ARRAYS[kind as keyof typeof ARRAYS];
  if (array === undefined || !Array.isArray(of)) throw new TypeError(`The fixture has a ${kind}`);
  return array.from(of);
}

/** Writes the fixture into an empty store. */
export async function writeSixFeeds(kv: Deno.Kv): Promise<void> {
  const { entries } = await read();
  for (let from = 0; from < entries.length; from += 100) {
    const atomic = kv.atomic();
    for (const [key, value] of entries.slice(from, from + 100)) atomic.set(key, value);
    assert((await atomic.commit()).ok);
  }
}

interface StartOptions {
  wrap?: (backend: KvBackend) => KvBackend;
  shards?: number;
  /** How far the watermark stays behind the clock: with some seconds, it is behind what the shards had reached. */
  waitSeconds?: number;
}

/** The plant of the fixture, with its store; `open` begins a process. */
export class SixFeeds implements AsyncDisposable {
  readonly plant = new MemoryPlant(() => 2);
  #waitMs = 0;
  #test: TestStorage | undefined;
  #harness: PlantHarness | undefined;

  private constructor(readonly kv: Deno.Kv, readonly clock: { ms: Ms }, private readonly generationMs: Ms) {}

  static async begin({ generationMs = 1_000 }: { generationMs?: Ms } = {}): Promise<SixFeeds> {
    const kv = await Deno.openKv(":memory:");
    await writeSixFeeds(kv);
    const { head } = await read();
    const on = new SixFeeds(kv, { ms: head.clockMs }, generationMs);
    on.plant.write(...head.log);
    for (const [name, streams] of Object.entries(head.signups)) on.plant.signups.set(name, new Map(streams));
    return on;
  }

  get storage(): Storage {
    if (this.#test === undefined) throw new TypeError("The store is not open");
    return this.#test.storage;
  }

  get harness(): PlantHarness {
    if (this.#harness === undefined) throw new TypeError("Nothing has started");
    return this.#harness;
  }

  /** Opens the store, which migrates it, and starts a process. */
  async start({ wrap, shards = SHARDS, waitSeconds = 0 }: StartOptions = {}): Promise<void> {
    const { kv, clock, plant, generationMs } = this;
    this.#test = await testStorage({ kv, clock, wrap });
    const { storage } = this.#test;
    const settings = { waitSeconds };
    this.#waitMs = 1000 * waitSeconds;
    this.#harness = new PlantHarness({
      shards,
      storage,
      clock,
      plant,
      checkpointMs: 4_000,
      generationMs,
      settings,
    });
    await this.#harness.start();
  }

  /** Ends the process as a kill does, if its last commit was cut off, or else at rest. */
  async end(): Promise<void> {
    await this.#harness?.[Symbol.asyncDispose]();
    await this.#test?.[Symbol.asyncDispose]();
    this.#harness = this.#test = undefined;
  }

  /** Lets some seconds pass. */
  async settle(seconds = QUIET_SECONDS): Promise<void> {
    for (let second = 0; second < seconds; second++) await this.harness.settle();
  }

  async events(): Promise<EventRecord[]> {
    const events: EventRecord[] = [];
    for await (const { value } of this.kv.list<EventRecord>({ prefix: ["event"] })) events.push(value);
    return events;
  }

  /** The stored events are those of the naive evaluator, each once. */
  async endsAsReference(): Promise<Comparison> {
    const { storage, plant, clock } = this;
    const compared = await comparedWithReference({
      storage,
      untilMs: clock.ms - this.#waitMs,
      samples: (name) => plant.samples.list(storage.assets.streamByName(name)!.id),
    });
    const { missing, extra } = compared;
    assertEquals({ missing, extra }, { missing: [], extra: [] }, "against the naive evaluator");
    await this.#areOnce();
    return compared;
  }

  async #areOnce(): Promise<void> {
    const events = (await this.events()).filter(({ flags }) => !flags.includes("retracted"));
    const named = events.map(({ instance_id, rule_id, deployment, onset }) =>
      `${instance_id}/${rule_id}/${deployment}/${isoFromTicks(onset)}`
    );
    assertEquals(named.toSorted(), [...new Set(named)].toSorted(), "each event once");
    const active = events.filter(({ is_active }) => is_active);
    const index = await Array.fromAsync(this.kv.list<number>({ prefix: ["event_active"] }));
    assertEquals(index.map(({ value }) => value).toSorted(), active.map(({ id }) => id).toSorted());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    this.kv.close();
  }
}
