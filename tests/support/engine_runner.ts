/**
 * Runs the engine through a scenario and converts its transitions to events in the form of the reference
 * evaluator. It checks invariants at every step: the order of transitions, at most one active event a
 * key, counts that add up.
 */
import { isDeepStrictEqual } from "node:util";
import { Engine } from "../../domain/evaluation/engine.ts";
import type { InstanceReading } from "../../domain/evaluation/evaluating/reading.ts";
import type {
  BoundRule,
  DecidingSample,
  DeployedInstance,
  RuleStateView,
  Transition,
} from "../../domain/evaluation/types.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { assert, assertEquals } from "./assert.ts";
import {
  type Scenario,
  type ScenarioInstance,
  SourceSamples,
  standardFromOf,
  type Step,
  typeIn,
} from "./evaluation_scenario.ts";
import { byStart } from "./reference_evaluator.ts";
import type { ReferenceEvent } from "./reference_types.ts";

export interface EngineRun {
  events: ReferenceEvent[];
  triggers: { event: ReferenceEvent; trigger: DecidingSample[] }[];
  counts: { accepted: number; late: number; duplicate: number; unbound: number };
}

/** The events that a scenario ends in, by the engine: all instances, in the order of start. */
export function engineOfScenario(scenario: Scenario): EngineRun {
  const runner = new EngineRunner(scenario);
  for (const step of scenario.steps) runner.step(step);
  return { events: runner.events.sort(byStart), triggers: runner.triggers, counts: runner.counts };
}

export class EngineRunner {
  readonly events: ReferenceEvent[] = [];
  readonly triggers: EngineRun["triggers"] = [];
  readonly counts = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
  #engine: Engine;
  #watermark: Ticks;
  readonly #timeZone: string | undefined;
  readonly #source = new SourceSamples();
  readonly #instances: Map<number, ScenarioInstance>;
  readonly #deployed = new Map<number, DeployedInstance>();
  readonly #deployments = new Map<number, number>();
  readonly #recent = new Map<number, Record<string, Ticks[]>>();

  constructor(private readonly scenario: Scenario) {
    const { watermark, instances, timeZone } = scenario, standardFrom = standardFromOf(scenario);
    this.#engine = new Engine({ watermark, timeZone, standardFrom });
    this.#timeZone = timeZone;
    this.#watermark = watermark;
    this.#instances = new Map(instances.map((instance) => [instance.instanceId, instance]));
  }

  /** What the engine has of an instance now. */
  read(instanceId: number): InstanceReading | undefined {
    return this.#engine.read(instanceId);
  }

  /** The truths of an instance's rules at their last evaluation. */
  evaluated(instanceId: number): RuleStateView["truth"][] | undefined {
    return this.#engine.state(instanceId)?.map(({ truth }) => truth);
  }

  step(step: Step): void {
    switch (step.do) {
      case "deploy":
        return this.#deploy(step);
      case "upgrade":
        return this.#upgrade(step);
      case "undeploy":
        return this.#undeploy(step);
      case "first_read":
        this.#source.apply(step.changes);
        return this.#firstRead(step.stream);
      case "lost":
        return this.#take(this.#engine.lose(step.stream));
      case "offer":
        return this.#offer(step.changes);
      case "advance":
        this.#watermark = Math.max(this.#watermark, step.to);
        return this.#take(this.#engine.advance(step.to));
      case "close":
      case "delete":
        return this.#close(step);
      case "restart":
        return this.#restart();
    }
  }

  /** The past for windows is no part of the snapshot, so it is read again. */
  #restart(): void {
    const snapshot = structuredClone(this.#engine.snapshot());
    const timeZone = this.#timeZone, standardFrom = standardFromOf(this.scenario);
    this.#engine = Engine.restore(snapshot, [...this.#deployed.values()], { timeZone, standardFrom });
    for (const { stream } of this.#engine.reaches()) this.#fill(stream);
  }

  #fill(stream: number): void {
    const upTo = this.#watermark;
    const reach = this.#engine.reaches().find((each) => each.stream === stream)?.reach;
    if (reach === undefined) return;
    const type = typeIn(this.scenario, stream);
    this.#engine.fill(this.#source.past(stream, { since: upTo - reach, upTo, type }));
  }

