import { historyReaches } from "../../domain/evaluation/windows/history_needs.ts";
import {
  closesEndedEvent,
  Replay,
  type ReplayCommand,
  type ReplayUnit,
  type RunEvent,
  upgradedForms,
} from "../../domain/evaluation/replay.ts";
import { type RuleState, sameRuleStates } from "../../domain/evaluation/state/rule_states.ts";
import { NORMAL } from "../../domain/evaluation/state/state_table.ts";
import type { DeployedInstance, KnownStream, StreamPast } from "../../domain/evaluation/types.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import type { EvaluatedSpan } from "../../domain/event/correction.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Checkpoint } from "./checkpoint_retention.ts";
import { type CorrectionRead, type CorrectionStep, eventText } from "./contract.ts";
import { readCheckpoint } from "./correction_reads.ts";
import type { Assignment } from "./assignment.ts";

/** One deployment of a job, and the start of its run. */
export interface JobUnit {
  /** The instance at the start of the run. */
  instance: DeployedInstance;
  /** The deployment before and after each upgrade, oldest first. */
  forms: Deployment[];
  commands: ReplayCommand[];
  /** The stored states to start from; null: the run begins with the deployment. */
  from: { watermark: Ticks; states: RuleState[] } | null;
  /** Streams not read at the start, and those whose past windows still waited for. */
  unread: ReadonlySet<number>;
  unfilled: ReadonlySet<number>;
}

interface JobOptions {
  watermark: Ticks;
  units: JobUnit[];
  checkpoints: () => Checkpoint[];
  timeZone: string;
  standardFrom: Ticks;
  /** The streams of upgraded deployments, which the source may not follow. */
  streams: readonly Pick<StreamRecord, "id" | "source" | "plant">[];
}

/** The checkpoint at which a run reached the stored states again; later results are unchanged. */
interface Convergence {
  checkpoint: Checkpoint;
  states: Map<number, RuleState[]>;
}

/**
 * Evaluates some deployments of a shard again, on slices of samples read from the source: from the last checkpoint before
 * a change until the states equal those of a later checkpoint, or up to the live watermark.
 */
export class CorrectionJob {
  #replay: Replay | null = null;
  #step = 0;
  /** The last checkpoint that the run has passed. */
  #passed: Checkpoint | null = null;
  #convergence: Convergence | null = null;
  /** States that differ from the stored ones, by the checkpoint's watermark. */
  readonly patches = new Map<Ticks, { instance: DeployedInstance; states: RuleState[] }[]>();

  constructor(
    readonly number: number,
    readonly assignment: Assignment,
    private readonly options: JobOptions,
    private readonly hadEvents: ReadonlyMap<number, ReadonlySet<string>>,
  ) {}

  get units(): readonly JobUnit[] {
    return this.options.units;
  }

  concerns(instanceId: number): boolean {
    return this.units.some(({ instance }) => instance.instanceId === instanceId);
  }

  /** Whether the run has converged with stored states, or has reached the live watermark. */
  isFinished(live: Ticks): boolean {
    return this.#convergence !== null || this.#replay?.watermark === live;
  }

  get hasConverged(): boolean {
    return this.#convergence !== null;
  }

  /** The next read. */
  step(live: Ticks): CorrectionStep {
    const isFirst = this.#replay === null;
    return {
      job: this.number,
      number: this.#step,
      streams: this.#streams(),
      sources: this.options.streams.map(({ id, source, plant }) => ({ id, source, plant })),
      from: this.#replay?.watermark ?? this.options.watermark,
      to: this.#nextStored()?.watermark ?? live,
      isFirst,
      reaches: isFirst
        ? historyReaches(this.units.flatMap((unit) => [unit.instance, ...upgradedForms(unit)]))
        : [],
    };
  }

