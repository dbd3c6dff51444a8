/**
 * The naive reference evaluator: what the events of one instance are, given all its samples at once. It knows
 * nothing of arrival, batches or snapshots, keeps whole histories and scans them. Everything that evaluates
 * rules is judged against it.
 */
import type { BoundComparison, BoundRule, KnownStream } from "../../domain/evaluation/types.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { comparisonsOf, comparisonTruth, heldValue, neverLatched, streamsOf } from "./reference_truth.ts";
import { type Truth, truthOf, type Values } from "./reference_truth.ts";

export interface ReferenceInstance {
  instanceId: number;
  rules: BoundRule[];
  streams: { id: number; dataType: DataType }[];
}

/**
 * A command takes effect once every instant up to and including `at` (the watermark) is judged; `clock` is the
 * time it writes into the event. A deployment is at the clock's time `at`; `known`: what was known there (left
 * out: the newest samples at or before it). `first_read`: a stream that was deployed unread has been read; where
 * that is before the deployment's own time, `known` is what was known of it at the deployment. A close with an
 * `onset` names its event: where that has ended by then it does nothing, where there never was one of that start it
 * ends the one that is active.
 * `others`: what was known by the first read of the instance's other streams.
 */
export type ReferenceCommand =
  | { kind: "close" | "delete"; ruleId: string; at: Ticks; clock: Ticks; onset?: Ticks }
  | { kind: "undeploy"; at: Ticks; clock: Ticks }
  | { kind: "deploy"; at: Ticks; known?: KnownStream[] }
  | { kind: "first_read"; stream: number; at: Ticks; known?: KnownStream; others?: KnownStream[] };

export interface ReferenceInput {
  instance: ReferenceInstance;
  /** By stream id, in any order; of two samples of one time the later in the list counts. */
  samples: Record<number, readonly Sample[]>;
  deployedAt: Ticks;
  /** What was known at `deployedAt`; left out: the newest samples at or before it. */
  known?: KnownStream[];
  /** The last watermark: judged up to and including it. */
  until: Ticks;
  /** In the order in which they were given. */
  commands?: readonly ReferenceCommand[];
}

export interface ReferenceEvent {
  instanceId: number;
  deployment: number;
  ruleId: string;
  start: Ticks;
  activatedAt: Ticks;
  endAt: Ticks | null;
  closedAt: Ticks | null;
  reason: "condition_cleared" | "manual" | "deleted" | "undeployed" | null;
  initial: boolean;
  chattering: boolean;
  /** The last data state while it was active. */
  dataState: "known" | "unknown";
}

/** Every event of the instance, sorted by start, then by rule. */
export function referenceEvents(input: ReferenceInput): ReferenceEvent[] {
  const samples = new Map(Object.entries(input.samples).map(([id, list]) => [Number(id), cleaned(list)]));
  const events = input.instance.rules.flatMap((rule) => new RuleRun(input, rule, samples).events());
  return events.sort(byStart);
}

/** What a rule is in once all is judged up to `until`. `truth` is that of its last instant. */
export interface ReferenceState {
  ruleId: string;
  phase: "normal" | "pending" | "active" | "clearing" | "held";
  truth: Truth;
  onset: Ticks | null;
  activatedAt: Ticks | null;
  falseSince: Ticks | null;
  /** Of each comparison, on the values held at `until`. */
  comparisons: Truth[];
}

/** The states of the instance's rules at `until`, in their order; undefined when it is not deployed there. */
export function referenceStates(input: ReferenceInput): ReferenceState[] | undefined {
  const samples = new Map(Object.entries(input.samples).map(([id, list]) => [Number(id), cleaned(list)]));
  const states = input.instance.rules.map((rule) => new RuleRun(input, rule, samples).state());
  return states.every((state) => state !== undefined) ? states : undefined;
}

export function byStart(a: ReferenceEvent, b: ReferenceEvent): number {
  return a.start - b.start || a.activatedAt - b.activatedAt || a.instanceId - b.instanceId ||
    a.deployment - b.deployment || (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : 0);
}

