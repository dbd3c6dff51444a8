import type { Deployment } from "../../domain/instance/deployment.ts";
import type { DeployedInstance, KnownStream } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { EventKey, ShelfRecord } from "../../domain/event/shelf.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";
import { SOURCE, sourceAddress, type SourceMessage } from "../source/contract.ts";
import { CHECKPOINT_MS, Checkpoints } from "./checkpoint_retention.ts";
import type { CommittedUpgrade, EvaluationShard } from "./contract.ts";
import { Corrections } from "./corrections.ts";
import { ShardCoverage } from "./coverage.ts";
import { EventIds } from "./event_ids.ts";
import type { ShardLocation } from "./journal.ts";
import { type LastingParts, type RestoredParts, RestoredShard, ShardChanges } from "./restored_shard.ts";
import { ShardBeat } from "./shard_beat.ts";
import { Shelves } from "./shelves.ts";
import { EvaluationCounter } from "./evaluation_counter.ts";

export interface ShardOptions {
  /** Whose streams its instances name; default: the source `default`. */
  source?: number;
  checkpointMs?: number;
  timeZone?: string;
}

/**
 * The state that the actors of a shard share. Its phases: *restoring* (`restored` is null), *replaying*
 * (`restored.isReplaying()`) and *live* (`restored.isLive()`). Only `ready` waits.
 */
export class ShardState implements EvaluationShard, LastingParts {
  readonly source: number;
  readonly keys: StateKeys;
  location: ShardLocation = { shard: 0, shards: 1 };
  /** The source is removed: nothing is kept of it. */
  isForgotten = false;
  readonly timeZone: string;
  readonly ids = new EventIds();
  readonly shelves = new Shelves();
  readonly counter = new EvaluationCounter();
  readonly corrections: Corrections;
  readonly checkpoints: Checkpoints;
  readonly coverage = new ShardCoverage();
  readonly changes = new ShardChanges();
  readonly beat = new ShardBeat();
  #restored: RestoredShard | null = null;
  /** The last sequence number of the journal. */
  #sequence = 0;
  #waiting: (() => void)[] = [];
  #flush: () => void = () => {};

  constructor(
    { source = DEFAULT_SOURCE, checkpointMs = CHECKPOINT_MS, timeZone = "UTC" }: ShardOptions = {},
  ) {
    this.source = source;
    this.keys = stateKeysOf(source);
    this.corrections = new Corrections(this.keys);
    this.checkpoints = new Checkpoints(checkpointMs, this.keys);
    this.timeZone = timeZone;
  }

  /** Called when the shard's evaluation actor is loaded; `flush` makes it write pending transitions. */
  attach({ shard, shards }: ShardLocation, flush: () => void): void {
    this.location = { shard, shards };
    this.#flush = flush;
    this.reset();
  }

  /** Null while the shard is being restored. */
  get restored(): RestoredShard | null {
    return this.#restored;
  }

  /** The restored shard; refuses with UNAVAILABLE during a restore. */
  get active(): RestoredShard {
    if (this.#restored === null) {
      throw new Refusal("UNAVAILABLE", "The evaluation is being restored; try again shortly");
    }
    return this.#restored;
  }

  /** Empties the shard until it is restored. */
  reset(): void {
    this.#sequence = this.#restored?.journal.sequence ?? this.#sequence;
    this.#restored = null;
    this.changes.turns++;
    this.corrections.load([], { horizonHours: Infinity, areOwn: true });
    this.shelves.load([]);
  }

  /** Opens the shard for its actors. */
  open(parts: RestoredParts): RestoredShard {
    const sequence = Math.max(this.#sequence, parts.sequence);
    this.#restored = new RestoredShard(this, { ...parts, sequence });
    for (const wake of this.#waiting.splice(0)) wake();
    return this.#restored;
  }

  /** The source is removed. */
  forget(): void {
    this.isForgotten = true;
    this.reset();
  }

  doubt(context: ActorContext): void {
    this.changes.commandCommitted();
    if (this.#restored === null) return;
    this.reset();
    context.ref<SourceMessage>(SOURCE, sourceAddress(this.source)).tell({ type: "shard_doubted" });
  }

  get isReady(): boolean {
    return this.#restored !== null;
  }

  async ready(deadlineMs: number): Promise<void> {
    if (this.#restored !== null) return;
    const waiting = Promise.withResolvers<void>();
    this.#waiting.push(waiting.resolve);
    const timer = setTimeout(() => {
      waiting.reject(new Refusal("UNAVAILABLE", "The evaluation is not restored yet; try again shortly"));
    }, deadlineMs);
    await waiting.promise.finally(() => clearTimeout(timer));
  }

  known(instance: DeployedInstance, at?: Ticks): KnownStream[] {
    return this.active.engine.known(instance, at);
  }

  deployAll(deployed: { deployment: Deployment; known: KnownStream[] }[]): void {
    this.changes.commandCommitted();
    for (const { deployment, known } of deployed) this.#restored?.deploy(deployment, known);
    this.#flushPending();
  }

  get isCatchingUp(): boolean {
    return this.#restored?.isLive() !== true;
  }

  deploymentOf(instanceId: number): Deployment | undefined {
    return this.#restored?.deployments.get(instanceId);
  }

  effectAt(nowMs: Ms, before?: Deployment): Ms {
    return this.active.effectAt(nowMs, before?.instance);
  }

  upgradeAll(upgraded: readonly CommittedUpgrade[]): void {
    this.changes.commandCommitted();
    for (const upgrade of upgraded) this.#restored?.upgrade(upgrade);
    this.#flushPending();
  }

  recentActivations(instanceId: number): Record<string, Ticks[]> {
    return this.active.engine.recentActivations(instanceId);
  }

  undeploy(instanceId: number): void {
    this.changes.commandCommitted();
    this.#restored?.undeploy(instanceId);
  }

  isUnwritten(instanceId: number): boolean {
    return this.#restored?.pending.some((transition) => transition.instanceId === instanceId) === true;
  }

  openEvents(instanceId: number): EventRecord[] {
    return this.#restored?.activeEvents(instanceId) ?? [];
  }

  eventChanged(record: EventRecord): void {
    this.changes.commandCommitted();
    this.#restored?.events.changed(record);
  }

  eventEnded(record: EventRecord): void {
    this.changes.commandCommitted();
    this.#restored?.eventEnded(record);
  }

  shelved(shelf: ShelfRecord): void {
    this.changes.commandCommitted();
    this.shelves.put(shelf);
  }

  unshelved(key: EventKey): void {
    this.changes.commandCommitted();
    this.shelves.drop(key);
  }

  journalDeployed(instance: DeployedInstance, known: KnownStream[]): Mutation[] {
    return this.active.journal.deployed(instance, known);
  }

  journalUpgraded(before: Deployment, upgrade: Omit<CommittedUpgrade, "superseded">): Mutation[] {
    return this.active.journal.upgraded(before, upgrade);
  }

  journalEnded(ended: EventRecord, isDeleted = false): Mutation[] {
    return this.active.journal.ended(ended, isDeleted);
  }

  #flushPending(): void {
    if (this.#restored !== null && this.#restored.pending.length > 0) this.#flush();
  }
}