  /** Evaluates a read; ignores one that was taken already. */
  async take(read: CorrectionRead, live: Ticks, context: ActorContext): Promise<void> {
    if (read.number !== this.#step) return;
    this.#step++;
    this.#replay ??= this.#begin(read);
    const replay = this.#replay;
    replay.offer(read.batch);
    let stored = this.#nextStored();
    for (; stored?.watermark === read.upTo; stored = this.#nextStored()) {
      replay.advance(read.upTo, stored.sequence);
      this.#passed = stored;
      if (await this.#converges(stored, context)) return;
    }
    replay.advance(read.upTo, read.upTo === live ? Infinity : stored?.sequence);
  }

  #nextStored(): Checkpoint | undefined {
    const passed = this.#passed ?? { watermark: this.options.watermark, sequence: Infinity };
    return this.options.checkpoints().find(({ watermark, sequence }) =>
      watermark > passed.watermark || (watermark === passed.watermark && sequence > passed.sequence)
    );
  }

  events({ instance }: JobUnit): RunEvent[] {
    return this.#replay?.events(instance.instanceId) ?? [];
  }

  /** The span that was evaluated again; null for a later deployment. */
  spanOf(unit: JobUnit): EvaluatedSpan | null {
    if (this.#convergence === null) return { from: unit.from, until: null };
    const { checkpoint, states } = this.#convergence;
    if (!isDeployedAt(unit, checkpoint)) return null;
    const { watermark } = checkpoint;
    return { from: unit.from, until: { watermark, states: states.get(unit.instance.instanceId) ?? [] } };
  }

  /** The earliest onset of the events that a unit's run may reproduce. */
  eventsFrom({ instance, from }: JobUnit): Ticks {
    if (from === null) return instance.deployedAt;
    const onsets = from.states.filter((state) => state.phase !== NORMAL && Number.isFinite(state.onset));
    return Math.min(from.watermark, ...onsets.map((state) => state.onset));
  }

  statesOf({ instance }: JobUnit): RuleState[] {
    return this.#replay?.statesOf(instance.instanceId) ?? [];
  }

  held(): KnownStream[] {
    return this.#streams().flatMap((stream) => this.#replay?.held(stream) ?? []).filter((known) =>
      known.read
    );
  }

  /** The past samples that windows need. */
  pasts(): StreamPast[] {
    return this.#streams().flatMap((stream) => this.#replay?.past(stream) ?? []);
  }

  #streams(): number[] {
    return [...new Set(this.units.flatMap(({ instance }) => instance.streams.map(({ id }) => id)))];
  }

  #begin({ held, pasts }: CorrectionRead): Replay {
    const { watermark, units, timeZone, standardFrom } = this.options;
    const read = readAtStart(units);
    return new Replay({
      watermark,
      pasts,
      timeZone,
      standardFrom,
      units: units.map(({ instance, commands, from, unfilled }): ReplayUnit => ({
        instance,
        commands,
        unfilled,
        states: from === null ? null : from.states,
        hadEvent: (ruleId, onset) =>
          this.hadEvents.get(instance.instanceId)?.has(eventText(ruleId, onset)) === true,
      })),
      held: held.map((known) => ({ ...known, read: read.has(known.stream) })),
    });
  }

  /** Whether later results are unchanged from here on. If not, keeps differing states as patches of the checkpoint. */
  async #converges(checkpoint: Checkpoint, context: ActorContext): Promise<boolean> {
    const units = this.units.filter((unit) => isDeployedAt(unit, checkpoint));
    const deployments = new Map(units.map(({ instance }) => [instance.instanceId, instance.deployment]));
    const states = await readCheckpoint(checkpoint, deployments, context);
    const statesOf = ({ instance }: JobUnit) => states.get(instance.instanceId) ?? [];
    const differing = units.filter((unit) => !sameRuleStates(this.statesOf(unit), statesOf(unit)));
    const isSettled = units.every((unit) =>
      !closesEndedEvent(unit.commands, { ...checkpoint, states: statesOf(unit) }) &&
      !isBeforeFirstRead(unit, checkpoint)
    );
    if (differing.length === 0 && isSettled && this.#isPast(checkpoint.watermark)) {
      this.#convergence = { checkpoint, states };
      return true;
    }
    const patched = differing.map((unit) => ({ instance: unit.instance, states: this.statesOf(unit) }));
    if (patched.length > 0) this.patches.set(checkpoint.watermark, patched);
    return false;
  }

  /** Whether no changed sample is a held value or in a window. Unknown, hence false, for a correction of one instance. */
  #isPast(watermark: Ticks): boolean {
    const { late, done } = this.assignment;
    if (done.some(({ wanted }) => "instance" in wanted.touched)) return false;
    const touched = Math.max(...late.map((span) => span.to));
    return watermark > touched &&
      late.every(({ stream }) =>
        (this.#replay?.held(stream)?.sample?.time ?? -Infinity) > touched &&
        this.#replay?.remembers(stream, touched) === false
      );
  }
}

/**
 * Whether a first read came after the checkpoint at the same watermark: its events start at the checkpoint's time, so
 * their times do not distinguish them from ended events.
 */
export function isBeforeFirstRead(
  { commands }: Pick<JobUnit, "commands">,
  { sequence, watermark }: Checkpoint,
): boolean {
  return commands.some((command) =>
    command.kind === "first_read" && command.sequence > sequence && command.at <= watermark
  );
}

/** False before the deployment's instant, because states stored then do not contain its commands. */
export function isDeployedAt(
  { instance, commands }: Pick<JobUnit, "instance" | "commands">,
  { sequence, watermark }: Checkpoint,
): boolean {
  const deployed = commands.find((command) => command.kind === "deploy");
  return (deployed === undefined || deployed.sequence <= sequence) && instance.deployedAt <= watermark;
}

/** The streams read before the start of a run. A shard reads a stream once for all of its instances. */
function readAtStart(units: readonly JobUnit[]): Set<number> {
  const deployed = units.filter((unit) => unit.from !== null);
  return new Set(
    deployed.flatMap(({ instance, unread }) =>
      instance.streams.map(({ id }) => id).filter((id) => !unread.has(id))
    ),
  );
}
