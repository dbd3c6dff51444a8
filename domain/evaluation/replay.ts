import type { SampleBatch } from "../sample/batch.ts";
import type { Ticks } from "../shared/time.ts";
import { Engine } from "./engine.ts";
import type { InstanceReading } from "./judging/reading.ts";
import type { RuleState } from "./state/rule_states.ts";
import { ACTIVE, CLEARING } from "./state/state_table.ts";
import { UNKNOWN } from "./judging/truth.ts";
import {
  type DecidingSample,
  type DeployedInstance,
  type KnownStream,
  ruleBeganAt,
  type StreamPast,
  type Transition,
} from "./types.ts";

/**
 * A command on one deployment, with the watermark `at` which it took effect; `sequence` orders all commands of a
 * shard. A first read's `known` is what was known of the instance's streams then; a close names its event by the onset.
 */
export type ReplayCommand =
  & { at: Ticks; sequence: number }
  & (
    | { kind: "deploy"; known: KnownStream[] }
    /** `instance`: as it is from then on; `clock`: when its new rules began. */
    | { kind: "upgrade"; instance: DeployedInstance; known: KnownStream[]; clock: Ticks }
    /** `history`: of its history alone, which windows wait for. */
    | { kind: "first_read"; stream: number; known: KnownStream[]; history: boolean }
    | { kind: "close"; ruleId: string; onset: Ticks; clock: Ticks; reason: CommandReason }
    | { kind: "undeploy"; clock: Ticks }
  );

/**
 * Whether a later close names an event that is not open in these states, those at a watermark after the commands up to
 * `sequence`: what it means depends on what was before.
 */
export function closesWhatIsOver(
  commands: readonly ReplayCommand[],
  { watermark, sequence, states }: { watermark: Ticks; sequence: number; states: readonly RuleState[] },
): boolean {
  return commands.some((command) => {
    if (command.kind !== "close" || command.sequence <= sequence || command.onset > watermark) return false;
    const state = states.find(({ ruleId }) => ruleId === command.ruleId);
    const isOpen = state?.phase === ACTIVE || state?.phase === CLEARING;
    return !isOpen || state.onset !== command.onset;
  });
}

export type CommandReason = "manual" | "undeployed" | "superseded" | "deleted";

/** An event as a run has it. Times in ticks. */
export interface RunEvent {
  instanceId: number;
  deployment: number;
  /** As it was deployed when the event opened, or where the run begins. */
  under: DeployedInstance;
  ruleIndex: number;
  ruleId: string;
  onset: Ticks;
  activatedAt: Ticks;
  /** What its opening told; null for one that was open already where the run begins. */
  opening: { initial: boolean; chattering: boolean; trigger: DecidingSample[] } | null;
  dataState: "known" | "unknown";
  /** Null while it is active. */
  end: { endAt: Ticks; closedAt: Ticks; reason: CommandReason | "condition_cleared" } | null;
}

/** One deployment to be judged anew. */
export interface ReplayUnit {
  instance: DeployedInstance;
  /** The stored states of its rules where the run begins; null: it is deployed later, by a command. */
  states: RuleState[] | null;
  /** What it was told since, in order. */
  commands: ReplayCommand[];
  /** Of these streams its windows wait for the history where the run begins. */
  unfilled?: ReadonlySet<number>;
  /** Whether it had an event of this onset that was over where the run begins. */
  hadEvent?: (ruleId: string, onset: Ticks) => boolean;
}

/** A deployment as it is after each of the upgrades among its commands. */
export function upgradedForms({ commands }: Pick<ReplayUnit, "commands">): DeployedInstance[] {
  return commands.flatMap((command) => command.kind === "upgrade" ? [command.instance] : []);
}

interface Told {
  unit: ReplayUnit;
  command: ReplayCommand;
}

/** Where a run begins: `held`: what each stream holds there; `pasts`: what windows look at, as far as it is before. */
export interface ReplayStart {
  watermark: Ticks;
  units: ReplayUnit[];
  held: KnownStream[];
  pasts?: StreamPast[];
  timeZone?: string;
}

