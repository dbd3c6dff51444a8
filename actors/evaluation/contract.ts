import type { StreamAddress } from "../../domain/asset/types.ts";
import type { BlindColumns } from "../../domain/coverage/blind_time.ts";
import type { InstanceReading } from "../../domain/evaluation/judging/reading.ts";
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
import type { ActorContext } from "../runtime/types.ts";

/** One evaluation actor a shard; its id is the shard's number. */
export const EVALUATION = "evaluation";

/** Channel on which a shard publishes its `EvaluationCounts`, at most once a second. */
export const EVALUATION_COUNTS = "evaluation_counts";

/** What a shard has done since its worker started; what is judged a second time after a restore counts twice. */
export interface EvaluationCounts {
  shard: number;
  /** Samples offered, by what became of them. */
  accepted: number;
  late: number;
  duplicate: number;
  unbound: number;
  /** Samples that have been judged. */
  samples: number;
  instants: number;
  evaluations: number;
  transitions: number;
  opened: number;
  closed: number;
}

/** Channel on which a shard publishes its `BlindTimeTold`, with each generation. */
export const BLIND_TIME = "blind_time";

/** How long a shard's instances were blind in hours that have not been told as over before, and how many are now. */
export interface BlindTimeTold {
  shard: number;
  /** Null: as told before. */
  hours: BlindColumns[] | null;
  /** Instances with a blind rule now; those with one of bad quality are `badQuality`. */
  noData: number;
  badQuality: number;
}

/** Channel on which a shard publishes its number once a restore has read what is stored. */
export const RECORDS_READ = "records_read";

/** Where the stored state of a generation stands. */
export interface GenerationPointer {
  v: 1;
  generation: number;
  watermark: Ticks;
  /** The feed's position as it is stored, opaque to all but the source actor; null when polling or without a source. */
  position: { signupId: string; bookmark: string } | null;
  shards: number;
}

export type EvaluationMessage =
  /** Builds the engine anew from the pointed generation and the journal since. Answers `Restored`. */
  | {
    type: "restore";
    pointer: GenerationPointer | null;
    watermark: Ticks;
    sourceMaxAgeSeconds: number;
    correctionHorizonHours: number;
  }
  /** Samples of this shard's streams, then every instant up to the watermark. Answers `Judged` after the commit. */
  | { type: "samples"; batch: SampleBatch | null; watermark: Ticks | null }
  /**
   * What windows look at, up to the watermark of the restored generation; nothing is judged before it. `stream`s that
   * no rule names any more are left alone.
   */
  | { type: "fill"; pasts: StreamPast[] }
  /** Answers `StreamReach[]`: how far back from the watermark the windows on these streams reach, if any do. */
  | { type: "reaches"; streams: number[] }
  /**
   * The first read of streams: what was known at or before `upTo`, and what windows look at. Later samples have come in
   * a batch before.
   */
  | { type: "first_read"; reads: KnownStream[]; pasts: ReadPast[]; upTo: Ticks }
  /**
   * Goes on with the corrections: `read` is what the last step asked for, null to hear what is to be read. Nothing else
   * may be judged between a step and its `read`. Answers `Corrected`.
   */
  | { type: "correct"; read: CorrectionRead | null; ids?: IdBlock }
  /** Stores this shard's part of a generation. Answers `Stored` when it is durable. */
  | { type: "barrier"; generation: number }
  /** Answers `AlarmedStream[]`: what somebody waits for most. */
  | { type: "alarmed" }
  /** What stands behind an instance's rules: now (`at` null, or not judged yet), or at a past time. Answers `Explained`. */
  | { type: "explain"; instanceId: number; at: Ticks | null }
  /** Ends the shelf that has been over the longest; sent by the shard's own alarm. */
  | { type: "end_shelf" }
  /** Writes what was judged but not written yet; sent by the shard's own actors. */
  | { type: "flush"; ids?: IdBlock; answer?: unknown };

/** `past`: that time is to be judged again, from `start`; null: nothing stored reaches back to it. */
export type Explained =
  | { kind: "not_deployed" }
  | { kind: "now"; deployment: Deployment; reading: InstanceReading; open: OpenEventId[] }
  | { kind: "past"; deployment: Deployment; start: StoredStart | null };

export interface OpenEventId {
  ruleId: string;
  eventId: number;
}

/** A stored state of one deployment, from which it can be judged again. */
export interface StoredStart {
  watermark: Ticks;
  /** As it was deployed there, and (`deployment`) at the time that was asked for: upgrades stand among the commands. */
  instance: DeployedInstance;
  deployment: Deployment;
  /** Null: the deployment is yet to come there, by a command. */
  states: RuleState[] | null;
  commands: ReplayCommand[];
  /** Streams that had not been read there, and those of which windows waited for the past alone too. */
  unread: number[];
  unfilled: number[];
  /** As `eventText`: the events that were over there, of those that a close names. */
  hadEvents: string[];
}

/** Names an event of one deployment. */
export function eventText(ruleId: string, onset: Ticks): string {
  return `${onset}/${ruleId}`;
}

