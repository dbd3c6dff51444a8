import type { SourceStream } from "../../connectors/source.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { BlindColumns } from "../../domain/coverage/blind_time.ts";
import type { InstanceReading } from "../../domain/evaluation/evaluating/reading.ts";
import type { ReplayCommand } from "../../domain/evaluation/replay.ts";
import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type {
  DeployedInstance,
  KnownStream,
  StreamPast,
  StreamReach,
} from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { EventKey, ShelfRecord } from "../../domain/event/shelf.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";

/** One evaluation actor for each source and shard; its id is `evaluationId()`. */
export const EVALUATION = "evaluation";

/** The instances of a shard that name streams of one source. */
export interface Partition {
  source: number;
  shard: number;
}

/** `<source>:<shard>`; of the source `default` the shard's number alone, so that what is stored goes on. */
export function evaluationId({ source, shard }: Partition): string {
  return source === DEFAULT_SOURCE ? String(shard) : `${source}:${shard}`;
}

export function partitionOf(id: string): Partition {
  const [first = "", second] = id.split(":");
  return second === undefined
    ? { source: DEFAULT_SOURCE, shard: Number(first) }
    : { source: Number(first), shard: Number(second) };
}

/** The keys of the state of the partition whose evaluation actor this is. */
export function ownKeys({ address }: Pick<ActorContext, "address">): StateKeys {
  return stateKeysOf(partitionOf(address.id).source);
}

/** More shards than there can be. */
const SHARDS_OF_A_SOURCE = 1_000;

/** A number that no other partition has, for reports and keys; of the source `default` the shard's. */
export function partitionNumber({ source, shard }: Partition): number {
  return (source - DEFAULT_SOURCE) * SHARDS_OF_A_SOURCE + shard;
}

/** Channel on which a shard publishes its `EvaluationCounts`, at most once a second. */
export const EVALUATION_COUNTS = "evaluation_counts";

/** A shard's counts since its worker started. What a restore evaluates again counts twice. */
export interface EvaluationCounts {
  source: number;
  shard: number;
  /** Offered samples by outcome. */
  accepted: number;
  late: number;
  duplicate: number;
  unbound: number;
  /** Evaluated samples. */
  samples: number;
  instants: number;
  evaluations: number;
  transitions: number;
  opened: number;
  closed: number;
}

/** Channel on which a shard publishes its `BlindTimeReport`, with each generation. */
export const BLIND_TIME = "blind_time";

/** Blind time of a shard's instances in hours not yet reported as ended, and how many are blind now. */
export interface BlindTimeReport {
  /** The `partitionNumber()`. */
  partition: number;
  /** Null: unchanged since the last report. */
  hours: BlindColumns[] | null;
  /** Instances with a blind rule now: without data, and with data of bad quality. */
  noData: number;
  badQuality: number;
}

/** Channel on which a shard publishes its `Partition` once a restore has read what is stored. */
export const RECORDS_READ = "records_read";

/** The newest stored generation. */
export interface GenerationPointer {
  v: 1;
  generation: number;
  watermark: Ticks;
  /** The stored feed position, opaque to all but the source actor; null when polling or without a source. */
  position: StoredPosition | null;
  shards: number;
  /** The store had several feeds, and what they left is not finished. Until then the number of shards stays. */
  merged?: MergedFeeds;
}

export interface StoredPosition {
  signupId: string;
  bookmark: string;
}

export interface MergedFeeds {
  /** The greatest of their watermarks: each shard keeps its own one up to it. */
  floor: Ticks;
  /** Their positions, which are still to be read to their end or to be left. */
  former: StoredPosition[];
}

