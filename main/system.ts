import { sleep } from "../concurrency/sleep.ts";
import { BLIND_TIME, type BlindTimeReport, RECORDS_READ } from "../actors/evaluation/contract.ts";
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
  NO_SOURCE,
  SOURCE,
  SOURCE_ID,
  SOURCE_STATUS,
  type SourceMessage,
  type SourceStatus,
} from "../actors/source/contract.ts";
import type { SourceSettings } from "../domain/source/types.ts";
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
  source: Ref<SourceMessage>;
  instance(id: number): Ref<InstanceMessage>;
  bulk: BulkRefs;
  ai: AiPort;
  backtests: BacktestClient;
  explanations: ExplanationClient;
  sourceStatus(): SourceStatus;
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
  let status: SourceStatus | undefined;
  system.onPublish(AI_TOKENS, (piece) => tokens.take(piece));
  system.onPublish(LIVE_SAMPLES, (batch) => live.take(batch as SampleBatch));
  system.onPublish(SOURCE_STATUS, (published) => {
    // The first status is published before the first round.
    if (status !== undefined) round.resolve();
    status = published as SourceStatus;
  });
  system.onPublish(BLIND_TIME, (report) => storage.coverage.take(report as BlindTimeReport));
  const recordsRead = Promise.withResolvers<void>(), readers = new Set<unknown>();
  const round = Promise.withResolvers<void>();
  system.onPublish(RECORDS_READ, (shard) => {
    if (readers.add(shard).size === Math.max(1, options.shards)) recordsRead.resolve();
  });
  const source = system.ref<SourceMessage>(SOURCE, SOURCE_ID);
  const shardOf = (id: number) => placement({ kind: INSTANCE, id: String(id) }, Math.max(1, options.shards));
  const start = async () => {
    const settings = await settingsOrNone(storage, log);
    await source.ask({ type: "start", settings }, { deadlineMs: START_DEADLINE_MS });
  };
  system.onShardReplaced((shard) => {
    log("warn", "A shard was replaced; all shards resume from the last generation", { shard });
    start().catch((error) => log("error", "The source could not be restarted", { reason: String(error) }));
  });
  return {
    system,
    live,
    source,
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
    explanations: new ExplanationClient(system, shardOf),
    sourceStatus: () => status ?? NO_SOURCE,
    recordsRead: recordsRead.promise,
    firstRound: round.promise,
    start: () => startAll(system, start),
    drain: (deadlineMs) =>
      storeThenDrain({
        deadlineMs,
        storeMs: SNAPSHOT_DEADLINE_MS,
        now: () => performance.now(),
        async store(withinMs) {
          await source.ask({ type: "snapshot" }, { deadlineMs: withinMs }).catch((error) =>
            log("warn", "The last generation could not be stored", { reason: String(error) })
          );
        },
        drain: (withinMs) => system.drain(withinMs),
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

/** Without the secret of its configuration Andon runs without a source. */
async function settingsOrNone(storage: Storage, log: Log): Promise<SourceSettings | null> {
  try {
    return await storage.sources.settings() ?? null;
  } catch (error) {
    log("warn", "The data source is not used", {
      reason: errorSentence(error),
    });
    return null;
  }
}
