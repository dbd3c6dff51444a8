/**
 * A scenario: a list of steps over time, and the result of the reference evaluator. Only
 * the reference sees all samples at once; an engine is led through the steps one by one (engine_runner.ts).
 */
import type { DeployedInstance, KnownStream, StreamPast } from "../../domain/evaluation/types.ts";
import type { DataType, Sample, SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { byStart, referenceStates } from "./reference_evaluator.ts";
import { eventsOfLives } from "./reference_lives.ts";
import type { SeenTruth, Standard } from "./reference_values.ts";
import type { ReferenceCommand, ReferenceEvent, ReferenceState } from "./reference_types.ts";

export type ScenarioInstance = Omit<DeployedInstance, "deployment" | "deployedAt" | "recentActivations">;

export type Step =
  /** `at` is the clock. Streams in `unread` have not been read yet; of all others the newest sample is known. */
  | { do: "deploy"; instanceId: number; at: Ticks; unread?: number[] }
  | { do: "undeploy"; instanceId: number; clock: Ticks }
  /** To other rules, each as it would be deployed: new ones begin at `at`, after all that has been evaluated. */
  | { do: "upgrade"; instanceId: number; at: Ticks; to: ScenarioInstance; unread?: number[] }
  /** `changes`: the samples that were read, both evaluated ones and ones that still wait for the watermark. */
  | { do: "first_read"; stream: number; changes: SampleChange[] }
  /** The source no longer has the stream, until its next first read. */
  | { do: "lost"; stream: number }
  | { do: "offer"; changes: SampleChange[] }
  | { do: "advance"; to: Ticks }
  | { do: "close" | "delete"; instanceId: number; ruleId: string; clock: Ticks }
  | { do: "restart" };

export interface Scenario {
  /** The watermark before the first step. */
  watermark: Ticks;
  instances: ScenarioInstance[];
  steps: Step[];
  /** The time zone of the plant; UTC by default. */
  timeZone?: string;
  /** In force everywhere; by default the engine's. */
  standard?: Standard;
  /** For engines: the watermark from which the newest standard is in force. */
  standardFrom?: Ticks;
  /** For the reference. */
  seen?: SeenTruth;
}

/** For an engine: the watermark from which the newest standard is in force. */
export function standardFromOf({ standard, standardFrom }: Scenario): Ticks {
  return standardFrom ?? (standard === 1 ? Infinity : -Infinity);
}

/** The context of a command at its time: the known samples of a deployment, the closed event of a close. */
export interface CommandContext {
  known?: KnownStream[];
  onset?: Ticks;
}

/** The samples at the source, by stream and time. */
export class SourceSamples {
  readonly #streams = new Map<number, Map<Ticks, Sample>>();

  apply(changes: readonly SampleChange[]): void {
    for (const change of changes) this.#apply(change);
  }

  /**
   * The newest sample of a stream at or before a time, and the newest good one when that is another; `settled`: of those
   * after it all are listed.
   */
  known(stream: number, at: Ticks, settled: Ticks = at): KnownStream {
    const past = this.list(stream).filter((sample) => sample.time <= at);
    const sample = past.at(-1) ?? null;
    const good = past.findLast((one) => one.quality === "good") ?? null;
    const recent = past.filter((one) => one.time > settled);
    return { stream, read: true, sample, good: good === sample ? null : good, recent };
  }

  /** What a stream held before `upTo`: of the time before `since` what was newest, and back to what can be believed. */
  past(
    stream: number,
    { since, upTo, type }: { since: Ticks; upTo: Ticks; type: DataType },
  ): StreamPast {
    const past = this.list(stream).filter((sample) => sample.time <= upTo);
    const before = past.filter((sample) => sample.time <= since);
    const good = before.findLastIndex((sample) => isGood(sample, type));
    const samples = past.slice(Math.max(0, good));
    return { stream, since, upTo, samples };
  }

  /** A stream's samples in the order of time. */
  list(stream: number): Sample[] {
    return [...this.#of(stream).values()].sort((a, b) => a.time - b.time);
  }

  all(): Record<number, Sample[]> {
    return Object.fromEntries([...this.#streams.keys()].map((stream) => [stream, this.list(stream)]));
  }

  #of(stream: number): Map<Ticks, Sample> {
    if (!this.#streams.has(stream)) this.#streams.set(stream, new Map());
    return this.#streams.get(stream)!;
  }

  #apply(change: SampleChange): void {
    const samples = this.#of(change.stream);
    if (change.op === "upsert") samples.set(change.sample.time, change.sample);
    else if (change.op === "remove") samples.delete(change.time);
    else {
      for (const time of [...samples.keys()]) {
        if (time >= change.from && time <= change.to) samples.delete(time);
      }
    }
  }
}

function isGood({ quality, value }: Sample, type: DataType): boolean {
  return quality === "good" && typeof value === VALUES[type] && (type !== "NUM" || Number.isFinite(value));
}

const VALUES: Record<DataType, string> = { NUM: "number", STR: "string", BOOL: "boolean" };

export function typeIn({ instances, steps }: Scenario, stream: number): DataType {
  const others = steps.flatMap((step) => step.do === "upgrade" ? [step.to] : []);
  return [...instances, ...others].flatMap(({ streams }) => streams).find(({ id }) => id === stream)!
    .dataType;
}

/** The known samples of an instance's streams at its deployment. */
export function knownAt(
  source: SourceSamples,
  instance: ScenarioInstance,
  { at, settled, unread = [] }: { at: Ticks; settled: Ticks; unread?: number[] },
): KnownStream[] {
  return instance.streams.map(({ id }) =>
    unread.includes(id)
      ? { stream: id, read: false, sample: null, good: null }
      : source.known(id, at, settled)
  );
}

/**
 * The events in which a scenario ends, by the reference evaluator: all instances, in the order of start. `contexts`: by
 * step number, the context of each command; a close without one found nothing to close.
 */
export function referenceOfScenario(
  scenario: Scenario,
  contexts?: ReadonlyMap<number, CommandContext>,
): ReferenceEvent[] {
  const source = new SourceSamples();
  for (const step of scenario.steps) if ("changes" in step) source.apply(step.changes);
  return scenario.instances.flatMap((instance) => {
    const { commands, until } = commandsOf(scenario, instance, contexts);
    const [first, ...rest] = commands;
    if (first?.kind !== "deploy") return [];
    const { at: deployedAt, known, settled } = first, { timeZone, standard, seen } = scenario;
    const samples = source.all();
    const given = { instance, samples, deployedAt, known, settled, until, timeZone, standard, seen };
    return eventsOfLives({ ...given, commands: rest });
  }).sort(byStart);
}

/** The states that a scenario ends in, by instance; of those that are deployed. */
export function referenceStatesOfScenario(scenario: Scenario): Map<number, ReferenceState[]> {
  const source = new SourceSamples();
  for (const step of scenario.steps) if ("changes" in step) source.apply(step.changes);
  return new Map(scenario.instances.flatMap((instance) => {
    const { commands, until } = commandsOf(scenario, instance);
    const [first, ...rest] = commands;
    if (first?.kind !== "deploy") return [];
    const { at: deployedAt, known, settled } = first,
      samples = source.all(),
      { timeZone, standard } = scenario;
    const given = { instance, samples, deployedAt, known, settled, until, timeZone, standard };
    const states = referenceStates({ ...given, commands: rest });
    return states === undefined ? [] : [[instance.instanceId, states] as const];
  }));
}

/** The commands of one instance with the watermarks at which they take effect. */
function commandsOf(
  scenario: Scenario,
  instance: ScenarioInstance,
  contexts?: ReadonlyMap<number, CommandContext>,
) {
  const commands: ReferenceCommand[] = [];
  const arrived = new SourceSamples();
  let at = scenario.watermark;
  let deployedAt = -Infinity;
  for (const [number, step] of scenario.steps.entries()) {
    if ("changes" in step) arrived.apply(step.changes);
    if (step.do === "advance") at = Math.max(at, step.to);
    if (step.do === "first_read") {
      const known = arrived.known(step.stream, Math.max(deployedAt, at), at);
      commands.push({ kind: "first_read", stream: step.stream, at, known });
    }
    if (step.do === "lost") commands.push({ kind: "lost", stream: step.stream, at });
    if (!("instanceId" in step) || step.instanceId !== instance.instanceId) continue;
    if (step.do === "deploy") deployedAt = step.at;
    const command = commandOf(step, { at, instance, arrived }), meant = contexts?.get(number);
    if (command.kind === "deploy") commands.push({ ...command, ...meant });
    else if ("ruleId" in command) {
      if (contexts === undefined || meant !== undefined) {
        commands.push({ ...command, onset: meant?.onset });
      }
    } else commands.push(command);
  }
  return { commands, until: at };
}

type CommandStep = Extract<Step, { instanceId: number }>;

function commandOf(
  step: CommandStep,
  { at, instance, arrived }: { at: Ticks; instance: ScenarioInstance; arrived: SourceSamples },
): ReferenceCommand {
  switch (step.do) {
    case "deploy":
      return {
        kind: "deploy",
        at: step.at,
        settled: at,
        known: knownAt(arrived, instance, { ...step, settled: at }),
      };
    case "upgrade": {
      const known = knownAt(arrived, step.to, { ...step, settled: at });
      return { kind: "upgrade", at, clock: step.at, to: step.to, known };
    }
    case "undeploy":
      return { kind: "undeploy", at, clock: step.clock };
    case "close":
    case "delete":
      return { kind: step.do, ruleId: step.ruleId, at, clock: step.clock };
  }
}