export type EvaluationMessage =
  /** Rebuilds the engine from the generation of `pointer` and the journal since. Returns `Restored`. */
  | {
    type: "restore";
    pointer: GenerationPointer | null;
    watermark: Ticks;
    sourceMaxAgeSeconds: number;
    correctionHorizonHours: number;
  }
  /** This shard's samples, then every instant up to the watermark. Returns `EvaluationResult` after the commit. */
  | { type: "samples"; batch: SampleBatch | null; watermark: Ticks | null }
  /**
   * The past samples that windows need, up to the watermark of the restored generation. Comes before any evaluation.
   * Unbound streams are ignored.
   */
  | { type: "fill"; pasts: StreamPast[] }
  /** Returns `StreamReach[]`: how far back from the watermark the windows on these streams reach, if any do. */
  | { type: "reaches"; streams: number[] }
  /**
   * The first read of streams: the newest samples at or before `upTo`, and the past that windows need. A batch with the
   * later samples comes first.
   */
  | { type: "first_read"; reads: KnownStream[]; pasts: ReadPast[]; upTo: Ticks }
  /**
   * The source no longer has these streams: at the watermark they become unread. Returns `EvaluationResult` after the
   * commit; while `replaying`, nothing is done.
   */
  | { type: "lost"; streams: number[] }
  /**
   * Continues the corrections: `read` is the result of the last step, null requests the next step. Nothing else may be
   * evaluated between a step and its `read`. Returns `Corrected`.
   */
  | { type: "correct"; read: CorrectionRead | null; ids?: IdBlock }
  /** The present names of streams, for the texts of events that open from then on. */
  | { type: "renamed"; streams: Pick<StreamRecord, "id" | "stream_name">[] }
  /** Stores this shard's part of a generation. Returns `Stored` when it is durable. */
  | { type: "snapshot"; generation: number }
  /** The source is removed: forgets the partition. */
  | { type: "forget" }
  /** Returns `AlarmedStream[]`, which a gap read serves first. */
  | { type: "alarmed" }
  /** Explains an instance's rules now (`at` null, or not evaluated yet) or at a past time. Returns `Explained`. */
  | { type: "explain"; instanceId: number; at: Ticks | null }
  /** Evaluates a beat of an internal stream and stores that it did, for this minute of the leader's clock. */
  | { type: "beat"; minuteMs: Ms }
  | { type: "beat_stored" }
  /** Ends the shelf that expired first; sent by the shard's own timer. */
  | { type: "end_shelf" }
  /** Writes pending transitions; sent by the shard's own actors. */
  | { type: "flush"; ids?: IdBlock; answer?: unknown };

/**
 * `past`: the caller evaluates that time again from `start`; null when no stored state reaches back to it. The newest
 * standard is in force from `standardFrom` on.
 */
export type Explained =
  | { kind: "not_deployed" }
  | { kind: "now"; deployment: Deployment; reading: InstanceReading; open: OpenEventId[] }
  | { kind: "past"; deployment: Deployment; start: StoredStart | null; standardFrom: Ticks };

export interface OpenEventId {
  ruleId: string;
  eventId: number;
}

/** A stored state of one deployment, from which it can be evaluated again. */
export interface StoredStart {
  watermark: Ticks;
  /** The instance at the start, and (`deployment`) at the requested time. Upgrades between them are commands. */
  instance: DeployedInstance;
  deployment: Deployment;
  /** Null: a later command deploys it. */
  states: RuleState[] | null;
  commands: ReplayCommand[];
  /** Streams not read at the start, and those whose past windows still waited for. */
  unread: number[];
  unfilled: number[];
  /** As `eventText`: the events named by a close that had ended at the start. */
  hadEvents: string[];
}

/** A key for an event within one deployment. */
export function eventText(ruleId: string, onset: Ticks): string {
  return `${onset}/${ruleId}`;
}

/** The past of a stream, read back to `reach`. `since` is later when there are more samples than are kept. */
export interface ReadPast extends StreamPast {
  reach: Ticks;
}

/** Fresh event ids: `first` to `first + count - 1`. */
export interface IdBlock {
  first: number;
  count: number;
}

export interface Restored {
  /** Streams that deployed rules name. */
  bound: number[];
  /** Bound streams that have not been read. */
  unread: number[];
  /** Corrections from before the restart are pending. */
  correcting: boolean;
  /** Streams bound or first read since the generation: to be read by windows from the watermark on. */
  sinceGeneration: number[];
  /** How far back from the watermark windows reach; filled before the first evaluation. */
  reaches: StreamReach[];
  instances: number;
  /** Everything up to it is evaluated in this shard. */
  watermark: Ticks;
  /** The highest generation number seen in the journal; the next one must be above it. */
  newestGeneration: number;
}

export interface EvaluationResult {
  accepted: number;
  late: number;
  opened: number;
  closed: number;
  /** Streams bound or unbound since the last such answer. */
  bindings: BindingChange[];
  /** The journal is still being replayed: first reads must wait, and none was accepted. */
  replaying: boolean;
  /** Corrections are pending. */
  correcting: boolean;
  /** Late changes older than the correction horizon since the last such answer. */
  beyondHorizon: number;
}

export interface Corrected {
  /** The next read; null: none now. */
  step: CorrectionStep | null;
  /** Corrections are pending. */
  correcting: boolean;
}

