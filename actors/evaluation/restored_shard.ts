import type { Engine } from "../../domain/evaluation/engine.ts";
import type { DeployedInstance, KnownStream, Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { newestRuleAt } from "../../domain/instance/upgrade.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { StateKeys } from "../../storage/keys.ts";
import type { Bindings } from "./bindings.ts";
import type { Checkpoints } from "./checkpoint_retention.ts";
import type { CommittedUpgrade } from "./contract.ts";
import type { Corrections } from "./corrections.ts";
import type { ShardCoverage } from "./coverage.ts";
import type { DeploymentBook } from "./deployment_book.ts";
import type { EventBook } from "./event_book.ts";
import type { EventIds } from "./event_ids.ts";
import { closesAt, type ShardLocation } from "./journal.ts";
import { JournalReplay } from "./journal_replay.ts";
import { JournalWriter } from "./journal_writer.ts";
import type { Shelves } from "./shelves.ts";
import type { EvaluationCounter } from "./evaluation_counter.ts";
import { rulesBefore } from "./pending_upgrades.ts";

/** Counts the changes of a shard across its restores. */
export class ShardChanges {
  /** Committed commands: a restore whose reads precede one must read again. */
  commands = 0;
  /** Turns that may have changed an event or a state: earlier reads are outdated. */
  turns = 0;

  commandCommitted(): void {
    this.commands++;
    this.turns++;
  }
}

/** The parts of a shard that outlive its restores. */
export interface LastingParts {
  /** Whose streams its instances name. */
  readonly source: number;
  /** The keys of that source's state. */
  readonly keys: StateKeys;
  readonly location: ShardLocation;
  /** The time zone of the plant. */
  readonly timeZone: string;
  readonly ids: EventIds;
  readonly shelves: Shelves;
  readonly counter: EvaluationCounter;
  readonly corrections: Corrections;
  readonly checkpoints: Checkpoints;
  readonly coverage: ShardCoverage;
  readonly changes: ShardChanges;
}

/** How far an earlier run of the same instants wrote events, by its journal. */
export interface EarlierRun {
  /** The watermark that it reached. */
  readonly writtenUpTo: Ticks;
  /** It certainly wrote every event up to this watermark. */
  readonly settledUpTo: Ticks;
  /** The watermark by which its events must be reproduced; Infinity: already checked. */
  reproducedBy: Ticks;
}

/** The parts that a restore builds. */
export interface RestoredParts {
  engine: Engine;
  /** The watermark from which the newest standard is in force. */
  standardFrom: Ticks;
  deployments: DeploymentBook;
  bindings: Bindings;
  events: EventBook;
  earlier: EarlierRun;
  /** Null when there is nothing to repeat. */
  replay: JournalReplay | null;
  generation: number;
  sequence: number;
}

/** A restored shard that is replaying the journal of an earlier run. */
export type ReplayingShard = RestoredShard & { readonly replay: JournalReplay };

/** A restored shard past the earlier run's watermark. Only it stores generations and makes corrections. */
export type LiveShard = RestoredShard & { readonly replay: null };

/** A shard that evaluates. A restore rebuilds all but the lasting parts. */
export class RestoredShard implements LastingParts {
  readonly source: number;
  readonly keys: StateKeys;
  readonly location: ShardLocation;
  readonly timeZone: string;
  readonly ids: EventIds;
  readonly shelves: Shelves;
  readonly counter: EvaluationCounter;
  readonly corrections: Corrections;
  readonly checkpoints: Checkpoints;
  readonly coverage: ShardCoverage;
  readonly changes: ShardChanges;

  readonly engine: Engine;
  readonly standardFrom: Ticks;
  readonly deployments: DeploymentBook;
  readonly bindings: Bindings;
  readonly events: EventBook;
  readonly earlier: EarlierRun;
  readonly journal: JournalWriter;
  /** Transitions not written yet. */
  pending: Transition[] = [];
  /** Entries of histories and journal that a replay found missing, to be written. */
  unwrittenHistory: Mutation[] = [];
  #replay: JournalReplay | null;

  constructor(lasting: LastingParts, restored: RestoredParts) {
    ({
      source: this.source,
      keys: this.keys,
      location: this.location,
      timeZone: this.timeZone,
      ids: this.ids,
      shelves: this.shelves,
      counter: this.counter,
      corrections: this.corrections,
      checkpoints: this.checkpoints,
      coverage: this.coverage,
      changes: this.changes,
    } = lasting);
    ({
      engine: this.engine,
      standardFrom: this.standardFrom,
      deployments: this.deployments,
      bindings: this.bindings,
      events: this.events,
      earlier: this.earlier,
      replay: this.#replay,
    } = restored);
    this.journal = new JournalWriter({ ...restored, location: lasting.location, keys: lasting.keys });
  }

  get replay(): JournalReplay | null {
    return this.#replay;
  }

  isReplaying(): this is ReplayingShard {
    return this.#replay !== null;
  }

  isLive(): this is LiveShard {
    return this.#replay === null && this.engine.watermark >= this.earlier.writtenUpTo;
  }

  /** Ends the replay when all entries are repeated. */
  endReplay(): void {
    if (this.#replay?.isFinished) this.#replay = null;
  }

  /** Evaluates every instant up to a watermark. */
  evaluateTo(watermark: Ticks): void {
    if (watermark > this.engine.watermark) this.pending.push(...this.engine.advance(watermark));
  }

  /** Requests a correction of an instance from a time on. */
  correctFrom(instance: number, from: Ticks): void {
    const { watermark } = this.engine;
    this.corrections.want({
      v: 1,
      touched: { instance },
      from: Math.min(from, watermark),
      to: watermark,
    });
  }

  /** When a deployment or an upgrade (`before`) issued now takes effect: after the watermark. */
  effectAt(nowMs: Ms, before?: DeployedInstance): Ms {
    const { watermark } = this.engine;
    const began = before === undefined ? -Infinity : newestRuleAt(before);
    const evaluated = Number.isFinite(watermark) ? Math.max(watermark, began) : began;
    return Math.max(nowMs, msFromTicks(evaluated) + 1);
  }

  deploy(deployment: Deployment, known: KnownStream[]): void {
    const { instance } = deployment;
    this.bindings.add(instance);
    this.#begin(deployment, known);
    this.pending.push(...this.engine.deploy(instance, known));
  }

  /** Applies a committed upgrade: drops removed rules with their events, and evaluates new ones. */
  upgrade({ deployment, known, at, superseded }: CommittedUpgrade): void {
    const { instance } = deployment, { instanceId } = instance;
    for (const record of superseded) this.events.changed(record);
    const kept = new Set(rulesBefore(instance, at).map((rule) => rule.ruleId));
    const open = this.events.openOf(instanceId);
    for (const ruleId of [...open.keys()]) if (!kept.has(ruleId)) open.delete(ruleId);
    this.bindings.exchange(this.deployments.get(instanceId)?.instance, instance);
    this.#begin(deployment, known);
    this.corrections.restartJob(instanceId);
    this.pending.push(...this.engine.upgrade(instance, { at, known }));
  }

  #begin(deployment: Deployment, known: readonly KnownStream[]): void {
    const { id } = deployment.record;
    this.deployments.set(id, deployment);
    this.#replay?.deployedWith(id, { sequence: this.journal.sequence, known });
    for (const { stream, unfilled } of known) if (unfilled === true) this.bindings.wantRead(stream);
  }

  undeploy(instanceId: number): void {
    this.engine.undeploy(instanceId);
    const instance = this.deployments.get(instanceId)?.instance;
    if (instance !== undefined) {
      this.bindings.remove(instance);
      this.checkpoints.dropHistory(instance);
    }
    this.bindings.dropUnboundReads(this.#replay?.entries ?? []);
    this.corrections.restartJob(instanceId);
    this.deployments.delete(instanceId);
    this.events.drop(instanceId);
  }

  /** The committed active events of an instance. */
  activeEvents(instanceId: number): EventRecord[] {
    return this.events.activeOf(instanceId, this.deployments.get(instanceId)?.instance.deployment);
  }

  /** Applies a correction's committed change of an event. */
  eventRevised(record: EventRecord): void {
    this.changes.commandCommitted();
    this.events.changed(record);
  }

  /** Applies a committed close or deletion of an active event by a person. */
  eventEnded(record: EventRecord): void {
    this.events.changed(record);
    this.corrections.restartJob(record.instance_id);
    this.#closeInEngine(record);
    this.events.openOf(record.instance_id).delete(record.rule_id);
  }

  /** Closes an event in the engine, or schedules it in the replay when it is not reproduced yet. */
  #closeInEngine(record: EventRecord): void {
    const { instance_id: instanceId, deployment, rule_id: ruleId, onset } = record;
    if (this.engine.closeByHand(instanceId, ruleId, onset) !== undefined) return;
    const watermark = closesAt(record, this.engine.watermark);
    if (watermark === this.engine.watermark) return;
    this.#replay ??= new JournalReplay({ restoredAt: this.engine.watermark });
    const { sequence } = this.journal;
    this.#replay.add({ v: 1, watermark, sequence, kind: "ended", instanceId, deployment, ruleId, onset });
  }
}
