import type { SampleBatch } from "../sample/batch.ts";
import type { Ticks } from "../shared/time.ts";
import { Engine } from "./engine.ts";
import type { InstanceReading } from "./evaluating/reading.ts";
import type { RuleState } from "./state/rule_states.ts";
import { ACTIVE, CLEARING } from "./state/state_table.ts";
import { UNKNOWN } from "./evaluating/truth.ts";
import {
  type Decided,
  type DecidingSample,
  type DeployedInstance,
  type KnownStream,
  ruleBeganAt,
  type StreamPast,
  type Transition,
} from "./types.ts";

/**
 * A command on one deployment. `at`: the watermark at which it took effect; `sequence`: its order among all
 * commands of a shard. `known` of a first read: what was known of the instance's streams then. A close names
 * its event by the onset.
 */
export type ReplayCommand =
  & { at: Ticks; sequence: number }
  & (
    | { kind: "deploy"; known: KnownStream[] }
    /** `instance`: as upgraded; `clock`: when its new rules began. */
    | { kind: "upgrade"; instance: DeployedInstance; known: KnownStream[]; clock: Ticks }
    /** `history`: only the history for windows was read. */
    | { kind: "first_read"; stream: number; known: KnownStream[]; history: boolean }
    | { kind: "lost"; stream: number }
    | { kind: "close"; ruleId: string; onset: Ticks; clock: Ticks; reason: CommandReason }
    | { kind: "undeploy"; clock: Ticks }
  );

/**
 * Whether a later close names an event that is not open in these states, at a watermark after the commands up
 * to `sequence`. The effect of such a close depends on earlier events.
 */
export function closesEndedEvent(
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

/** An event of a run. Times in ticks. */
export interface RunEvent {
  instanceId: number;
  deployment: number;
  /** The instance when the event opened, or at the start of the run. */
  under: DeployedInstance;
  ruleIndex: number;
  ruleId: string;
  onset: Ticks;
  activatedAt: Ticks;
  /** How the event opened; null when it was open at the start of the run. */
  opening: { initial: boolean; chattering: boolean; trigger: DecidingSample[]; decided: Decided } | null;
  dataState: "known" | "unknown";
  /** Null while the event is active. */
  end: { endAt: Ticks; closedAt: Ticks; reason: CommandReason | "condition_cleared" } | null;
}

/** A deployment to evaluate again. */
export interface ReplayUnit {
  instance: DeployedInstance;
  /** The stored states of its rules at the start of the run; null: a command deploys it later. */
  states: RuleState[] | null;
  /** Its commands since then, in order. */
  commands: ReplayCommand[];
  /** The streams whose history its windows wait for at the start of the run. */
  unfilled?: ReadonlySet<number>;
  /** Whether it had an event with this onset that ended before the run. */
  hadEvent?: (ruleId: string, onset: Ticks) => boolean;
}

/** The instance after each of the upgrades among its commands. */
export function upgradedForms({ commands }: Pick<ReplayUnit, "commands">): DeployedInstance[] {
  return commands.flatMap((command) => command.kind === "upgrade" ? [command.instance] : []);
}

interface UnitCommand {
  unit: ReplayUnit;
  command: ReplayCommand;
}

/** The start of a run. `held`: the samples held there; `pasts`: the history of windows before it. */
export interface ReplayStart {
  watermark: Ticks;
  units: ReplayUnit[];
  held: KnownStream[];
  pasts?: StreamPast[];
  timeZone?: string;
  standardFrom?: Ticks;
}

/**
 * Evaluates deployments again from a stored state, on the samples that the source holds now. Commands take
 * effect at their original watermarks. Each unit is of another instance.
 */
export class Replay {
  readonly #engine: Engine;
  readonly #units = new Map<number, Unit>();
  /** Closes are ordered by their watermark, all other commands by sequence. */
  readonly #closes: UnitCommand[];
  readonly #commands: UnitCommand[];

  constructor(start: ReplayStart) {
    const { units } = start;
    this.#engine = Engine.resume({
      ...start,
      units: units.map((unit) => ({ ...unit, later: upgradedForms(unit) })),
    });
    for (const unit of units) this.#units.set(unit.instance.instanceId, new Unit(unit));
    const ordered = units.flatMap((unit) => unit.commands.map((command): UnitCommand => ({ unit, command })))
      .sort((a, b) => a.command.sequence - b.command.sequence);
    this.#commands = ordered.filter(({ command }) => command.kind !== "close");
    this.#closes = ordered.filter(({ command }) => command.kind === "close")
      .sort((a, b) => a.command.at - b.command.at);
  }

  get watermark(): Ticks {
    return this.#engine.watermark;
  }

  /** Accepts samples above the watermark, in any order, before the `advance` that reaches them. */
  offer(batch: SampleBatch): void {
    this.#engine.offer(batch);
  }

  /** Evaluates every instant up to `to`, and the commands up to `to` whose sequence is at most `last`. */
  advance(to: Ticks, last = Infinity): void {
    for (let next = this.#next(to, last); next !== undefined; next = this.#next(to, last)) {
      this.#take(this.#engine.advance(next.command.at));
      this.#carryOut(next.unit.instance, next.command);
    }
    this.#take(this.#engine.advance(to));
  }

  /**
   * Closes have a queue of their own: after a restart, people close events that the replay only reaches
   * later, and other commands must not wait for these.
   */
  #next(to: Ticks, last: number): UnitCommand | undefined {
    const queues = [this.#commands, this.#closes].filter(([head]) =>
      head !== undefined && head.command.at <= to && head.command.sequence <= last
    );
    const due = ({ command }: UnitCommand) => Math.max(command.at, this.#engine.watermark);
    queues.sort((a, b) => due(a[0]!) - due(b[0]!) || a[0]!.command.sequence - b[0]!.command.sequence);
    return queues[0]?.shift();
  }

  /** The events of an instance so far, including those open at the start of the run. */
  events(instanceId: number): RunEvent[] {
    return this.#units.get(instanceId)?.events ?? [];
  }

  /** As `Engine.statesOf`; undefined before the deployment and after the undeployment. */
  statesOf(instanceId: number): RuleState[] | undefined {
    return this.#units.get(instanceId)?.isDeployed ? this.#engine.statesOf(instanceId) : undefined;
  }

  /** As `Engine.read`; undefined before the deployment and after the undeployment. */
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

  /** By rule id, the last activations of an instance at its undeployment. */
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
      case "lost":
        return this.#take(this.#engine.lose(command.stream, instanceId));
      case "close":
        return this.#close(unit, command);
      case "undeploy":
        unit.recentActivations = this.#engine.undeploy(instanceId).recentActivations;
        return unit.endAll(command.clock);
    }
  }

  /** Closes the named event; when the run has none with that onset, the one that is active in its place. */
  #close(unit: Unit, { ruleId, onset, clock, reason }: Extract<ReplayCommand, { kind: "close" }>): void {
    const open = unit.open.get(ruleId);
    if (open === undefined || (open.onset !== onset && unit.had(ruleId, onset))) return;
    this.#engine.closeByHand(open.instanceId, ruleId, open.onset);
    unit.end(open, { clock, reason });
  }
}

/** The events of one deployment in a run. */
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

  /** Whether the deployment had an event with this onset, ended or not. */
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

  /** Ends the events of rules that the upgrade removes or replaces. */
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
    const { initial, chattering, trigger, decided } = opened;
    const event: RunEvent = {
      instanceId,
      deployment,
      ruleIndex,
      ruleId,
      onset,
      activatedAt,
      dataState,
      under: this.#instance,
      opening: { initial, chattering, trigger, decided },
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