/**
 * Judges deployments anew from a stored state, on what the source holds now, with their commands at the watermarks at
 * which they took effect. The units are of different instances.
 */
export class Replay {
  readonly #engine: Engine;
  readonly #units = new Map<number, Unit>();
  /** Closes by the watermark at which they took effect; all else as it was told. */
  readonly #closes: Told[];
  readonly #commands: Told[];

  constructor(start: ReplayStart) {
    const { units } = start;
    this.#engine = Engine.resume({
      ...start,
      units: units.map((unit) => ({ ...unit, later: upgradedForms(unit) })),
    });
    for (const unit of units) this.#units.set(unit.instance.instanceId, new Unit(unit));
    const told = units.flatMap((unit) => unit.commands.map((command): Told => ({ unit, command })))
      .sort((a, b) => a.command.sequence - b.command.sequence);
    this.#commands = told.filter(({ command }) => command.kind !== "close");
    this.#closes = told.filter(({ command }) => command.kind === "close")
      .sort((a, b) => a.command.at - b.command.at);
  }

  get watermark(): Ticks {
    return this.#engine.watermark;
  }

  /** Samples above the watermark, of any streams; those up to the next `advance` must all be in before it. */
  offer(batch: SampleBatch): void {
    this.#engine.offer(batch);
  }

  /** Judges every instant up to `to`, with the commands up to it, those of a higher sequence than `last` left out. */
  advance(to: Ticks, last = Infinity): void {
    for (let next = this.#next(to, last); next !== undefined; next = this.#next(to, last)) {
      this.#take(this.#engine.advance(next.command.at));
      this.#carryOut(next.unit.instance, next.command);
    }
    this.#take(this.#engine.advance(to));
  }

  /** After a restart people close what the replay comes to later: what they did meanwhile does not wait for it. */
  #next(to: Ticks, last: number): Told | undefined {
    const queues = [this.#commands, this.#closes].filter(([head]) =>
      head !== undefined && head.command.at <= to && head.command.sequence <= last
    );
    const due = ({ command }: Told) => Math.max(command.at, this.#engine.watermark);
    queues.sort(([a], [b]) => due(a) - due(b) || a.command.sequence - b.command.sequence);
    return queues[0]?.shift();
  }

  /** The events of an instance so far, those that were open where the run begins included. */
  events(instanceId: number): RunEvent[] {
    return this.#units.get(instanceId)?.events ?? [];
  }

  /** As `Engine.statesOf`; undefined for one that is not deployed yet or no more. */
  statesOf(instanceId: number): RuleState[] | undefined {
    return this.#units.get(instanceId)?.isDeployed ? this.#engine.statesOf(instanceId) : undefined;
  }

  /** As `Engine.read`; undefined for an instance that is not deployed yet or no more. */
  read(instanceId: number): InstanceReading | undefined {
    return this.#units.get(instanceId)?.isDeployed ? this.#engine.read(instanceId) : undefined;
  }

  held(stream: number): KnownStream | undefined {
    return this.#engine.held(stream);
  }

  /** As `Engine.past`. */
  past(stream: number): StreamPast | undefined {
    return this.#engine.past(stream);
  }

  /** As `Engine.remembers`. */
  remembers(stream: number, touched: Ticks): boolean {
    return this.#engine.remembers(stream, touched);
  }

  /** By rule id, the last activations of an instance, as its undeployment told them. */
  recentActivations(instanceId: number): Record<string, Ticks[]> {
    return this.#units.get(instanceId)?.recentActivations ?? {};
  }

  #take(transitions: Transition[]): void {
    for (const transition of transitions) this.#units.get(transition.instanceId)?.take(transition);
  }

  #carryOut(instance: DeployedInstance, command: ReplayCommand): void {
    const { instanceId } = instance, unit = this.#units.get(instanceId);
    if (unit === undefined) return;
    switch (command.kind) {
      case "deploy":
        unit.isDeployed = true;
        return this.#take(this.#engine.deployAgain(instance, command.known));
      case "upgrade":
        unit.upgrade(command.instance, command.clock);
        return this.#take(this.#engine.upgradeAgain(command.instance, { ...command, at: command.clock }));
      case "first_read":
        return this.#take(this.#engine.firstReadAgain(instanceId, command));
      case "close":
        return this.#close(unit, command);
      case "undeploy":
        unit.recentActivations = this.#engine.undeploy(instanceId).recentActivations;
        return unit.endAll(command.clock);
    }
  }

  /** The named event; where the run has none of that onset, the one that is active in its place. */
  #close(unit: Unit, { ruleId, onset, clock, reason }: Extract<ReplayCommand, { kind: "close" }>): void {
    const open = unit.open.get(ruleId);
    if (open === undefined || (open.onset !== onset && unit.had(ruleId, onset))) return;
    this.#engine.closeByHand(open.instanceId, ruleId, open.onset);
    unit.end(open, { clock, reason });
  }
}