  /** The read's history ends at the watermark; what is newer is offered, as the engine asks for it. */
  #firstRead(stream: number): void {
    const waiting = this.#source.list(stream).filter((sample) => sample.time > this.#watermark);
    this.#engine.offer(packBatch(waiting.map((sample) => ({ op: "upsert", stream, sample }))));
    this.#fill(stream);
    this.#take(this.#engine.firstRead(this.#source.known(stream, this.#watermark), this.#watermark));
  }

  /** As the evaluation actor does: the engine's held values are known; other streams are read right after. */
  #deploy(step: Extract<Step, { do: "deploy" }>): void {
    const base = this.#instances.get(step.instanceId)!;
    const deployment = (this.#deployments.get(step.instanceId) ?? 0) + 1;
    const recentActivations = this.#recent.get(step.instanceId) ?? {};
    const instance = { ...base, deployment, deployedAt: step.at, recentActivations };
    this.#deployments.set(step.instanceId, deployment);
    this.#deployed.set(step.instanceId, instance);
    this.#take(this.#engine.deploy(instance, this.#engine.known(instance)));
    this.#readOthers(base, step);
  }

  #readOthers({ streams }: ScenarioInstance, { unread = [] }: { unread?: number[] }): void {
    const waiting = this.#engine.unread().filter((stream) => !unread.includes(stream));
    for (const { id } of streams) if (waiting.includes(id)) this.#firstRead(id);
  }

  /** Rules of both versions keep their start; the events of those that end are closed by the caller of an engine. */
  #upgrade(step: Extract<Step, { do: "upgrade" }>): void {
    const { instanceId, at, to } = step, current = this.#deployed.get(instanceId)!;
    const rules = to.rules.map((rule): BoundRule => {
      const same = current.rules.find(({ deployedAt: _, ...other }) => isDeepStrictEqual(other, rule));
      return same ?? { ...rule, deployedAt: at };
    });
    for (const { ruleId } of current.rules.filter((rule) => !rules.includes(rule))) {
      const event = this.#open(instanceId, ruleId);
      if (event !== undefined) Object.assign(event, { endAt: at, closedAt: at, reason: "superseded" });
    }
    const recentActivations = this.#engine.recentActivations(instanceId);
    const instance = { ...current, rules, streams: to.streams, recentActivations };
    this.#deployed.set(instanceId, instance);
    this.#take(this.#engine.upgrade(instance, { at, known: this.#engine.known(instance, at) }));
    this.#readOthers(to, step);
  }

  #undeploy({ instanceId, clock }: Extract<Step, { do: "undeploy" }>): void {
    const result = this.#engine.undeploy(instanceId);
    const open = this.events.filter((event) => event.instanceId === instanceId && event.reason === null);
    assertEquals(result.open.length, open.length, "undeploy() names every active event");
    for (const event of open) Object.assign(event, { endAt: clock, closedAt: clock, reason: "undeployed" });
    this.#recent.set(instanceId, result.recentActivations);
    this.#deployed.delete(instanceId);
  }

  #offer(changes: SampleChange[]): void {
    this.#source.apply(changes);
    const counts = this.#engine.offer(packBatch(changes));
    this.counts.accepted += counts.accepted;
    this.counts.late += counts.late;
    this.counts.duplicate += counts.duplicate;
    this.counts.unbound += counts.unbound;
  }

  #close(step: Extract<Step, { do: "close" | "delete" }>): void {
    const event = this.#open(step.instanceId, step.ruleId);
    if (event === undefined) return;
    const outcome = this.#engine.closeByHand(step.instanceId, step.ruleId, event.start);
    assert(outcome !== undefined, "closeByHand() of an active event does something");
    const reason = step.do === "close" ? "manual" : "deleted";
    Object.assign(event, { endAt: step.clock, closedAt: step.clock, reason });
  }

  #take(transitions: Transition[]): void {
    for (const transition of transitions) this.#apply(transition);
  }

  #apply(transition: Transition): void {
    const { instanceId, deployment, ruleId, onset } = transition;
    const event = this.#open(instanceId, ruleId);
    if (transition.kind === "opened") return this.#opened(transition, event);
    assert(event !== undefined, `${transition.kind} of rule ${ruleId}, which has no active event`);
    assertEquals([event.deployment, event.start], [deployment, onset], "a transition names its event");
    if (transition.kind === "data_state") event.dataState = transition.dataState;
    else {
      const { endAt, closedAt } = transition;
      Object.assign(event, { endAt, closedAt, reason: "condition_cleared", dataState: "known" });
    }
  }

  #opened(transition: Extract<Transition, { kind: "opened" }>, active: ReferenceEvent | undefined): void {
    const { instanceId, deployment, ruleId, onset, activatedAt, initial, chattering, dataState } = transition;
    assertEquals(active, undefined, "at most one active event a key");
    const event: ReferenceEvent = {
      instanceId,
      deployment,
      ruleId,
      start: onset,
      activatedAt,
      endAt: null,
      closedAt: null,
      reason: null,
      initial,
      chattering,
      dataState,
    };
    this.events.push(event);
    this.triggers.push({ event, trigger: transition.trigger });
  }

  #open(instanceId: number, ruleId: string): ReferenceEvent | undefined {
    return this.events.find((event) =>
      event.instanceId === instanceId && event.ruleId === ruleId && event.reason === null
    );
  }
}
