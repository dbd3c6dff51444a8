/** Leads the engine through a scenario with late samples, and corrects the events as the evaluation actor does. */
import { Engine } from "../../domain/evaluation/engine.ts";
import {
  closesEndedEvent,
  Replay,
  type ReplayCommand,
  type ReplayUnit,
  type RunEvent,
} from "../../domain/evaluation/replay.ts";
import { type RuleState, sameRuleStates } from "../../domain/evaluation/state/rule_states.ts";
import { historyReaches } from "../../domain/evaluation/windows/history_needs.ts";
import type { DeployedInstance, LateSpan, StreamPast, Transition } from "../../domain/evaluation/types.ts";
import { compareEvents, type EvaluatedSpan } from "../../domain/event/correction.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { assert, assertEquals } from "./assert.ts";
import {
  asReference,
  type DeploymentHistory,
  isAmidst,
  isDeployedAt,
  isOver,
  keyOf,
  openedReference,
  type StoredStates,
} from "./deployment_history.ts";
import { timeOf } from "./evaluation_rules.ts";
import type { CommandContext, Scenario, Step } from "./evaluation_scenario.ts";
import { SourceSamples, standardFromOf, typeIn } from "./evaluation_scenario.ts";
import { byStart } from "./reference_evaluator.ts";
import type { ReferenceEvent } from "./reference_types.ts";

/** An event with what a person sees of its past. */
export interface KeptEvent {
  id: number;
  event: ReferenceEvent;
  isDeleted: boolean;
  isRetracted: boolean;
  isLate: boolean;
}

export interface CorrectingOptions {
  /** Whether late changes are corrected right after this step; else at the end. */
  isCorrectedAfter?: (step: number) => boolean;
  /** Whether the states are stored after this step. */
  isStoredAfter?: (step: number) => boolean;
}

type Draft = ReplayCommand extends infer C ? C extends ReplayCommand ? Omit<C, "at" | "sequence"> : never
  : never;

export class CorrectingRunner {
  readonly kept: KeptEvent[] = [];
  /** By step number: the context of a command at its time. */
  readonly contexts = new Map<number, CommandContext>();
  readonly source = new SourceSamples();
  corrections = 0;
  stoppedEarly = 0;
  #engine: Engine;
  #sequence = 0;
  #ids = 0;
  readonly #histories = new Map<number, DeploymentHistory[]>();
  readonly #stored: StoredStates[];
  #late: LateSpan[] = [];

  constructor(private readonly scenario: Scenario, private readonly options: CorrectingOptions = {}) {
    const { watermark, timeZone } = scenario;
    this.#engine = new Engine({ watermark, timeZone, standardFrom: standardFromOf(scenario) });
    this.#stored = [{ watermark, sequence: 0, states: new Map() }];
  }

  /** The events that the scenario ends in, those deleted by hand included, in the order of start. */
  run(): ReferenceEvent[] {
    this.scenario.steps.forEach((step, number) => {
      this.step(step, number);
      if (this.options.isCorrectedAfter?.(number)) this.correct();
      if (this.options.isStoredAfter?.(number)) this.#store();
    });
    this.correct();
    return this.events();
  }

  events(): ReferenceEvent[] {
    return this.kept.filter((each) => !each.isRetracted).map((each) => each.event).sort(byStart);
  }

