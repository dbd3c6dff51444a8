import type { DeployedInstance, KnownStream, Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { EventKey, ShelfRecord } from "../../domain/event/shelf.ts";
import { Engine } from "../../domain/evaluation/engine.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { ActorContext } from "../runtime/types.ts";
import { feedOfShard, SOURCE, sourceIdOf, type SourceMessage } from "../source/contract.ts";
import type { ShardOptions } from "./shard_options.ts";
import type { CommittedUpgrade, EvaluationShard, IdBlock } from "./contract.ts";
import { Bindings } from "./bindings.ts";
import { DeploymentBook } from "./deployment_book.ts";
import { RestoredPasts } from "./restored_pasts.ts";
import { Shelves } from "./shelves.ts";
import { ShardCoverage } from "./coverage.ts";
import { Tally } from "./tally.ts";
import { CHECKPOINT_MS, Checkpoints } from "./checkpoint_retention.ts";
import { Corrections } from "./corrections.ts";
import { effectMs, journalUpgraded, takeUpgrade } from "./take_upgrade.ts";
import { UpgradesAhead } from "./upgrades_ahead.ts";
import {
  closesAt,
  commandReason,
  type HistoryDraft,
  type HistoryEntry,
  identityKey,
  inOrder,
  type JournalDraft,
  type JournalEntry,
  knownParts,
  type ShardPlace,
} from "./journal.ts";

/** An open event: its record, or null when a person has deleted it (its rule still runs, see a replay). */
export interface OpenEvent {
  id: number;
  record: EventRecord | null;
  /** After a restart: the engine has come to it again. */
  isMet?: boolean;
}

/** What the actors of a shard share. Nothing here waits; everything but `waiters` is rebuilt by a restore. */
export class ShardState implements EvaluationShard {
  engine: Engine | null = null;
  deployments = new DeploymentBook();
  bindings = new Bindings();
  /** By instance, then rule. */
  readonly open = new Map<number, Map<string, OpenEvent>>();
  /** Events that an earlier run of the same instants has written, by identity. */
  knownEvents = new Map<string, OpenEvent>();
  /** The same by instance: what is active in the store before the replay has come to it. */
  readonly knownByInstance = new Map<number, OpenEvent[]>();
  /** Judged, but not written yet. */
  pending: Transition[] = [];
  /** Commands that the replay has yet to repeat, in order. */
  replay: JournalEntry[] = [];
  upgradesAhead = new UpgradesAhead();
  /** By instance: the streams that it was deployed without having (wholly) read, and where that stands in the sequence. */
  readonly deployedBlind = new Map<number, { sequence: number; streams: ReadonlySet<number> }>();
  /** Histories of deployments that a replay has told more than the run before; to be written. */
  untold: Mutation[] = [];
  /** Samples offered while the replay lasts. */
  kept: SampleBatch[] = [];
  /** What windows look at, as of the restored generation, while the replay lasts. */
  readonly pasts = new RestoredPasts();
  /** What was known at deployments that the replay repeats, by `instance/deployment`. */
  knownAtDeployment = new Map<string, KnownStream[]>();
  /** From this watermark on, what an earlier run has written must have been met; Infinity: that is settled. */
  meetsAllAt: Ticks = Infinity;
  /** The watermark of the restored generation. */
  restoredAt: Ticks = -Infinity;
  /** Up to here an earlier run has written every event for certain. */
  settledUpTo: Ticks = -Infinity;
  /** How far an earlier run had judged: until then its events are known by the journal alone. */
  writtenUpTo: Ticks = -Infinity;
  /** The generation that new journal entries belong to. */
  generation = 0;
  readonly shelves = new Shelves();
  readonly tally = new Tally();
  readonly corrections = new Corrections();
  readonly checkpoints: Checkpoints;
  /** Deployments that have ended, whose history is to be thrown away. */
  ended: { instanceId: number; deployment: number }[] = [];
  /** Turns that may have changed an event or a state: what was read before one of them is old. */
  changes = 0;
  readonly coverage = new ShardCoverage();
  ids: IdBlock = { first: 0, count: 0 };
  /** How many ids the next fetch brings beyond what is needed. */
  idsAhead = 10;
  /** Committed commands: a restore that read before one of them must read again. */
  commands = 0;
  #sequence = 0;
  #wake: (() => void)[] = [];

  /** A command is committed. */
  #changed(): void {
    this.commands++;
    this.changes++;
  }

  place: ShardPlace = { shard: 0, shards: 1 };
  readonly #feeds: number;

  /** The source actor that reads for this shard. */
  sourceId = sourceIdOf(0);

  #flush: () => void = () => {};

  /** The plant's. */
  readonly timeZone: string;

  constructor({ checkpointMs = CHECKPOINT_MS, timeZone = "UTC", feeds = 1 }: ShardOptions = {}) {
    this.#feeds = feeds;
    this.checkpoints = new Checkpoints(checkpointMs);
    this.timeZone = timeZone;
  }

  /** Called when the evaluation actor of this shard is loaded: `flush` asks it to write what is pending. */
  attach({ shard, shards }: ShardPlace, flush: () => void): void {
    this.place = { shard, shards };
    this.sourceId = sourceIdOf(feedOfShard(shard, this.#feeds));
    this.#flush = flush;
    this.reset();
  }

  get active(): Engine {
    if (this.engine === null) {
      throw new Refusal("UNAVAILABLE", "The evaluation is being restored; try again shortly");
    }
    return this.engine;
  }

  doubt(context: ActorContext): void {
    this.#changed();
    if (this.engine === null) return;
    this.reset();
    context.ref<SourceMessage>(SOURCE, this.sourceId).tell({ type: "shard_doubted" });
  }

  reset(): void {
    this.engine = null;
    this.changes++;
    this.corrections.load([], { horizonHours: Infinity, areOwn: true });
    this.deployments = new DeploymentBook();
    this.bindings = new Bindings();
    this.open.clear();
    this.knownEvents = new Map();
    this.knownByInstance.clear();
    this.pending = [];
    this.replay = [];
    this.upgradesAhead = new UpgradesAhead();
    this.deployedBlind.clear();
    this.untold = [];
    this.kept = [];
    this.pasts.clear();
    this.knownAtDeployment = new Map();
    this.writtenUpTo = this.settledUpTo = this.restoredAt = -Infinity;
    this.meetsAllAt = Infinity;
    this.shelves.load([]);
  }

  /** Opens the shard for its actors; `sequence` orders the journal over restarts. */
  restored(engine: Engine, sequence: number): void {
    this.engine = engine;
    this.restoredAt = engine.watermark;
    this.#sequence = Math.max(this.#sequence, sequence);
    for (const wake of this.#wake.splice(0)) wake();
  }

  async ready(deadlineMs: number): Promise<void> {
    if (this.engine !== null) return;
    const waiting = Promise.withResolvers<void>();
    this.#wake.push(waiting.resolve);
    const timer = setTimeout(() => {
      waiting.reject(new Refusal("UNAVAILABLE", "The evaluation is not restored yet; try again shortly"));
    }, deadlineMs);
    await waiting.promise.finally(() => clearTimeout(timer));
  }

  known(instance: DeployedInstance, at?: Ticks): KnownStream[] {
    return this.active.known(instance, at);
  }

  get isReady(): boolean {
    return this.engine !== null;
  }

  deployAll(deployed: { deployment: Deployment; known: KnownStream[] }[]): void {
    this.#changed();
    if (this.engine === null) return;
    for (const { deployment, known } of deployed) {
      this.deployments.set(deployment.record.id, deployment);
      this.deployedWith(deployment.record.id, { sequence: this.#sequence, known });
      this.bindings.add(deployment.instance);
      for (const { stream, unfilled } of known) if (unfilled === true) this.bindings.wantRead(stream);
      this.pending.push(...this.engine.deploy(deployment.instance, known));
    }
    if (this.pending.length > 0) this.#flush();
  }

  get isCatchingUp(): boolean {
    return this.engine === null || this.replay.length > 0 || this.engine.watermark < this.writtenUpTo;
  }

  deploymentOf(instanceId: number): Deployment | undefined {
    return this.deployments.get(instanceId);
  }

  effectAt(nowMs: Ms, before?: Deployment): Ms {
    return effectMs(nowMs, { watermark: this.active.watermark, before: before?.instance });
  }

  upgradeAll(upgraded: readonly CommittedUpgrade[]): void {
    this.#changed();
    if (this.engine === null) return;
    for (const upgrade of upgraded) takeUpgrade(this, upgrade);
    if (this.pending.length > 0) this.#flush();
  }

  deployedWith(
    instanceId: number,
    { sequence, known }: { sequence: number; known: readonly KnownStream[] },
  ): void {
    const unread = known.filter(({ read, unfilled }) => !read || unfilled === true);
    const streams = new Set(unread.map(({ stream }) => stream));
    if (streams.size > 0) this.deployedBlind.set(instanceId, { sequence, streams });
    else this.deployedBlind.delete(instanceId);
  }

  recentActivations(instanceId: number): Record<string, Ticks[]> {
    return this.active.recentActivations(instanceId);
  }

  undeploy(instanceId: number): void {
    this.#changed();
    if (this.engine === null) return;
    this.engine.undeploy(instanceId);
    const deployment = this.deployments.get(instanceId);
    if (deployment !== undefined) this.bindings.remove(deployment.instance);
    this.bindings.dropUnboundReads(this.replay);
    this.corrections.disturb(instanceId);
    if (deployment !== undefined) {
      this.ended.push({ instanceId, deployment: deployment.instance.deployment });
    }
    this.deployments.delete(instanceId);
    this.open.delete(instanceId);
  }

  isUnwritten(instanceId: number): boolean {
    return this.pending.some((transition) => transition.instanceId === instanceId);
  }

  openEvents(instanceId: number): EventRecord[] {
    const deployment = this.deployments.get(instanceId)?.instance.deployment;
    const open = this.open.get(instanceId)?.values() ?? [];
    const events = new Set([...this.knownByInstance.get(instanceId) ?? [], ...open]);
    return [...events].flatMap(({ record }) =>
      record?.is_active && record.deployment === deployment ? [record] : []
    );
  }

  /** An event that an earlier run of the same instants has written. */
  keepKnown(identity: Parameters<typeof identityKey>[0], event: OpenEvent): void {
    this.knownEvents.set(identityKey(identity), event);
    if (this.knownOf(identity.instanceId).includes(event)) return;
    const known = this.knownByInstance.get(identity.instanceId);
    if (known === undefined) this.knownByInstance.set(identity.instanceId, [event]);
    else known.push(event);
  }

  eventChanged(record: EventRecord): void {
    this.#changed();
    const open = this.open.get(record.instance_id)?.get(record.rule_id);
    if (open?.id === record.id) open.record = record;
    for (const known of this.knownByInstance.get(record.instance_id) ?? []) {
      if (known.id === record.id) known.record = record;
    }
  }

  /** A correction's change of an event, committed. */
  eventRevised(record: EventRecord): void {
    this.eventChanged(record);
  }

  /** The one object that stands for an event: it is an open one, a known one, or both. */
  eventOf(record: EventRecord): OpenEvent {
    const open = this.open.get(record.instance_id)?.get(record.rule_id);
    const known = this.knownByInstance.get(record.instance_id)?.find(({ id }) => id === record.id);
    const event = known ?? (open?.id === record.id ? open : { id: record.id, record });
    event.record = record;
    return event;
  }

  /** Events that an earlier run has written, of an instance. */
  knownOf(instanceId: number): readonly OpenEvent[] {
    return this.knownByInstance.get(instanceId) ?? [];
  }

  eventEnded(record: EventRecord): void {
    this.eventChanged(record);
    this.corrections.disturb(record.instance_id);
    this.#closeInEngine(record);
    this.openOf(record.instance_id).delete(record.rule_id);
  }

  /** What the replay has yet to come to is closed there. */
  #closeInEngine(record: EventRecord): void {
    if (this.engine === null) return;
    const { instance_id: instanceId, deployment, rule_id: ruleId, onset } = record;
    if (this.engine.closeByHand(instanceId, ruleId, onset) !== undefined) return;
    const watermark = closesAt(record, this.engine.watermark);
    if (watermark === this.engine.watermark) return;
    const entry = { v: 1, watermark, sequence: this.#sequence, kind: "ended" } as const;
    this.replay.push({ ...entry, instanceId, deployment, ruleId, onset });
    this.replay.sort(inOrder);
  }

  /** Whether the replay has more to repeat than what people have ended. */
  get isRepeating(): boolean {
    return this.replay.some(({ kind }) => kind !== "ended");
  }

  shelved(shelf: ShelfRecord): void {
    this.#changed();
    this.shelves.put(shelf);
  }

  unshelved(key: EventKey): void {
    this.#changed();
    this.shelves.drop(key);
  }

  openOf(instanceId: number): Map<string, OpenEvent> {
    let events = this.open.get(instanceId);
    if (events === undefined) this.open.set(instanceId, events = new Map());
    return events;
  }

  knownEvent(identity: Parameters<typeof identityKey>[0]): OpenEvent | undefined {
    return this.knownEvents.get(identityKey(identity));
  }

  takeId(): number {
    this.ids.count--;
    return this.ids.first++;
  }

  journalDeployed(instance: DeployedInstance, known: KnownStream[]): Mutation[] {
    const { instanceId, deployment } = instance;
    const parts = knownParts(known).flatMap((part) => [
      this.journal({ kind: "known", instanceId, deployment, known: part }),
      this.history(instance, { kind: "known", known: part }),
    ]);
    return [
      ...parts,
      this.journal({ kind: "deployed", instanceId, deployment }),
      this.history(instance, { kind: "deployed" }),
    ];
  }

  journalUpgraded(before: Deployment, upgrade: Omit<CommittedUpgrade, "superseded">): Mutation[] {
    return journalUpgraded(this, before, upgrade);
  }

  journalEnded(ended: EventRecord, isDeleted = false): Mutation[] {
    const { instance_id: instanceId, deployment, rule_id: ruleId, onset } = ended;
    const clock = ticksFromMs(Date.parse(ended.closed_at ?? ended.start_time));
    const reason = isDeleted ? "deleted" : commandReason(ended.close_reason);
    const at = closesAt(ended, this.active.watermark);
    return [
      this.journal({ kind: "ended", instanceId, deployment, ruleId, onset }, at),
      this.history({ instanceId, deployment }, { kind: "ended", ruleId, onset, clock, reason }, at),
    ];
  }

  /** How far the journal and the histories are numbered. */
  get sequence(): number {
    return this.#sequence;
  }

  history(
    { instanceId, deployment }: { instanceId: number; deployment: number },
    draft: HistoryDraft,
    watermark = this.active.watermark,
  ): Mutation {
    const sequence = ++this.#sequence;
    const entry: HistoryEntry = { v: 1, watermark, sequence, ...draft };
    return { type: "set", key: keys.history(instanceId, deployment, sequence), value: entry };
  }

  journal(draft: JournalDraft, watermark = this.active.watermark): Mutation {
    const sequence = ++this.#sequence;
    const entry: JournalEntry = { v: 1, watermark, sequence, by: this.place, ...draft };
    return { type: "set", key: keys.journal(this.generation, sequence, this.place.shard), value: entry };
  }
}
