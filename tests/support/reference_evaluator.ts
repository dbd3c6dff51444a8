/**
 * The naive reference evaluator: computes the events of one instance from all its samples at once. It has no
 * arrival order, batches or snapshots, keeps whole histories and scans them. Every other evaluation of rules is
 * compared with it.
 */
import type { BoundComparison, BoundRule, KnownStream } from "../../domain/evaluation/types.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { samplesOf, TAG_TYPES } from "./reference_samples.ts";
import type { ReferenceCommand, ReferenceEvent, ReferenceInput, ReferenceState } from "./reference_types.ts";
import {
  comparedStreamsOf,
  comparisonsOf,
  comparisonsOfRule,
  comparisonTruth,
  type Latched,
  neverLatched,
  not,
  operandStreamsOf,
  streamsOf,
  truthOf,
} from "./reference_truth.ts";
import { ENGINE_STANDARD, heldValue, type Truth, type Values } from "./reference_values.ts";
import { isOfHeldValues, looksBack, windowTimer } from "./reference_windows.ts";

/** Every event of the instance, sorted by start, then by rule. */
export function referenceEvents(input: ReferenceInput): ReferenceEvent[] {
  const samples = samplesOf(input);
  const events = input.instance.rules.flatMap((rule) => new RuleRun(input, rule, samples).events());
  return events.sort(byStart);
}

/** The states of the instance's rules at `until`, in their order; undefined when it is not deployed there. */
export function referenceStates(input: ReferenceInput): ReferenceState[] | undefined {
  const samples = samplesOf(input);
  const states = input.instance.rules.map((rule) => new RuleRun(input, rule, samples).state());
  return states.every((state) => state !== undefined) ? states : undefined;
}

