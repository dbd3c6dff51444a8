import type { Engine } from "../../domain/evaluation/engine.ts";
import type { DeployedInstance, KnownStream, Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { newestRuleAt } from "../../domain/instance/upgrade.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { Bindings } from "./bindings.ts";
import type { Checkpoints } from "./checkpoint_retention.ts";
import type { CommittedUpgrade } from "./contract.ts";
import type { Corrections } from "./corrections.ts";
import type { ShardCoverage } from "./coverage.ts";
import type { DeploymentBook } from "./deployment_book.ts";
import type { EventBook } from "./event_book.ts";
import type { EventIds } from "./event_ids.ts";
import { closesAt, type ShardPlace } from "./journal.ts";
import { JournalReplay } from "./journal_replay.ts";
import { JournalWriter } from "./journal_writer.ts";
import type { Shelves } from "./shelves.ts";
import type { Tally } from "./tally.ts";
import { rulesBefore } from "./upgrades_ahead.ts";

/** Counts what was changed of a shard, over all its restores. */
export class ShardChanges {
  /** Committed commands: a restore that read before one of them must read again. */
  commands = 0;
  /** Turns that may have changed an event or a state: what was read before one of them is old. */
  turns = 0;

  commandCommitted(): void {
    this.commands++;
    this.turns++;
  }
}

/** What of a shard outlives its restores. */
export interface LastingParts {
  readonly place: ShardPlace;
  /** The plant's. */
  readonly timeZone: string;
  readonly ids: EventIds;
  readonly shelves: Shelves;
  readonly tally: Tally;
  readonly corrections: Corrections;
  readonly checkpoints: Checkpoints;
  readonly coverage: ShardCoverage;
  readonly changes: ShardChanges;
}

/** What an earlier run of the same instants has written, by its journal. */
export interface EarlierRun {
  /** How far it had judged: until then its events are known by the journal alone. */
  readonly writtenUpTo: Ticks;
  /** Up to here it has written every event for certain. */
  readonly settledUpTo: Ticks;
  /** From this watermark on, its events must have been met; Infinity: that is settled. */
  meetsAllAt: Ticks;
}

/** What a restore builds. */
export interface RestoredParts {
  engine: Engine;
  deployments: DeploymentBook;
  bindings: Bindings;
  events: EventBook;
  earlier: EarlierRun;
  /** Null: there is nothing to repeat. */
  replay: JournalReplay | null;
  generation: number;
  sequence: number;
}

/** A restored shard that still repeats the journal of an earlier run. */
export type ReplayingShard = RestoredShard & { readonly replay: JournalReplay };

/** A restored shard that has come to where the earlier run was: generations are stored and corrections made here alone. */
export type LiveShard = RestoredShard & { readonly replay: null };

/** A shard that judges. All of it but the lasting parts is built anew by the next restore. */
export class RestoredShard implements LastingParts {
  readonly place: ShardPlace;
  readonly timeZone: string;
  readonly ids: EventIds;
  readonly shelves: Shelves;
  readonly tally: Tally;
  readonly corrections: Corrections;
  readonly checkpoints: Checkpoints;
  readonly coverage: ShardCoverage;
  readonly changes: ShardChanges;

  readonly engine: Engine;
  readonly deployments: DeploymentBook;
  readonly bindings: Bindings;
  readonly events: EventBook;
  readonly earlier: EarlierRun;
  readonly journal: JournalWriter;
  /** Judged, but not written yet. */
  pending: Transition[] = [];
  /** Entries of histories and journal that a replay has found missing; to be written. */
  unwrittenHistory: Mutation[] = [];
  #replay: JournalReplay | null;

  constructor(lasting: LastingParts, restored: RestoredParts) {
    ({
      place: this.place,
      timeZone: this.timeZone,
      ids: this.ids,
      shelves: this.shelves,
      tally: this.tally,
      corrections: this.corrections,
      checkpoints: this.checkpoints,
      coverage: this.coverage,
      changes: this.changes,
    } = lasting);
    ({
      engine: this.engine,
      deployments: this.deployments,
      bindings: this.bindings,
      events: this.events,
      earlier: this.earlier,
      replay: this.#replay,
    } = restored);
    this.journal = new JournalWriter({ ...restored, place: lasting.place });
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

  /** Ends the replay once all of it is repeated. */
  endReplay(): void {
    if (this.#replay?.isOver) this.#replay = null;
  }

  /** Judges every instant up to a watermark. */
  judgeTo(watermark: Ticks): void {
    if (watermark > this.engine.watermark) this.pending.push(...this.engine.advance(watermark));
  }

  /** Has an instance judged anew from a time on. */
  judgeAnew(instance: number, from: Ticks): void {
    const { watermark } = this.engine;
    this.corrections.want({
      v: 1,
      touched: { instance },
      from: Math.min(from, watermark),
      to: watermark,
    });
  }

  /** When a deployment at the clock's time takes effect, or an upgrade of one: after all that has been judged. */
  effectAt(nowMs: Ms, before?: DeployedInstance): Ms {
    const { watermark } = this.engine;
    const began = before === undefined ? -Infinity : newestRuleAt(before);
    const judged = Number.isFinite(watermark) ? Math.max(watermark, began) : began;
    return Math.max(nowMs, msFromTicks(judged) + 1);
  }

  deploy(deployment: Deployment, known: KnownStream[]): void {
    const { instance } = deployment;
    this.bindings.add(instance);
    this.#begin(deployment, known);
    this.pending.push(...this.engine.deploy(instance, known));
  }

  /** Goes over to what was committed: rules that are no more are forgotten with their events, new ones are judged. */
  upgrade({ deployment, known, at, superseded }: CommittedUpgrade): void {
    const { instance } = deployment, { instanceId } = instance;
    for (const record of superseded) this.events.changed(record);
    const kept = new Set(rulesBefore(instance, at).map((rule) => rule.ruleId));
    const open = this.events.openOf(instanceId);
    for (const ruleId of [...open.keys()]) if (!kept.has(ruleId)) open.delete(ruleId);
    this.bindings.exchange(this.deployments.get(instanceId)?.instance, instance);
    this.#begin(deployment, known);
    this.corrections.disturb(instanceId);
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
    this.corrections.disturb(instanceId);
    this.deployments.delete(instanceId);
    this.events.drop(instanceId);
  }

  /** The active events of an instance, as committed. */
  activeEvents(instanceId: number): EventRecord[] {
    return this.events.activeOf(instanceId, this.deployments.get(instanceId)?.instance.deployment);
  }

  /** A correction's change of an event, committed. */
  eventRevised(record: EventRecord): void {
    this.changes.commandCommitted();
    this.events.changed(record);
  }

  /** An active event was closed or deleted by hand, committed. */
  eventEnded(record: EventRecord): void {
    this.events.changed(record);
    this.corrections.disturb(record.instance_id);
    this.#closeInEngine(record);
    this.events.openOf(record.instance_id).delete(record.rule_id);
  }

  /** What the replay has yet to come to is closed there. */
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
