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
import type { JudgedSpan } from "../../domain/event/correction.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Checkpoint } from "./checkpoint_retention.ts";
import { type CorrectionRead, type CorrectionStep, eventText } from "./contract.ts";
import { readCheckpoint } from "./correction_reads.ts";
import type { Assignment } from "./assignment.ts";

/** One deployment of a job, and where its run begins. */
export interface JobUnit {
  /** As it was deployed where the run begins. */
  instance: DeployedInstance;
  /** As it was deployed one after the other. */
  forms: Deployment[];
  commands: ReplayCommand[];
  /** Where the run begins: stored states, or null for the deployment itself. */
  from: { watermark: Ticks; states: RuleState[] } | null;
  /** The streams that had not been read there, and those of which only the past was yet to be read too. */
  unread: ReadonlySet<number>;
  unfilled: ReadonlySet<number>;
}

interface JobGiven {
  watermark: Ticks;
  units: JobUnit[];
  checkpoints: () => Checkpoint[];
  timeZone: string;
  /** The streams of upgraded deployments: the source may not follow them, or not yet. */
  streams: readonly Pick<StreamRecord, "id" | "source">[];
}

/** Where a run met stored states again: from there on nothing differs. */
interface Met {
  checkpoint: Checkpoint;
  states: Map<number, RuleState[]>;
}

/**
 * Judges some deployments of a shard anew, slice by slice of what the source holds, from the last stored state before
 * a change until stored states are met again, or the live ones are reached.
 */
export class CorrectionJob {
  #replay: Replay | null = null;
  #step = 0;
  /** The last stored states that the run has come past. */
  #passed: Checkpoint | null = null;
  #met: Met | null = null;
  /** States that differ from stored ones, by the checkpoint's watermark. */
  readonly patches = new Map<Ticks, { instance: DeployedInstance; states: RuleState[] }[]>();

  constructor(
    readonly number: number,
    readonly assignment: Assignment,
    private readonly given: JobGiven,
    private readonly hadEvents: ReadonlyMap<number, ReadonlySet<string>>,
  ) {}

  get units(): readonly JobUnit[] {
    return this.given.units;
  }

  concerns(instanceId: number): boolean {
    return this.units.some(({ instance }) => instance.instanceId === instanceId);
  }

  /** Whether the run has come to its end: stored states met again, or the live watermark. */
  isOver(live: Ticks): boolean {
    return this.#met !== null || this.#replay?.watermark === live;
  }

  get hasMetStored(): boolean {
    return this.#met !== null;
  }

  /** What is to be read next. */
  step(live: Ticks): CorrectionStep {
    const isFirst = this.#replay === null;
    return {
      job: this.number,
      number: this.#step,
      streams: this.#streams(),
      sources: this.given.streams.map(({ id, source }) => ({ id, source })),
      from: this.#replay?.watermark ?? this.given.watermark,
      to: this.#nextStored()?.watermark ?? live,
      isFirst,
      reaches: isFirst
        ? historyReaches(this.units.flatMap((unit) => [unit.instance, ...upgradedForms(unit)]))
        : [],
    };
  }

  /** Judges on what was read; what was taken in before does nothing. */
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
      if (await this.#meets(stored, context)) return;
    }
    replay.advance(read.upTo, read.upTo === live ? Infinity : stored?.sequence);
  }

  #nextStored(): Checkpoint | undefined {
    const passed = this.#passed ?? { watermark: this.given.watermark, sequence: Infinity };
    return this.given.checkpoints().find(({ watermark, sequence }) =>
      watermark > passed.watermark || (watermark === passed.watermark && sequence > passed.sequence)
    );
  }

  events({ instance }: JobUnit): RunEvent[] {
    return this.#replay?.events(instance.instanceId) ?? [];
  }

  /** The span that was judged anew; null for a deployment that came after it. */
  spanOf(unit: JobUnit): JudgedSpan | null {
    if (this.#met === null) return { from: unit.from, until: null };
    const { checkpoint, states } = this.#met;
    if (!isDeployedAt(unit, checkpoint)) return null;
    const { watermark } = checkpoint;
    return { from: unit.from, until: { watermark, states: states.get(unit.instance.instanceId) ?? [] } };
  }

  /** Where the events begin that a unit's run may meet. */
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

  /** What windows look at. */
  pasts(): StreamPast[] {
    return this.#streams().flatMap((stream) => this.#replay?.past(stream) ?? []);
  }

  #streams(): number[] {
    return [...new Set(this.units.flatMap(({ instance }) => instance.streams.map(({ id }) => id)))];
  }

  #begin({ held, pasts }: CorrectionRead): Replay {
    const { watermark, units, timeZone } = this.given;
    const read = readAtStart(units);
    return new Replay({
      ...{ watermark, pasts, timeZone },
      units: units.map(({ instance, commands, from, unfilled }): ReplayUnit => ({
        ...{ instance, commands, unfilled },
        states: from === null ? null : from.states,
        hadEvent: (ruleId, onset) =>
          this.hadEvents.get(instance.instanceId)?.has(eventText(ruleId, onset)) === true,
      })),
      held: held.map((known) => ({ ...known, read: read.has(known.stream) })),
    });
  }

  /** Whether all goes on from here as it was judged; if not, what differs is kept for the stored states. */
  async #meets(checkpoint: Checkpoint, context: ActorContext): Promise<boolean> {
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
      this.#met = { checkpoint, states };
      return true;
    }
    const patched = differing.map((unit) => ({ instance: unit.instance, states: this.statesOf(unit) }));
    if (patched.length > 0) this.patches.set(checkpoint.watermark, patched);
    return false;
  }

  /** Whether no changed sample is held any more, and no window looks at one. Of an instance that is to be judged anew itself nobody knows. */
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
 * Whether a first read came after states were stored and before the watermark rose: its events begin at theirs, and by
 * their times nobody can tell them from those that were over.
 */
export function isBeforeFirstRead(
  { commands }: Pick<JobUnit, "commands">,
  { sequence, watermark }: Checkpoint,
): boolean {
  return commands.some((command) =>
    command.kind === "first_read" && command.sequence > sequence && command.at <= watermark
  );
}

/** A state stored before the deployment's own instant tells nothing of what was done to it meanwhile. */
export function isDeployedAt(
  { instance, commands }: Pick<JobUnit, "instance" | "commands">,
  { sequence, watermark }: Checkpoint,
): boolean {
  const deployed = commands.find((command) => command.kind === "deploy");
  return (deployed === undefined || deployed.sequence <= sequence) && instance.deployedAt <= watermark;
}

/** The streams that had been read where a run begins: a shard reads a stream once for all that name it. */
function readAtStart(units: readonly JobUnit[]): Set<number> {
  const deployed = units.filter((unit) => unit.from !== null);
  return new Set(
    deployed.flatMap(({ instance, unread }) =>
      instance.streams.map(({ id }) => id).filter((id) => !unread.has(id))
    ),
  );
}