/** What a run has come to for one deployment. */
class Unit {
  readonly events: RunEvent[];
  readonly open = new Map<string, RunEvent>();
  recentActivations: Record<string, Ticks[]> = {};
  isDeployed: boolean;
  #instance: DeployedInstance;

  constructor(private readonly unit: ReplayUnit) {
    this.#instance = unit.instance;
    this.isDeployed = unit.states !== null;
    this.events = (unit.states ?? []).flatMap((state) => openEventOf(unit.instance, state));
    for (const event of this.events) this.open.set(event.ruleId, event);
  }

  /** Whether the run had an event of this onset, ended or not. */
  had(ruleId: string, onset: Ticks): boolean {
    return this.unit.hadEvent?.(ruleId, onset) === true ||
      this.events.some((event) => event.ruleId === ruleId && event.onset === onset);
  }

  take(transition: Transition): void {
    if (transition.kind === "opened") return this.#opened(transition);
    const event = this.open.get(transition.ruleId);
    if (event === undefined) return;
    if (transition.kind === "data_state") {
      event.dataState = transition.dataState;
      return;
    }
    const { endAt, closedAt } = transition;
    Object.assign(event, { end: { endAt, closedAt, reason: "condition_cleared" }, dataState: "known" });
    this.open.delete(event.ruleId);
  }

  end(event: RunEvent, { clock, reason }: { clock: Ticks; reason: CommandReason }): void {
    event.end = { endAt: clock, closedAt: clock, reason };
    this.open.delete(event.ruleId);
  }

  /** Ends the events of rules that do not go on over an upgrade. */
  upgrade(instance: DeployedInstance, clock: Ticks): void {
    this.#instance = instance;
    const kept = new Set(
      instance.rules.filter((rule) => ruleBeganAt(rule, instance) < clock).map((rule) => rule.ruleId),
    );
    for (const event of [...this.open.values()]) {
      if (!kept.has(event.ruleId)) this.end(event, { clock, reason: "superseded" });
    }
  }

  endAll(clock: Ticks): void {
    for (const event of [...this.open.values()]) this.end(event, { clock, reason: "undeployed" });
    this.isDeployed = false;
  }

  #opened(opened: Extract<Transition, { kind: "opened" }>): void {
    const { instanceId, deployment, ruleIndex, ruleId, onset, activatedAt, dataState } = opened;
    const { initial, chattering, trigger } = opened;
    const event: RunEvent = {
      ...{ instanceId, deployment, ruleIndex, ruleId, onset, activatedAt, dataState },
      under: this.#instance,
      opening: { initial, chattering, trigger },
      end: null,
    };
    this.events.push(event);
    this.open.set(ruleId, event);
  }
}

function openEventOf(under: DeployedInstance, state: RuleState): RunEvent[] {
  if (state.phase !== ACTIVE && state.phase !== CLEARING) return [];
  const { ruleId, onset, activatedAt } = state;
  const { instanceId, deployment, rules } = under;
  const ruleIndex = rules.findIndex((rule) => rule.ruleId === ruleId);
  const dataState = state.truth === UNKNOWN ? "unknown" : "known";
  const event = { instanceId, deployment, ruleIndex, ruleId, onset, activatedAt, dataState } as const;
  return [{ ...event, under, opening: null, end: null }];
}
