import { BLIND_TIME, type BlindTimeTold, RECORDS_READ } from "../actors/evaluation/contract.ts";
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
import { type ActorSystem, type ActorSystemOptions, startActorSystem } from "../actors/runtime/system.ts";
import type { Log, Ref } from "../actors/runtime/types.ts";
import {
  feedOfShard,
  LIVE_SAMPLES,
  NO_SOURCE,
  SOURCE,
  SOURCE_STATUS,
  sourceIdOf,
  type SourceMessage,
  type SourceStatus,
} from "../actors/source/contract.ts";
import type { SourceSettings } from "../domain/configuration/types.ts";
import type { SampleBatch } from "../domain/sample/batch.ts";
import type { Storage } from "../storage/contract.ts";
import { laneOfShard } from "../storage/keys.ts";
import type { Chance, shardBehaviours, ShardInit } from "./behaviours.ts";
import type { AiPort } from "../routes/deps.ts";
import { BacktestClient } from "./backtest_client.ts";
import { type Spawn, spawnShardWorker } from "./early_workers.ts";
import { ExplanationClient } from "./explanation_client.ts";
import { LiveTable } from "./live_values.ts";
import { joinedStatus, Sources } from "./sources.ts";
import { putAway } from "./putting_away.ts";
import { TokenDispatcher } from "./token_dispatcher.ts";

/** How the workers are started and watched; each has a default. */
export interface WorkerOptions {
  spawnWorker?: Spawn;
  heartbeatMs?: number;
  heartbeatDeadlineMs?: number;
}

export interface PlantOptions extends Chance, WorkerOptions {
  storage: Storage;
  /** Workers; 0: in the main isolate. */
  shards: number;
  elsewhere?: ActorSystemOptions["elsewhere"];
  init: ShardInit;
  /** With no workers, what their modules would bring. */
  behaviours?: typeof shardBehaviours;
  log: Log;
}

/** The running actors and what they make known. */
export interface Plant extends AsyncDisposable {
  system: ActorSystem;
  /** How many feeds the shards are read by. */
  feeds: number;
  live: LiveTable;
  source: Ref<SourceMessage>;
  instance(id: number): Ref<InstanceMessage>;
  bulk: BulkRefs;
  ai: AiPort;
  backtests: BacktestClient;
  explanations: ExplanationClient;
  sourceStatus(): SourceStatus;
  /** The least watermark of the feeds that shards are read by, milliseconds since 1970; null: none, or not known. */
  judgedUpTo(shards: readonly number[]): number | null;
  /** Every shard has read what it needs of the store to begin: until then the main isolate should do little else. */
  recordsRead: Promise<void>;
  /** The source, or what there is in its place, has been read for the first time. */
  firstRound: Promise<void>;
  /** Restores the shards and begins to read the source. */
  start(): Promise<void>;
  /** Stores a generation and puts every actor away. */
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
    elsewhere: options.elsewhere,
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
  const live = new LiveTable();
  const tokens = new TokenDispatcher();
  const feeds = options.init.feeds ?? 1;
  const statuses = new Map<number, SourceStatus>();
  system.onPublish(AI_TOKENS, (piece) => tokens.take(piece));
  system.onPublish(LIVE_SAMPLES, (batch) => live.take(batch as SampleBatch));
  system.onPublish(SOURCE_STATUS, (published) => {
    const status = published as SourceStatus;
    // The first is told before the first round.
    if (statuses.has(status.feed)) round.resolve();
    statuses.set(status.feed, status);
  });
  system.onPublish(BLIND_TIME, (told) => storage.coverage.take(told as BlindTimeTold));
  const recordsRead = Promise.withResolvers<void>(), readers = new Set<unknown>();
  const round = Promise.withResolvers<void>();
  system.onPublish(RECORDS_READ, (shard) => {
    if (readers.add(shard).size === Math.max(1, options.shards)) recordsRead.resolve();
  });
  const sources = Array.from(
    { length: feeds },
    (_, feed) => system.ref<SourceMessage>(SOURCE, sourceIdOf(feed)),
  );
  const source = new Sources(sources);
  const statusOf = (feed: number) => statuses.get(feed) ?? NO_SOURCE;
  const shardOf = (id: number) => placement({ kind: INSTANCE, id: String(id) }, Math.max(1, options.shards));
  const start = async (source: Ref<SourceMessage>) => {
    const settings = await settingsOrNone(storage, log);
    await source.ask({ type: "start", settings }, { deadlineMs: START_DEADLINE_MS });
  };
  system.onShardReplaced((shard) => {
    const feed = feedOfShard(shard, feeds);
    log("warn", "A shard was replaced; those of its feed go back to the last generation", { shard, feed });
    start(sources[feed]).catch((error) =>
      log("error", "The source could not be started anew", { feed, reason: String(error) })
    );
  });
  return {
    system,
    feeds,
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
    sourceStatus: () => joinedStatus(sources.map((_, feed) => statusOf(feed))),
    judgedUpTo: (shards) =>
      joinedStatus(shards.map((shard) => statusOf(feedOfShard(shard, feeds)))).watermark_ms,
    recordsRead: recordsRead.promise,
    firstRound: round.promise,
    start: () => startAll(system, () => start(source)),
    drain: (deadlineMs) =>
      putAway({
        ...{ deadlineMs, storeMs: SNAPSHOT_DEADLINE_MS, now: () => performance.now() },
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

/** A shard that is lost meanwhile, with its process perhaps, is replaced: no reason to give all of it up. */
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
    await new Promise((resolve) => setTimeout(resolve, START_AGAIN_MS));
  }
}

/** A configuration that lacks its secret leaves Andon running without a source. */
async function settingsOrNone(storage: Storage, log: Log): Promise<SourceSettings | null> {
  try {
    return await storage.configuration.settings() ?? null;
  } catch (error) {
    log("warn", "The data source is not used", {
      reason: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}