/** A read that a correction requests: the samples of these streams with `from` < time ≤ `to`. */
export interface CorrectionStep {
  job: number;
  number: number;
  streams: number[];
  /** Addresses of the streams that the source may not follow. */
  sources: SourceStream[];
  from: Ticks;
  to: Ticks;
  /** Also read the newest samples at `from`, and the past that windows need, as far back as `reaches`. */
  isFirst: boolean;
  reaches: StreamReach[];
}

export interface CorrectionRead {
  job: number;
  /** The number of the step. */
  number: number;
  held: KnownStream[];
  pasts: StreamPast[];
  batch: SampleBatch;
  /** The batch is complete up to here: at most the step's `to`. */
  upTo: Ticks;
  /** Streams missing at the source: the results of their instances stay unchanged. */
  gone: number[];
}

/** A stream of an instance with active events; `start_time` is the newest one's. */
export interface AlarmedStream {
  stream: number;
  start_time: string;
}

export interface BindingChange {
  stream: number;
  bound: boolean;
}

/** `chunks: -1`: refused for now, because a replay or a flush is running. */
export interface Stored {
  chunks: number;
}

/** A committed upgrade of one instance. */
export interface CommittedUpgrade {
  /** The new deployment. */
  deployment: Deployment;
  known: KnownStream[];
  at: Ticks;
  /** The events that it ended, with their new contents. */
  superseded: readonly EventRecord[];
}

/**
 * The state that the actors of one shard share: the engine and the active events' records. Instance actors use it in
 * `shared` turns, the evaluation actor in `exclusive` ones, so neither sees partial changes of the other.
 */
export interface EvaluationShard {
  /** False while the shard is being restored. */
  readonly isReady: boolean;
  /** Resolves once the shard is restored; refuses with UNAVAILABLE past the deadline. */
  ready(deadlineMs: number): Promise<void>;
  /** The known samples of an instance's streams at its deployment, or `at`. */
  known(instance: DeployedInstance, at?: Ticks): KnownStream[];
  /** Applies committed deployments and evaluates their instants; the evaluation actor writes their events. */
  deployAll(deployed: { deployment: Deployment; known: KnownStream[] }[]): void;
  /** True until a restart has replayed all that the earlier run wrote. No upgrade begins meanwhile. */
  readonly isCatchingUp: boolean;
  /** The current deployment of an instance; undefined when it has none. */
  deploymentOf(instanceId: number): Deployment | undefined;
  /** When a deployment or an upgrade (`before`) issued now takes effect: after the watermark. */
  effectAt(nowMs: Ms, before?: Deployment): Ms;
  /** Applies the upgrades of one commit and evaluates their new rules; the evaluation actor writes the events. */
  upgradeAll(upgraded: readonly CommittedUpgrade[]): void;
  recentActivations(instanceId: number): Record<string, Ticks[]>;
  undeploy(instanceId: number): void;
  /** Whether an instance has pending transitions, which a `flush` of the evaluation actor writes. */
  isUnwritten(instanceId: number): boolean;
  /** The committed active events of an instance. */
  openEvents(instanceId: number): EventRecord[];
  /** Applies a person's committed change of an event. */
  eventChanged(record: EventRecord): void;
  /** Applies a committed close or deletion of an active event by a person. */
  eventEnded(record: EventRecord): void;
  /** The journal writes of a deployment, which a replay repeats at the current watermark. */
  journalDeployed(instance: DeployedInstance, known: KnownStream[]): Mutation[];
  /** The journal writes of an upgrade; `before` is the former deployment. */
  journalUpgraded(before: Deployment, upgrade: Omit<CommittedUpgrade, "superseded">): Mutation[];
  /** The journal writes of an ended or (`isDeleted`) deleted event. */
  journalEnded(ended: EventRecord, isDeleted?: boolean): Mutation[];
}

/** The shards of all sources in one worker. */
export interface EvaluationPartitions {
  of(source: number): EvaluationShard;
  /**
   * Called when the outcome of a command's write is unknown: empties the shards, and the sources restore them. The restore
   * reads commands committed meanwhile, so they have no effect here.
   */
  doubt(context: ActorContext): void;
  /** Applies a committed shelf: the key's next events are shelved too until the shelf expires. */
  shelved(shelf: ShelfRecord): void;
  /** Applies a committed unshelving by a person. */
  unshelved(key: EventKey): void;
}