  step(step: Step, number: number): void {
    switch (step.do) {
      case "deploy":
        return this.#deploy(step, number);
      case "undeploy":
        return this.#undeploy(step);
      case "offer":
        return this.#offer(step.changes);
      case "advance":
        return this.#take(this.#engine.advance(step.to));
      case "close":
      case "delete":
        return this.#close(step, number);
      case "restart": {
        const deployed = [...this.#histories.values()].map((histories) => histories.at(-1)!.instance);
        const { timeZone } = this.scenario, snapshot = structuredClone(this.#engine.snapshot());
        const options = { timeZone, standardFrom: standardFromOf(this.scenario) };
        this.#engine = Engine.restore(snapshot, deployed, options);
        for (const { stream, reach } of this.#engine.reaches()) this.#fill(stream, reach);
        return;
      }
      default:
        throw new Error("Here streams are read right after a deployment, and instances keep their rules");
    }
  }

  #deploy({ instanceId, at }: Extract<Step, { do: "deploy" }>, number: number): void {
    const base = this.scenario.instances.find((each) => each.instanceId === instanceId)!;
    const before = this.#histories.get(instanceId) ?? [];
    const { recentActivations = {} } = before.at(-1) ?? {};
    const instance = { ...base, deployment: before.length + 1, deployedAt: at, recentActivations };
    const history: DeploymentHistory = { instance, commands: [], recentActivations: {} };
    this.#histories.set(instanceId, [...before, history]);
    const known = this.#engine.known(instance);
    this.#tell(history, { kind: "deploy", known });
    this.#take(this.#engine.deploy(instance, known));
    for (const stream of this.#engine.unread()) this.#firstRead(stream, history);
    this.contexts.set(number, { known: this.#engine.known(instance) });
  }

  #firstRead(stream: number, history: DeploymentHistory): void {
    const { watermark } = this.#engine;
    const later = this.source.list(stream).filter((sample) => sample.time > watermark);
    this.#engine.offer(packBatch(later.map((sample) => ({ op: "upsert", stream, sample }))));
    const isOfHistory = this.#engine.waitingFor(stream).history;
    const reach = this.#engine.reaches().find((each) => each.stream === stream)?.reach;
    if (reach !== undefined) this.#fill(stream, reach);
    this.#take(this.#engine.firstRead(this.source.known(stream, watermark), watermark));
    const known = this.#engine.known(history.instance);
    this.#tell(history, { kind: "first_read", stream, known, history: isOfHistory });
  }

  #fill(stream: number, reach: Ticks): void {
    const { watermark } = this.#engine;
    this.#engine.fill(this.#past(stream, watermark - reach, watermark));
  }

  #past(stream: number, since: Ticks, upTo: Ticks): StreamPast {
    return this.source.past(stream, { since, upTo, type: typeIn(this.scenario, stream) });
  }

  #undeploy({ instanceId, clock }: Extract<Step, { do: "undeploy" }>): void {
    const history = this.#histories.get(instanceId)!.at(-1)!;
    this.#tell(history, { kind: "undeploy", clock });
    history.recentActivations = this.#engine.undeploy(instanceId).recentActivations;
    for (const { event } of this.kept.filter(({ event }) => event.instanceId === instanceId)) {
      if (event.reason === null) {
        Object.assign(event, { endAt: clock, closedAt: clock, reason: "undeployed" });
      }
    }
  }

  /** The engine receives no samples of unbound streams. */
  #offer(changes: SampleChange[]): void {
    this.source.apply(changes);
    this.#engine.offer(packBatch(changes), (late) => this.#late.push(late));
    const { watermark } = this.#engine;
    for (const change of changes) {
      const from = timeOf(change);
      if (this.#engine.held(change.stream) !== undefined || from > watermark) continue;
      const to = change.op === "removeWindow" ? Math.min(change.to, watermark) : from;
      this.#late.push({ stream: change.stream, from, to });
    }
  }

  #close({ do: what, instanceId, ruleId, clock }: Extract<Step, { do: "close" | "delete" }>, number: number) {
    const kept = this.#open(instanceId, ruleId);
    if (kept === undefined) return;
    const onset = kept.event.start;
    this.contexts.set(number, { onset });
    const reason = what === "close" ? "manual" : "deleted";
    this.#tell(this.#histories.get(instanceId)!.at(-1)!, { kind: "close", ruleId, onset, clock, reason });
    assert(
      this.#engine.closeByHand(instanceId, ruleId, onset) !== undefined,
      "an active event can be closed",
    );
    Object.assign(kept.event, { endAt: clock, closedAt: clock, reason });
    kept.isDeleted = what === "delete";
  }

  #tell(history: DeploymentHistory, draft: Draft): void {
    history.commands.push({ ...draft, at: this.#engine.watermark, sequence: ++this.#sequence });
  }

  #store(): void {
    const states = new Map<string, RuleState[]>();
    for (const histories of this.#histories.values()) {
      const { instance } = histories.at(-1)!;
      const own = this.#engine.statesOf(instance.instanceId);
      if (own !== undefined) states.set(keyOf(instance), own);
    }
    this.#stored.push({ watermark: this.#engine.watermark, sequence: this.#sequence, states });
  }

