import { sleep } from "../concurrency/sleep.ts";
import {
  BLIND_TIME,
  type BlindTimeReport,
  type Partition,
  RECORDS_READ,
} from "../actors/evaluation/contract.ts";
import {
  bulkId,
  type BulkMessage,
  type BulkRefs,
  INSTANCE,
  INSTANCE_BULK,
  type InstanceMessage,
} from "../actors/instance/contract.ts";
import { AI_PROVIDER, AI_TOKENS, type ProviderMessage } from "../actors/provider/contract.ts";
import { placement } from "../actors/placement.ts";
import { startActorSystem } from "../actors/runtime/system.ts";
import type { ActorSystem, Ref } from "../actors/runtime/types.ts";
import {
  LIVE_SAMPLES,
  type NamedStatus,
  NO_SOURCE,
  type PublishedStatus,
  SOURCE,
  SOURCE_STATUS,
  sourceAddress,
  type SourceMessage,
  type SourceStatus,
} from "../actors/source/contract.ts";
import { sourceOfInstance } from "../domain/instance/source.ts";
import { DEFAULT_SOURCE, DEFAULT_SOURCE_NAME, type SourceSettings } from "../domain/source/types.ts";
import type { SampleBatch } from "../domain/sample/batch.ts";
import type { Log } from "../domain/shared/log.ts";
import type { AiPort } from "../ports/ai.ts";
import type { Storage } from "../storage/contract.ts";
import { laneOfShard } from "../storage/keys.ts";
import type { Chance, shardBehaviours, ShardInit } from "./behaviours.ts";
import { BacktestClient } from "../services/actor_clients/backtests.ts";
import { type Spawn, spawnShardWorker } from "./early_workers.ts";
import { ExplanationClient } from "../services/actor_clients/explanations.ts";
import { LiveTable } from "../services/actor_clients/live_values.ts";
import { storeThenDrain } from "./shutdown.ts";
import { TokenDispatcher } from "../services/actor_clients/tokens.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** How the workers are started and supervised; each has a default. */
export interface WorkerOptions {
  spawnWorker?: Spawn;
  heartbeatMs?: number;
  heartbeatDeadlineMs?: number;
}

export interface PlantOptions extends Chance, WorkerOptions {
  storage: Storage;
  /** Workers; 0: in the main isolate. */
  shards: number;
  init: ShardInit;
  /** The behaviours when there are no workers. */
  behaviours?: typeof shardBehaviours;
  log: Log;
}

/** The running actors and what they publish. */
export interface Plant extends AsyncDisposable {
  system: ActorSystem;
  live: LiveTable;
  /** The actor of the source `default`. */
  readonly source: Ref<SourceMessage>;
  /** The actor of a source, which there is even without settings. */
  sourceOf(id: number): Ref<SourceMessage>;
  instance(id: number): Ref<InstanceMessage>;
  bulk: BulkRefs;
  ai: AiPort;
  backtests: BacktestClient;
  explanations: ExplanationClient;
  /** Of a source; default: of `default`. */
  sourceStatus(id?: number): SourceStatus;
  sourceStatuses(): readonly NamedStatus[];
  startSource(id: number): Promise<void>;
  forgetSource(id: number): Promise<void>;
  /**
   * Resolves once every shard has read its records from the store; until then the main isolate should do little
   * else.
   */
  recordsRead: Promise<void>;
  /** Resolves after the first round of the source. */
  firstRound: Promise<void>;
  /** Restores the shards and starts reading the source. */
  start(): Promise<void>;
  /** Stores a generation and ends all actors. */
  drain(deadlineMs: number): Promise<void>;
}

const START_DEADLINE_MS = 60_000;
const START_AGAIN_MS = 250;
/** An answer waits no longer for a source that starts. */
const SOON_MS = 5_000;
const SNAPSHOT_DEADLINE_MS = 1_500;

