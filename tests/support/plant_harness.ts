/**
 * Evaluation, instance and source actors over a real store and a plant in memory, with a manual clock. A process can be
 * cut off at any commit, as by a kill; the next one starts from the stored data.
 */
import { evaluationBehaviour } from "../../actors/evaluation/actor.ts";
import { Partitions } from "../../actors/evaluation/partitions.ts";
import { instanceBehaviour } from "../../actors/instance/actor.ts";
import { bulkBehaviour } from "../../actors/instance/bulk_actor.ts";
import {
  bulkId,
  type BulkMessage,
  INSTANCE,
  INSTANCE_BULK,
  type InstanceMessage,
} from "../../actors/instance/contract.ts";
import { placement } from "../../actors/placement.ts";
import { localLink } from "../../actors/runtime/link.ts";
import { startActorSystem } from "../../actors/runtime/system.ts";
import type { ToShard } from "../../actors/runtime/protocol.ts";
import type { AnyBehaviour, Ref } from "../../actors/runtime/types.ts";
import { sourceBehaviour } from "../../actors/source/actor.ts";
import {
  SOURCE,
  sourceAddress,
  type SourceMessage,
  type SourceStatus,
} from "../../actors/source/contract.ts";
import { DEFAULT_SOURCE, type SourceSettings } from "../../domain/source/types.ts";
import type { AnyCommit, StorePort } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { laneOfShard, stateKeysOf } from "../../storage/keys.ts";
import { eventually } from "./eventually.ts";
import { type MemoryPlant, MemorySource } from "./memory_source.ts";
import { FakeTimers, restOfTheLoop } from "./runtime_timers.ts";

/** The id of the source beside `default`. */
export const SECOND = 2;

const SETTINGS: SourceSettings = {
  id: 1,
  name: "default",
  kind: "data_hub",
  config: {},
  secrets: {},
  waitSeconds: 0,
  pollSeconds: 1,
  changeFeed: "auto",
  maxAgeSeconds: 0,
  sourceLostSeconds: 60,
  correctionHorizonHours: 72,
  requestsPerMinute: null,
};

/** Results of the store are processed, or lead to further calls, within this many turns of the event loop. */
const QUIET_TURNS = 3;
const IDLE_WITHIN_MS = 60_000;

export interface PlantOptions {
  /** Shards, all in this isolate; one by default. */
  shards?: number;
  storage: Storage;
  clock: { ms: Ms };
  plant: MemoryPlant;
  /** What source 2 reads; without it there is none. */
  second?: MemoryPlant;
  checkpointMs?: Ms;
  generationMs?: Ms;
  reconciliationMs?: Ms;
  settings?: Partial<SourceSettings>;
}

/** One process, from its start to its end. */
export class PlantHarness implements AsyncDisposable {
  /** No commit is written after this many; whether the last one is says `isLastWritten`. */
  commitsLeft = Infinity;
  isLastWritten = true;
  /** No commit is written after one for which this is true. */
  isLast: (commit: AnyCommit) => boolean = () => false;
  /** Called before event ids are allocated. */
  beforeIds: () => Promise<unknown> = () => Promise.resolve();
  readonly source: MemorySource;
  /** Pending calls to the store. */
  #underWay = 0;
  readonly #timers = new FakeTimers();
  readonly #system;