  /** Corrects the deployments that late changes affect, in the order of deployment. */
  correct(): void {
    const late = this.#late;
    this.#late = [];
    if (late.length === 0) return;
    this.corrections++;
    const from = Math.min(...late.map((span) => span.from));
    const streams = new Set(late.map((span) => span.stream));
    const touched = [...this.#histories.values()]
      .filter(([{ instance }]) => instance.streams.some(({ id }) => streams.has(id)));
    const start =
      this.#stored.findLast((stored) =>
        stored.watermark < from && !touched.flat().some((history) => isAmidst(history, stored))
      ) ?? this.#stored[0];
    const chains = touched.map((histories) => histories.filter((history) => !isOver(history, start)));
    for (let i = 0; chains.some((chain) => chain.length > i); i++) {
      const units = chains.flatMap((chain) => chain.length > i ? [{ chain, history: chain[i] }] : []);
      this.#evaluateAgain(start, units.map(({ history }) => history), late);
      for (const { chain, history } of units) {
        const next = chain[i + 1];
        if (next === undefined) continue;
        next.instance = { ...next.instance, recentActivations: history.recentActivations };
      }
    }
  }

  #evaluateAgain(start: StoredStates, histories: DeploymentHistory[], late: LateSpan[]): void {
    const ids = [...new Set(histories.flatMap(({ instance }) => instance.streams.map(({ id }) => id)))];
    const units = histories.map((history) => this.#unitOf(start, history));
    const held = ids.map((stream) => ({
      ...this.source.known(stream, start.watermark),
      read: this.#engine.held(stream)?.read ?? true,
    }));
    const { watermark } = start, { timeZone = "UTC" } = this.scenario;
    const standardFrom = standardFromOf(this.scenario);
    const pasts = historyReaches(histories.map(({ instance }) => instance))
      .map(({ stream, reach }) => this.#past(stream, watermark - reach, watermark));
    const replay = new Replay({ watermark, units, held, pasts, timeZone, standardFrom });
    const until = this.#runThroughStored(replay, { ids, units, late, start });
    if (until === null) this.#runTo(replay, ids, { watermark: this.#engine.watermark });
    histories.forEach((history, i) => {
      const { instance } = history, { states } = units[i];
      const key = keyOf(instance);
      const span: EvaluatedSpan = {
        from: states === null ? null : { watermark: start.watermark, states },
        until: until === null ? null : { watermark: until.watermark, states: until.states.get(key) ?? [] },
      };
      if (until === null || isDeployedAt(history, until)) {
        this.#revise(instance, replay.events(instance.instanceId), span);
      }
      const now = replay.statesOf(instance.instanceId);
      if (now === undefined) history.recentActivations = replay.recentActivations(instance.instanceId);
      else if (until === null) this.#engine.takeOver(instance.instanceId, now);
    });
    if (until !== null) return;
    for (const id of ids) {
      this.#engine.hold(this.source.known(id, this.#engine.watermark));
      const past = replay.past(id);
      if (past !== undefined) this.#engine.fill(past);
    }
  }

  #unitOf(start: StoredStates, history: DeploymentHistory): ReplayUnit {
    const { instance, commands } = history;
    const isDeployed = isDeployedAt(history, start);
    const states = isDeployed ? start.states.get(keyOf(instance)) ?? [] : null;
    return {
      instance,
      states,
      commands: isDeployed ? commands.filter((command) => command.sequence > start.sequence) : commands,
      hadEvent: (ruleId, onset) =>
        isDeployed && onset <= start.watermark &&
        states?.some((state) => state.ruleId === ruleId && state.onset === onset) === false &&
        this.#of(instance).some((each) =>
          !each.isRetracted && each.event.ruleId === ruleId && each.event.start === onset
        ),
    };
  }

  /** Passes each stored state and replaces it with the replay's; returns the first one that no longer differs. */
  #runThroughStored(
    replay: Replay,
    { ids, units, late, start }: {
      ids: number[];
      units: ReplayUnit[];
      late: LateSpan[];
      start: StoredStates;
    },
  ): StoredStates | null {
    const touched = Math.max(...late.map((span) => span.to));
    const changed = ids.filter((id) => late.some((span) => span.stream === id));
    for (const stored of this.#stored.slice(this.#stored.indexOf(start) + 1)) {
      this.#runTo(replay, ids, stored);
      const isPast = stored.watermark > touched &&
        changed.every((id) =>
          (this.source.known(id, stored.watermark).sample?.time ?? -Infinity) > touched &&
          !replay.remembers(id, touched)
        );
      const isAlike = units.every(({ instance, commands }) => {
        const now = replay.statesOf(instance.instanceId), then = stored.states.get(keyOf(instance));
        // A later deployment begins with the corrected result of the previous one.
        const isToCome = commands.some(({ kind, sequence }) =>
          kind === "deploy" && sequence > stored.sequence
        );
        // An event opened before its deployment's instant may have ended again, which no stored state contains.
        if (instance.deployedAt > stored.watermark) return false;
        if (now === undefined || then === undefined) return now === then && !isToCome;
        return sameRuleStates(now, then) && !closesEndedEvent(commands, { ...stored, states: then });
      });
      if (isPast && isAlike) {
        this.stoppedEarly++;
        return stored;
      }
      for (const { instance } of units) {
        const now = replay.statesOf(instance.instanceId);
        if (now !== undefined) stored.states.set(keyOf(instance), now);
      }
    }
    return null;
  }

  #runTo(
    replay: Replay,
    ids: number[],
    { watermark, sequence }: { watermark: Ticks; sequence?: number },
  ): void {
    const from = replay.watermark;
    const changes = ids.flatMap((stream) =>
      this.source.list(stream).filter(({ time }) => time > from && time <= watermark)
        .map((sample): SampleChange => ({ op: "upsert", stream, sample }))
    );
    replay.offer(packBatch(changes));
    replay.advance(watermark, sequence);
  }

  #revise(instance: DeployedInstance, run: RunEvent[], span: EvaluatedSpan): void {
    const old = this.#of(instance).map((kept) => ({
      ruleId: kept.event.ruleId,
      onset: kept.event.start,
      end: kept.isRetracted ? kept.event.start : kept.event.endAt ?? Infinity,
      kept,
    }));
    const { kept, going, found, gone } = compareEvents(old, run, span);
    for (const { old, now } of going) {
      const { initial, chattering } = asReference(now, old.kept.event);
      Object.assign(old.kept.event, { initial, chattering });
    }
    for (const { old, now } of kept) {
      old.kept.event = asReference(now, old.kept.event);
      old.kept.isRetracted = false;
    }
    for (const event of found) this.#add(asReference(event, undefined), true);
    for (const { kept } of gone) kept.isRetracted = true;
  }

  #of({ instanceId, deployment }: DeployedInstance): KeptEvent[] {
    return this.kept.filter(({ event }) =>
      event.instanceId === instanceId && event.deployment === deployment
    );
  }

  #take(transitions: Transition[]): void {
    for (const transition of transitions) this.#apply(transition);
  }

  #apply(transition: Transition): void {
    const { instanceId, deployment, ruleId, onset } = transition;
    const open = this.#open(instanceId, ruleId);
    if (transition.kind === "opened") {
      assertEquals(open, undefined, "at most one active event a key");
      this.#add(openedReference(transition), false);
      return;
    }
    assert(open !== undefined, `${transition.kind} of rule ${ruleId}, which has no active event`);
    assertEquals(
      [open.event.deployment, open.event.start],
      [deployment, onset],
      "a transition names its event",
    );
    if (transition.kind === "data_state") open.event.dataState = transition.dataState;
    else {
      const { endAt, closedAt } = transition;
      Object.assign(open.event, { endAt, closedAt, reason: "condition_cleared", dataState: "known" });
    }
  }

  #add(event: ReferenceEvent, isLate: boolean): void {
    this.kept.push({ id: ++this.#ids, event, isDeleted: false, isRetracted: false, isLate });
  }

  #open(instanceId: number, ruleId: string): KeptEvent | undefined {
    return this.kept.find(({ event, isRetracted }) =>
      event.instanceId === instanceId && event.ruleId === ruleId && event.reason === null && !isRetracted
    );
  }
}