export function byStart(a: ReferenceEvent, b: ReferenceEvent): number {
  return a.start - b.start || a.activatedAt - b.activatedAt || a.instanceId - b.instanceId ||
    a.deployment - b.deployment || (a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : 0);
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
  /** By stream: up to where its samples were known when the deployment's instant was evaluated. */
  #settled = new Map<number, Ticks>();
  #unread = new Set<number>();
  /** Streams that were read, but without the past for windows. */
  #unfilled = new Set<number>();
  /** Every evaluated instant of this deployment with its truth, which is constant between instants. */
  #history: { at: Ticks; truth: Truth }[] = [];
  #latches = new Set<BoundComparison>();
  /** What the conditions were at a close by hand or by `until`, without deadband; up to the next instant. */
  #closedTruth: Truth | null = null;
  readonly #comparisons: BoundComparison[];
  readonly #streams: Set<number>;
  /** The source times of the samples and the times at which their ages are reached, sorted; each with its stream. */
  readonly #fixedInstants: { at: Ticks; stream: number }[];
  readonly #dataTypes: Map<number, DataType>;

  constructor(
    readonly input: ReferenceInput,
    readonly rule: BoundRule,
    readonly samples: Map<number, Sample[]>,
  ) {
    this.#comparisons = comparisonsOfRule(rule);
    this.#streams = new Set(this.#comparisons.flatMap(streamsOf));
    this.#dataTypes = new Map([
      ...TAG_TYPES,
      ...input.instance.streams.map((stream): [number, DataType] => [stream.id, stream.dataType]),
    ]);
    const times = [...this.#streams].flatMap((stream) =>
      (samples.get(stream) ?? []).map((sample) => ({ at: sample.time, stream }))
    );
    const ages = this.#comparisons.flatMap((comparison) => this.#ageInstants(comparison));
    this.#fixedInstants = [...times, ...ages].sort((a, b) => a.at - b.at);
  }

  state(): ReferenceState | undefined {
    this.events();
    const state = this.#state, { ruleId } = this.rule;
    if (state.kind === "undeployed") return undefined;
    const values = this.#values(Math.max(this.input.until, this.#deployedAt));
    const event = this.#event() ?? null;
    const isLatched = (comparison: BoundComparison) => this.#latches.has(comparison);
    return {
      ruleId,
      phase: state.kind,
      evaluated: this.#closedTruth ?? this.#history[this.#history.length - 1]!.truth,
      truth: this.#truth(values, isLatched),
      onset: event?.start ?? ("t0" in state ? state.t0 : null),
      activatedAt: event?.activatedAt ?? null,
      falseSince: "t1" in state ? state.t1 : null,
      comparisons: this.#comparisons.map((one) => comparisonTruth(one, values, isLatched(one))),
    };
  }

  events(): ReferenceEvent[] {
    const { deployedAt, known, settled } = this.input;
    this.#deploy({ kind: "deploy", at: deployedAt, known, settled });
    for (const command of this.input.commands ?? []) {
      if (command.kind !== "deploy") this.#evaluateUpTo(command.at);
      this.#apply(command);
    }
    this.#evaluateUpTo(this.input.until);
    return this.#all;
  }

  #evaluateUpTo(watermark: Ticks): void {
    for (let at = this.#nextInstant(); at <= watermark; at = this.#nextInstant()) {
      this.#evaluate(at, false);
    }
  }

  #deploy({ at, known, settled = at }: ReferenceCommand & { kind: "deploy" }): void {
    this.#settled = new Map([...this.#streams].map((stream) => [stream, stream < 0 ? at : settled]));
    this.#deployment++;
    this.#deployedAt = at;
    this.#known = known;
    this.#history = [];
    this.#latches.clear();
    this.#unread = new Set(known?.filter((one) => !one.read).map((one) => one.stream));
    this.#unfilled = new Set(known?.filter((one) => one.unfilled === true).map((one) => one.stream));
    this.#state = { kind: "normal" };
    this.#evaluate(at, true);
  }

  #apply(command: ReferenceCommand): void {
    if (command.kind === "deploy") return this.#deploy(command);
    if (command.kind === "upgrade") throw new TypeError("The rules of each version have their own lives");
    if (this.#state.kind === "undeployed") return;
    if (command.kind === "first_read") {
      if (!this.#isWaitedFor(command.stream)) return;
      this.#unread.delete(command.stream);
      this.#unfilled.delete(command.stream);
      const own = command.known === undefined ? [] : [command.known];
      this.#known = [...own, ...command.others ?? [], ...this.#known ?? []];
      for (const { stream } of [command, ...command.others ?? []]) this.#settled.set(stream, command.at);
      return this.#evaluate(Math.max(this.#deployedAt, command.at), true);
    }
    if (command.kind === "lost") {
      if (!this.#streams.has(command.stream)) return;
      this.#unread.add(command.stream);
      return this.#evaluate(Math.max(this.#deployedAt, command.at), true);
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

  #isWaitedFor(stream: number): boolean {
    if (this.#unread.has(stream)) return this.#streams.has(stream);
    return this.#unfilled.has(stream) &&
      this.#comparisons.some((comparison) => comparison.stream === stream && looksBack(comparison));
  }

  /** Whether a close that names its event by the onset means the one that is active. */
  #isMeant(onset: Ticks | undefined): boolean {
    const own = this.#all.filter((event) => event.deployment === this.#deployment);
    const named = own.find((event) => event.start === onset);
    return named === undefined || named.endAt === null;
  }

  #end(clock: Ticks, reason: ReferenceEvent["reason"]): boolean {
    const event = this.#event();
    if (event === undefined) return false;
    Object.assign(event, { endAt: clock, closedAt: clock, reason });
    return true;
  }

  /**
   * The next instant after the last evaluated one: a sample, an age that is reached, or the state's own timer. Samples of
   * an unread stream are no instants.
   */
  #nextInstant(): Ticks {
    if (this.#state.kind === "undeployed") return Infinity;
    const last = this.#history[this.#history.length - 1]!.at;
    const fixed = this.#fixedInstants.find(({ at, stream }) => at > last && !this.#unread.has(stream))?.at ??
      Infinity;
    return Math.min(fixed, this.#ownTimer(last), ...this.#windowTimers(last));
  }

  /** While no sample comes. What has come since of the time up to the deployment counts here. */
  #windowTimers(last: Ticks): Ticks[] {
    const values = this.#valuesOf(last, undefined);
    return this.#comparisons.map((comparison) => windowTimer(comparison, values, last));
  }

  /** When known values turn UNKNOWN of age. */
  #ageInstants(comparison: BoundComparison): { at: Ticks; stream: number }[] {
    const { acceptUncertain } = comparison;
    const own = isOfHeldValues(comparison) ? comparedStreamsOf(comparison) : [];
    return [...own, ...operandStreamsOf(comparison)].flatMap(({ stream, maxAge }) => {
      const list = this.samples.get(stream) ?? [];
      if (maxAge === 0 || stream < 0) return [];
      const isHeld = (at: Ticks, i: number) => i + 1 >= list.length || list[i + 1]!.time > at;
      const isKnown = (i: number) => {
        const values = {
          ...this.#valuesOf(list[i]!.time, undefined),
          isRead: () => true,
          newest: () => list[i],
        };
        return heldValue(stream, { maxAge, acceptUncertain }, values) !== undefined;
      };
      return list.map((sample) => ({ at: sample.time + maxAge, stream }))
        .filter(({ at }, i) => isHeld(at, i) && isKnown(i));
    });
  }

  #ownTimer(last: Ticks): Ticks {
    const truth = this.#history[this.#history.length - 1]!.truth;
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
      one.truth === truth && one.at >= since ? ends[i]! - one.at : 0
    );
    return spans.reduce((sum, span) => sum + span, 0);
  }

  /** The begin of the unbroken UNKNOWN span that lasts until now. */
  #unknownSince(): Ticks {
    const known = this.#history.findLastIndex((one) => one.truth !== "unknown");
    return this.#history[known + 1]?.at ?? Infinity;
  }

  #evaluate(at: Ticks, initial: boolean): void {
    const values = this.#values(at), { expression, until } = this.rule, event = this.#event();
    // A stream is read or lost at the very instant that opened the event: `until` is not asked there.
    if (until !== undefined && event?.activatedAt === at) return;
    const asked = until === undefined ? expression : event && until;
    const truth = this.#truth(values, (comparison) => this.#latches.has(comparison));
    this.#unlatch(values);
    this.#history.push({ at, truth });
    this.#closedTruth = null;
    this.#move(values, truth, initial);
    this.#latch(values, asked === undefined ? [] : comparisonsOf(asked));
  }

  /** The one that is active. */
  #event(): ReferenceEvent | undefined {
    return "event" in this.#state ? this.#state.event : undefined;
  }

  /** That of the conditions; while an event is active, of a rule with an end of its own, whether that has not come. */
  #truth(values: Values, isLatched: Latched): Truth {
    const { expression, until } = this.rule;
    if (until === undefined || this.#event() === undefined) return truthOf(expression, values, isLatched);
    const truth = truthOf(until, values, isLatched);
    values.seen?.("until", truth);
    return not(truth);
  }

  /** The samples at or before a time; at the deployment itself those that were known then. */
  #values(at: Ticks): Values {
    return this.#valuesOf(at, at === this.#deployedAt ? this.#known : undefined);
  }

  #valuesOf(at: Ticks, known: KnownStream[] | undefined): Values {
    const isRead = (stream: number) => !this.#unread.has(stream);
    const isFilled = (stream: number) => !this.#unfilled.has(stream);
    const knownOf = (stream: number) => known?.find((one) => one.stream === stream && one.read);
    const upTo = (stream: number, to: Ticks) =>
      (this.samples.get(stream) ?? []).filter((sample) => sample.time <= to);
    const newest = (stream: number) => {
      const found = knownOf(stream);
      if (!isRead(stream)) return undefined;
      return found === undefined ? upTo(stream, at).at(-1) : found.sample ?? undefined;
    };
    const samples = (stream: number) => {
      const found = knownOf(stream);
      if (found === undefined) return upTo(stream, at);
      return [...upTo(stream, Math.min(at, this.#settled.get(stream) ?? at)), ...found.recent ?? []];
    };
    const standard = this.input.standard ?? ENGINE_STANDARD, deployedAt = this.#deployedAt;
    const { seen } = this.input;
    return { seen, standard, at, deployedAt, newest, samples, isRead, isFilled, dataTypes: this.#dataTypes };
  }

  #unlatch(values: Values): void {
    for (const comparison of this.#latches) {
      if (comparisonTruth(comparison, values, true) === "false") this.#latches.delete(comparison);
    }
  }

  #latch(values: Values, asked: readonly BoundComparison[]): void {
    if (this.#event() === undefined) return this.#latches.clear();
    for (const comparison of asked) {
      if (comparison.deadband > 0 && comparisonTruth(comparison, values, false) === "true") {
        this.#latches.add(comparison);
      }
    }
  }

  /** The state table. */
  #move(values: Values, truth: Truth, initial: boolean): void {
    const state = this.#state, { at } = values;
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
        if (truth === "false") this.#clear({ kind: "clearing", event: state.event, t1: at }, values);
        return;
      case "clearing":
        state.event.dataState = truth === "unknown" ? "unknown" : "known";
        if (truth === "true") this.#state = { kind: "active", event: state.event };
        else if (truth === "false") this.#clear(state, values);
        return;
      case "held":
        if (truth === "false") this.#state = { kind: "normal" };
        return;
    }
  }

  #begin(pending: State & { kind: "pending" }, at: Ticks): void {
    this.#state = pending;
    if (this.#timeOf("true", pending.t0, at) < this.rule.onDelay) return;
    const before = [...this.input.earlier ?? [], ...this.#all.map((event) => event.activatedAt)];
    const near = before.filter((activatedAt) => at - activatedAt <= CHATTER_SPAN);
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

  #clear(clearing: State & { kind: "clearing" }, values: Values): void {
    const { at } = values, { expression, until } = this.rule;
    this.#state = clearing;
    if (this.#timeOf("false", clearing.t1, at) < this.rule.offDelay) return;
    Object.assign(clearing.event, { endAt: clearing.t1, closedAt: at, reason: "condition_cleared" });
    if (until !== undefined) this.#closedTruth = truthOf(expression, values, neverLatched);
    this.#state = { kind: (this.#closedTruth ?? "false") === "false" ? "normal" : "held" };
  }
}

function nameOf(kind: "close" | "delete"): "manual" | "deleted" {
  return kind === "close" ? "manual" : "deleted";
}