  constructor(private readonly options: PlantOptions) {
    const { clock, checkpointMs, generationMs = 5_000, reconciliationMs } = options;
    const startMs = clock.ms - this.#timers.now();
    const now = () => startMs + this.#timers.now();
    this.source = new MemorySource(options.plant, now);
    const behaviours = () => {
      const partitions = new Partitions({ checkpointMs });
      const source = sourceBehaviour({
        connect: ({ id }) => id === SECOND ? new MemorySource(options.second!, now) : this.source,
        identityOf: () => ({ place: ["plant"], subscriber: ["plant"] }),
        generationMs,
        reconciliationMs,
      });
      const own = [
        evaluationBehaviour(partitions),
        instanceBehaviour(partitions),
        bulkBehaviour(partitions),
        source,
      ];
      return own as object[] as AnyBehaviour[];
    };
    const timers = this.#timers;
    this.#system = startActorSystem({
      shards: options.shards ?? 0,
      spawnWorker: () => workerHere({ behaviours, placement, clock: now, random: Math.random, timers }),
      localBehaviours: behaviours,
      init: null,
      store: this.#store(),
      placement,
      now,
      random: Math.random,
      laneOfShard,
      log: () => {},
      timers: this.#timers,
      heartbeatMs: 1e12,
      waitDeadlineMs: 1e12,
      storeDeadlineMs: 1e12,
    });
  }

  get isCut(): boolean {
    return this.commitsLeft <= 0;
  }

  instance(id: number): Ref<InstanceMessage> {
    return this.#system.ref(INSTANCE, String(id));
  }

  /** Commands on many of a template's instances. */
  bulk(templateId: number): Ref<BulkMessage> {
    return this.#system.ref(INSTANCE_BULK, bulkId(0, templateId));
  }

  async start(changes: Partial<SourceSettings> = {}): Promise<void> {
    const settings = { ...SETTINGS, ...this.options.settings, ...changes };
    await this.#sourceRef.ask({ type: "start", settings }, { deadlineMs: 1e12 });
    if (this.options.second === undefined) return;
    const second = { ...settings, id: SECOND, name: "second" };
    await this.#refOf(SECOND).ask({ type: "start", settings: second }, { deadlineMs: 1e12 });
  }

  status(source = DEFAULT_SOURCE): Promise<SourceStatus> {
    return this.#refOf(source).ask<SourceStatus>({ type: "status" }, { deadlineMs: 1e12 });
  }

  /** What is stored of streams has changed. */
  async streamsChanged(streams: number[]): Promise<void> {
    await this.#sourceRef.ask({ type: "streams_changed", streams }, { deadlineMs: 1e12 });
  }

  /** Stores a generation now. */
  async snapshot(): Promise<void> {
    await this.#sourceRef.ask({ type: "snapshot" }, { deadlineMs: 1e12 });
  }

  /** Advances the clock by a second and waits for the evaluation, but not for corrections. */
  async evaluate(): Promise<void> {
    await this.advance(1_000);
    await eventually("all is evaluated", async () => {
      const { watermark_ms } = await this.status();
      if ((watermark_ms ?? 0) >= this.options.clock.ms - this.#waitMs) return true;
      await restOfTheLoop();
      return false;
    });
  }

  /** Advances the clock and starts due timers. */
  async advance(ms: Ms): Promise<void> {
    await this.#timers.advance(ms);
    this.options.clock.ms += ms;
  }

  /** Advances the clock by a second and waits for evaluation and corrections; false once the process is cut off. */
  async settle(): Promise<boolean> {
    await this.advance(1_000);
    await eventually("all is evaluated and corrected", async () => {
      if (this.isCut) return true;
      await this.#idle();
      if (await this.#areSettled()) return true;
      await this.advance(200);
      if (this.options.second !== undefined) await this.#readNow();
      return false;
    });
    return !this.isCut;
  }

  /** Two sources poll at times of their own, so none might ever be at the clock with the other. */
  async #readNow(): Promise<void> {
    for (const source of this.#sources) this.#refOf(source).tell({ type: "bindings_changed" });
    await this.#idle();
    await this.#timers.advance(0);
  }

  get #sources(): number[] {
    return this.options.second === undefined ? [DEFAULT_SOURCE] : [DEFAULT_SOURCE, SECOND];
  }

  async #areSettled(): Promise<boolean> {
    for (const source of this.#sources) {
      const { watermark_ms } = await this.status(source);
      if ((watermark_ms ?? 0) < this.options.clock.ms - this.#waitMs) return false;
      const prefix = stateKeysOf(source).correction(0, "").slice(0, -2);
      if ((await this.options.storage.store.list({ prefix })).length > 0) return false;
    }
    return true;
  }

  /** Waits until only timers remain, so that the elapsed manual time does not depend on the speed of the store. */
  async #idle(): Promise<void> {
    const endMs = performance.now() + IDLE_WITHIN_MS;
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = this.#underWay === 0 ? quiet + 1 : 0) {
      if (performance.now() > endMs) throw new Error(`${this.#underWay} calls to the store do not end`);
      await restOfTheLoop();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const drained = this.#system.drain(0);
    await this.#timers.advance(60_000);
    await drained;
  }

  get #waitMs(): Ms {
    return 1000 * (this.options.settings?.waitSeconds ?? 0);
  }

  get #sourceRef(): Ref<SourceMessage> {
    return this.#refOf(DEFAULT_SOURCE);
  }

  #refOf(source: number): Ref<SourceMessage> {
    return this.#system.ref(SOURCE, sourceAddress(source));
  }

  #store(): StorePort {
    const { store } = this.options.storage;
    const dead = () => Promise.reject(new Refusal("UNAVAILABLE", "The process is no more"));
    const commit: StorePort["commit"] = async (commit, lane) => {
      if (this.isCut) return await dead();
      this.commitsLeft = this.isLast(commit) ? 0 : this.commitsLeft - 1;
      if (!this.isCut) return await store.commit(commit, lane);
      if (this.isLastWritten) await store.commit(commit, lane);
      return await dead();
    };
    return {
      get: (key) => this.#counted(store.get(key)),
      getMany: (keys) => this.#counted(store.getMany(keys)),
      list: (selector) => this.#counted(store.list(selector)),
      allocateIds: async (noun, count) => {
        await this.beforeIds();
        return await this.#counted(this.isCut ? dead() : store.allocateIds(noun, count));
      },
      commit: (...given) => this.#counted(commit(...given)),
    };
  }

  async #counted<T>(call: Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await call;
    } finally {
      this.#underWay--;
    }
  }
}

/** A shard in this isolate, reached as one in a worker: its time is the test's. */
function workerHere(options: Parameters<typeof localLink>[0]): Worker {
  const { port, close } = localLink(options);
  const worker = {
    postMessage: (message: ToShard, transfer?: Transferable[]) => port.post(message, transfer),
    addEventListener(type: string, listen: (event: MessageEvent) => void) {
      if (type === "message") port.onMessage((data) => listen(new MessageEvent("message", { data })));
    },
    terminate: close,
  };
  return worker as object as Worker;
}