/** Starts the actors over a store. */
export function startPlant(options: PlantOptions): Plant {
  const { storage, log } = options;
  const system = startActorSystem({
    shards: options.shards,
    spawnWorker: options.spawnWorker ?? spawnShardWorker,
    heartbeatMs: options.heartbeatMs,
    heartbeatDeadlineMs: options.heartbeatDeadlineMs,
    localBehaviours: (init) => behavioursOf(options)(init as ShardInit, options),
    init: options.init,
    store: storage.actorStore,
    placement,
    now: options.now,
    random: options.random,
    laneOfShard,
    log,
  });
  const live = new LiveTable(options.now);
  const tokens = new TokenDispatcher();
  const statuses = new Map<number, SourceStatus>();
  system.onPublish(AI_TOKENS, (piece) => tokens.take(piece));
  system.onPublish(LIVE_SAMPLES, (batch) => live.take(batch as SampleBatch));
  system.onPublish(SOURCE_STATUS, (published) => {
    const { source, status } = published as PublishedStatus;
    // The first status is published before the first round.
    if (source === DEFAULT_SOURCE && statuses.has(source)) round.resolve();
    statuses.set(source, status);
  });
  system.onPublish(BLIND_TIME, (report) => storage.coverage.take(report as BlindTimeReport));
  const recordsRead = Promise.withResolvers<void>(), readers = new Set<unknown>();
  const round = Promise.withResolvers<void>();
  system.onPublish(RECORDS_READ, (partition) => {
    const { source, shard } = partition as Partition;
    if (source !== DEFAULT_SOURCE) return;
    if (readers.add(shard).size === Math.max(1, options.shards)) recordsRead.resolve();
  });
  const sourceOf = (id: number) => system.ref<SourceMessage>(SOURCE, sourceAddress(id));
  const shardOf = (id: number) => placement({ kind: INSTANCE, id: String(id) }, Math.max(1, options.shards));
  const statusOf = (id = DEFAULT_SOURCE) => statuses.get(id) ?? NO_SOURCE;
  const startOne = async (id: number, deadlineMs = START_DEADLINE_MS) => {
    const settings = await settingsOrNone(storage, { id, log });
    await sourceOf(id).ask({ type: "start", settings }, { deadlineMs });
  };
  const forget = async (id: number) => {
    await sourceOf(id).ask({ type: "forget" }, { deadlineMs: START_DEADLINE_MS });
    await storage.assets.removeOfSource(id);
    await storage.sources.allRemoved(id);
    statuses.delete(id);
  };
  const others = () => storage.sources.list().map(({ id }) => id).filter((id) => id !== DEFAULT_SOURCE);
  const start = async () => {
    try {
      await startOne(DEFAULT_SOURCE);
    } finally {
      for (const id of others()) {
        startOne(id).catch((error) =>
          log("error", "A source could not be started", { source: id, reason: errorSentence(error) })
        );
      }
    }
  };
  system.onShardReplaced((shard) => {
    log("warn", "A shard was replaced; all shards resume from the last generation", { shard });
    start().catch((error) => log("error", "The source could not be restarted", { reason: String(error) }));
  });
  return {
    system,
    live,
    source: sourceOf(DEFAULT_SOURCE),
    sourceOf,
    instance: (id) => system.ref<InstanceMessage>(INSTANCE, String(id)),
    bulk: {
      shardOf,
      ref: (shard, templateId) => system.ref<BulkMessage>(INSTANCE_BULK, bulkId(shard, templateId)),
    },
    ai: {
      provider: (id) => system.ref<ProviderMessage>(AI_PROVIDER, String(id)),
      onTokens: (turnId, listener) => tokens.listen(turnId, listener),
    },
    backtests: new BacktestClient(system),
    explanations: new ExplanationClient(system, (id) => ({
      source: sourceOfInstance(storage.instances.get(id) ?? {}),
      shard: shardOf(id),
    })),
    sourceStatus: statusOf,
    sourceStatuses: () => {
      const stored = storage.sources.list().map(({ id, name }) => ({ id, name }));
      const all = stored.length > 0 ? stored : [{ id: DEFAULT_SOURCE, name: DEFAULT_SOURCE_NAME }];
      return all.map((source) => ({ source, status: statusOf(source.id) }));
    },
    startSource: (id) =>
      startOne(id, SOON_MS).catch((error) =>
        log("warn", "A source did not start with its saved settings", {
          source: id,
          reason: errorSentence(error),
        })
      ),
    forgetSource: (id) =>
      forget(id).catch((error) =>
        log("warn", "What a removed source had is deleted at the next start", {
          source: id,
          reason: errorSentence(error),
        })
      ),
    recordsRead: recordsRead.promise,
    firstRound: round.promise,
    async start() {
      await startAll(system, start);
      for (const id of await storage.sources.removedIds()) {
        forget(id).catch((error) =>
          log("warn", "What a removed source had could not be deleted yet", {
            source: id,
            reason: errorSentence(error),
          })
        );
      }
    },
    drain: (deadlineMs) =>
      storeThenDrain({
        deadlineMs,
        storeMs: SNAPSHOT_DEADLINE_MS,
        now: () => performance.now(),
        async store(withinMs) {
          await Promise.all([DEFAULT_SOURCE, ...others()].map((id) =>
            sourceOf(id).ask({ type: "snapshot" }, { deadlineMs: withinMs }).catch((error) =>
              log("warn", "The last generation could not be stored", { source: id, reason: String(error) })
            )
          ));
        },
        drain: (withinMs) =>
          system.drain(withinMs),
      }),
    [Symbol.asyncDispose]: () => system.drain(SNAPSHOT_DEADLINE_MS),
  };
}

function behavioursOf({ behaviours }: PlantOptions): typeof shardBehaviours {
  if (behaviours === undefined) throw new TypeError("Without workers a plant needs its behaviours");
  return behaviours;
}

/** Retries when a shard was lost meanwhile, since it is replaced. */
async function startAll(system: ActorSystem, start: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + START_DEADLINE_MS;
  const replaced = () => system.stats().reduce((sum, shard) => sum + shard.replaced, 0);
  for (let before = replaced();; before = replaced()) {
    try {
      return await start();
    } catch (error) {
      const isReplaced = system.stats().some(({ ready }) => !ready) || replaced() > before;
      if (!isReplaced || performance.now() > untilMs) throw error;
    }
    await sleep(START_AGAIN_MS);
  }
}

/** Null for a paused source, and without a secret that it needs: then it is not read. */
async function settingsOrNone(
  { sources }: Storage,
  { id, log }: { id: number; log: Log },
): Promise<SourceSettings | null> {
  try {
    return sources.get(id)?.is_active === true ? await sources.settings(id) ?? null : null;
  } catch (error) {
    log("warn", "A data source is not used", { source: id, reason: errorSentence(error) });
    return null;
  }
}