/** What windows look at, read so far back: `since` is later where that holds more samples than are kept. */
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
  /** Of these, never read yet. */
  unread: number[];
  /** Late changes of before the restart are yet to be judged. */
  correcting: boolean;
  /** Of these, bound or first read since the generation: to be read by window from the watermark on. */
  sinceGeneration: number[];
  /** How far back from the watermark windows reach: to be filled before anything is judged. */
  reaches: StreamReach[];
  instances: number;
  /** The highest generation number seen in the journal; the next one must be above it. */
  newestGeneration: number;
}

export interface Judged {
  accepted: number;
  late: number;
  opened: number;
  closed: number;
  /** Streams that the shard's rules began or ceased to name since the last such answer. */
  bindings: BindingChange[];
  /** Commands of an earlier run are still to be repeated: first reads must wait, and none was taken in. */
  replaying: boolean;
  /** Late changes are yet to be judged. */
  correcting: boolean;
  /** Late changes that were older than the horizon, since the last such answer. */
  beyondHorizon: number;
}

export interface Corrected {
  /** What is to be read next; null: nothing now. */
  step: CorrectionStep | null;
  /** Late changes are yet to be judged. */
  correcting: boolean;
}

/** What a correction needs of the source: the samples of these streams with `from` < time ≤ `to`. */
export interface CorrectionStep {
  job: number;
  number: number;
  streams: number[];
  /** How those of them are read that the source may not follow. */
  sources: { id: number; source: StreamAddress }[];
  from: Ticks;
  to: Ticks;
  /** Also what was newest at `from`, and what windows look at: it reaches so far back from there. */
  isFirst: boolean;
  reaches: StreamReach[];
}

export interface CorrectionRead {
  job: number;
  /** The step's. */
  number: number;
  held: KnownStream[];
  pasts: StreamPast[];
  batch: SampleBatch;
  /** Up to where the batch is whole: at most the step's `to`. */
  upTo: Ticks;
  /** Streams that the source no longer has: what names them stays as it was judged. */
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

/** `chunks: -1`: not now, because a replay or a flush is under way. */
export interface Stored {
  chunks: number;
}

/** An upgrade of one instance as it was written. */
export interface CommittedUpgrade {
  /** As it is deployed from then on. */
  deployment: Deployment;
  known: KnownStream[];
  at: Ticks;
  /** The events that it ended, as they now are. */
  superseded: readonly EventRecord[];
}

/**
 * What the actors of one shard share: the engine and the active events' records. Instance actors reach it in
 * `shared` turns, the evaluation actor in `exclusive` ones, so neither sees the other half done.
 */
export interface EvaluationShard {
  /** False while the shard is being restored. */
  readonly isReady: boolean;
  /** The source actor that reads for the shard. */
  readonly sourceId: string;
  /** Resolves once the shard is restored; refuses with UNAVAILABLE past the deadline. */
  ready(deadlineMs: number): Promise<void>;
  /**
   * Nobody knows whether a command was written: the shard is emptied at once, and the source restores it. A command
   * that is committed meanwhile is in what the restore reads, so it does nothing here.
   */
  doubt(context: ActorContext): void;
  /** What is known of an instance's streams at its deployment, or `at`. */
  known(instance: DeployedInstance, at?: Ticks): KnownStream[];
  /** Takes in deployments that are committed, judges their instants, and leaves their events to the evaluation actor. */
  deployAll(deployed: { deployment: Deployment; known: KnownStream[] }[]): void;
  /** True until a restart has come to where the shard was before: no upgrade is begun meanwhile. */
  readonly isCatchingUp: boolean;
  /** An instance as it is deployed; undefined when it is not. */
  deploymentOf(instanceId: number): Deployment | undefined;
  /** When a deployment at the clock's time takes effect, or an upgrade of one: after all that has been judged. */
  effectAt(nowMs: Ms, before?: Deployment): Ms;
  /** Takes in upgrades that one commit wrote: judges their new rules, and leaves what comes of it to the evaluation actor. */
  upgradeAll(upgraded: readonly CommittedUpgrade[]): void;
  recentActivations(instanceId: number): Record<string, Ticks[]>;
  undeploy(instanceId: number): void;
  /** Whether an instance has judgements that are not written yet: a `flush` of the evaluation actor writes them. */
  isUnwritten(instanceId: number): boolean;
  /** The active events of an instance, as committed. */
  openEvents(instanceId: number): EventRecord[];
  /** A person's change of an event, committed. */
  eventChanged(record: EventRecord): void;
  /** An active event was closed or deleted by hand, committed. */
  eventEnded(record: EventRecord): void;
  /** A key was shelved, or shelved anew, committed: its next events are born so until the shelf ends by itself. */
  shelved(shelf: ShelfRecord): void;
  /** A key was unshelved by hand, committed. */
  unshelved(key: EventKey): void;
  /** Writes of a command that a replay must repeat at the present watermark. */
  journalDeployed(instance: DeployedInstance, known: KnownStream[]): Mutation[];
  /** The same of an upgrade; `before`: as it was deployed until then. */
  journalUpgraded(before: Deployment, upgrade: Omit<CommittedUpgrade, "superseded">): Mutation[];
  /** `ended`: as it is once ended, or once deleted (`isDeleted`). */
  journalEnded(ended: EventRecord, isDeleted?: boolean): Mutation[];
}