function cleaned(list: readonly Sample[]): Sample[] {
  const byTime = new Map(list.map((sample) => [sample.time, sample]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

type State =
  | { kind: "normal" | "held" | "undeployed" }
  | { kind: "pending"; t0: Ticks; initial: boolean }
  | { kind: "active"; event: ReferenceEvent }
  | { kind: "clearing"; event: ReferenceEvent; t1: Ticks };

const UNKNOWN_SPAN_LIMIT = 600 * TICKS_PER_SECOND;
const CHATTER_SPAN = 60 * TICKS_PER_SECOND;

class RuleRun {
  #all: ReferenceEvent[] = [];
  #state: State = { kind: "undeployed" };
  #deployment = 0;
  #deployedAt = 0;
  #known: KnownStream[] | undefined;
  #unread = new Set<number>();
  /** Every instant judged in this deployment and its truth: between two of them truth stands. */
  #history: { at: Ticks; truth: Truth }[] = [];
  #latches = new Set<BoundComparison>();
  /** What a close by hand found, without deadband; until the next instant. */
  #closedTruth: Truth | null = null;
  readonly #comparisons: BoundComparison[];
  readonly #streams: Set<number>;
  /** The source times of the samples and the times at which their ages are reached, sorted. */
  readonly #fixedInstants: Ticks[];
  readonly #dataTypes: Map<number, DataType>;

  constructor(
    readonly input: ReferenceInput,
    readonly rule: BoundRule,
    readonly samples: Map<number, Sample[]>,
  ) {
    this.#comparisons = comparisonsOf(rule.expression);
    this.#streams = new Set(this.#comparisons.flatMap(streamsOf));
    this.#dataTypes = new Map(input.instance.streams.map((stream) => [stream.id, stream.dataType]));
    const times = [...this.#streams].flatMap((id) => samples.get(id) ?? []).map((sample) => sample.time);
    const ages = this.#comparisons.flatMap((comparison) => this.#ageInstants(comparison));
    this.#fixedInstants = [...times, ...ages].sort((a, b) => a - b);
  }

  state(): ReferenceState | undefined {
    this.events();
    const state = this.#state, { ruleId } = this.rule;
    if (state.kind === "undeployed") return undefined;
    const values = this.#values(Math.max(this.input.until, this.#deployedAt));
    const event = "event" in state ? state.event : null;
    return {
      ruleId,
      phase: state.kind,
      truth: this.#closedTruth ?? this.#history[this.#history.length - 1].truth,
      onset: event?.start ?? ("t0" in state ? state.t0 : null),
      activatedAt: event?.activatedAt ?? null,
      falseSince: "t1" in state ? state.t1 : null,
      comparisons: this.#comparisons.map((one) => comparisonTruth(one, values, this.#latches.has(one))),
    };
  }

  events(): ReferenceEvent[] {
    this.#deploy(this.input.deployedAt, this.input.known);
    for (const command of this.input.commands ?? []) {
      if (command.kind !== "deploy") this.#judgeUpTo(command.at);
      this.#apply(command);
    }
    this.#judgeUpTo(this.input.until);
    return this.#all;
  }

  #judgeUpTo(watermark: Ticks): void {
    for (let at = this.#nextInstant(); at <= watermark; at = this.#nextInstant()) {
      this.#judge(at, false);
    }
  }

  #deploy(at: Ticks, known: KnownStream[] | undefined): void {
    this.#deployment++;
    this.#deployedAt = at;
    this.#known = known;
    this.#history = [];
    this.#latches.clear();
    this.#unread = new Set(known?.filter((one) => !one.read).map((one) => one.stream));
    this.#state = { kind: "normal" };
    this.#judge(at, true);
  }

  #apply(command: ReferenceCommand): void {
    if (command.kind === "deploy") return this.#deploy(command.at, command.known);
    if (this.#state.kind === "undeployed") return;
    if (command.kind === "first_read") {
      if (!this.#unread.delete(command.stream) || !this.#streams.has(command.stream)) return;
      const told = command.known === undefined ? [] : [command.known];
      this.#known = [...told, ...command.others ?? [], ...this.#known ?? []];
      return this.#judge(Math.max(this.#deployedAt, command.at), true);
    }
    if (command.kind === "undeploy") {
      this.#end(command.clock, "undeployed");
      this.#state = { kind: "undeployed" };
    } else if (
      command.ruleId === this.rule.ruleId && this.#isMeant(command.onset) &&
      this.#end(command.clock, nameOf(command.kind))
    ) {
      const values = this.#values(Math.max(this.#deployedAt, command.at));
      const raw = truthOf(this.rule.expression, values, neverLatched);
      this.#state = { kind: raw === "false" ? "normal" : "held" };
      this.#closedTruth = raw;
      this.#latches.clear();
    }
  }

  /** Whether a close that names its event by the onset means the one that is active. */
  #isMeant(onset: Ticks | undefined): boolean {
    const own = this.#all.filter((event) => event.deployment === this.#deployment);
    const named = own.find((event) => event.start === onset);
    return named === undefined || named.endAt === null;
  }

  #end(clock: Ticks, reason: ReferenceEvent["reason"]): boolean {
    if (this.#state.kind !== "active" && this.#state.kind !== "clearing") return false;
    Object.assign(this.#state.event, { endAt: clock, closedAt: clock, reason });
    return true;
  }

  /** The next instant after the last one judged: a sample, an age that is reached, or the state's own timer. */
  #nextInstant(): Ticks {
    if (this.#state.kind === "undeployed") return Infinity;
    const last = this.#history[this.#history.length - 1].at;
    const fixed = this.#fixedInstants.find((at) => at > last) ?? Infinity;
    return Math.min(fixed, this.#ownTimer(last));
  }

  /** When known values turn UNKNOWN of age. */
  #ageInstants(comparison: BoundComparison): Ticks[] {
    if (comparison.maxAge === 0) return [];
    return streamsOf(comparison).flatMap((stream) => {
      const list = this.samples.get(stream) ?? [];
      const isHeld = (at: Ticks, i: number) => i + 1 >= list.length || list[i + 1].time > at;
      const isKnown = (i: number) =>
        heldValue(stream, comparison, {
          at: list[i].time,
          newest: () => list[i],
          dataTypes: this.#dataTypes,
        }) !== undefined;
      return list.map((sample) => sample.time + comparison.maxAge).filter((at, i) =>
        isHeld(at, i) && isKnown(i)
      );
    });
  }

  #ownTimer(last: Ticks): Ticks {
    const truth = this.#history[this.#history.length - 1].truth;
    if (this.#state.kind === "pending") {
      if (truth === "true") return last + this.rule.onDelay - this.#timeOf("true", this.#state.t0, last);
      if (truth === "unknown") return this.#unknownSince() + UNKNOWN_SPAN_LIMIT;
    }
    if (this.#state.kind === "clearing" && truth === "false") {
      return last + this.rule.offDelay - this.#timeOf("false", this.#state.t1, last);
    }
    return Infinity;
  }

  /** How long truth was `truth` from `since` to `until`. */
  #timeOf(truth: Truth, since: Ticks, until: Ticks): number {
    const ends = this.#history.map((_, i) => this.#history[i + 1]?.at ?? until);
    const spans = this.#history.map((one, i) =>
      one.truth === truth && one.at >= since ? ends[i] - one.at : 0
    );
    return spans.reduce((sum, span) => sum + span, 0);
  }

  /** The begin of the unbroken UNKNOWN span that lasts until now. */
  #unknownSince(): Ticks {
    const known = this.#history.findLastIndex((one) => one.truth !== "unknown");
    return this.#history[known + 1]?.at ?? Infinity;
  }

  #judge(at: Ticks, initial: boolean): void {
    const values = this.#values(at);
    const truth = truthOf(this.rule.expression, values, (comparison) => this.#latches.has(comparison));
    this.#unlatch(values);
    this.#history.push({ at, truth });
    this.#closedTruth = null;
    this.#move(at, truth, initial);
    this.#latch(values);
  }

  /** The newest samples at a time; at the deployment itself those that were known then. */
  #values(at: Ticks): Values {
    const known = at === this.#deployedAt ? this.#known : undefined;
    const newest = (stream: number) => {
      if (this.#unread.has(stream)) return undefined;
      const told = known?.find((one) => one.stream === stream && one.read);
      if (told !== undefined) return told.sample ?? undefined;
      return this.samples.get(stream)?.findLast((sample) => sample.time <= at);
    };
    return { at, newest, dataTypes: this.#dataTypes };
  }

  #unlatch(values: Values): void {
    for (const comparison of this.#latches) {
      if (comparisonTruth(comparison, values, true) === "false") this.#latches.delete(comparison);
    }
  }

  #latch(values: Values): void {
    if (this.#state.kind !== "active" && this.#state.kind !== "clearing") return this.#latches.clear();
    for (const comparison of this.#comparisons) {
      if (comparison.deadband > 0 && comparisonTruth(comparison, values, false) === "true") {
        this.#latches.add(comparison);
      }
    }
  }

  /** The state table. */
  #move(at: Ticks, truth: Truth, initial: boolean): void {
    const state = this.#state;
    switch (state.kind) {
      case "normal":
        if (truth === "true") this.#begin({ kind: "pending", t0: at, initial }, at);
        return;
      case "pending":
        if (truth === "true") this.#begin(state, at);
        else if (truth === "false") this.#state = { kind: "normal" };
        else if (at - this.#unknownSince() >= UNKNOWN_SPAN_LIMIT) this.#state = { kind: "normal" };
        return;
      case "active":
        state.event.dataState = truth === "unknown" ? "unknown" : "known";
        if (truth === "false") this.#clear({ kind: "clearing", event: state.event, t1: at }, at);
        return;
      case "clearing":
        state.event.dataState = truth === "unknown" ? "unknown" : "known";
        if (truth === "true") this.#state = { kind: "active", event: state.event };
        else if (truth === "false") this.#clear(state, at);
        return;
      case "held":
        if (truth === "false") this.#state = { kind: "normal" };
        return;
    }
  }

  #begin(pending: State & { kind: "pending" }, at: Ticks): void {
    this.#state = pending;
    if (this.#timeOf("true", pending.t0, at) < this.rule.onDelay) return;
    const near = this.#all.filter((event) => at - event.activatedAt <= CHATTER_SPAN);
    const event: ReferenceEvent = {
      instanceId: this.input.instance.instanceId,
      deployment: this.#deployment,
      ruleId: this.rule.ruleId,
      start: pending.t0,
      activatedAt: at,
      endAt: null,
      closedAt: null,
      reason: null,
      initial: pending.initial,
      chattering: near.length >= 2,
      dataState: "known",
    };
    this.#all.push(event);
    this.#state = { kind: "active", event };
  }

  #clear(clearing: State & { kind: "clearing" }, at: Ticks): void {
    this.#state = clearing;
    if (this.#timeOf("false", clearing.t1, at) < this.rule.offDelay) return;
    Object.assign(clearing.event, { endAt: clearing.t1, closedAt: at, reason: "condition_cleared" });
    this.#state = { kind: "normal" };
  }
}

function nameOf(kind: "close" | "delete"): "manual" | "deleted" {
  return kind === "close" ? "manual" : "deleted";
}
