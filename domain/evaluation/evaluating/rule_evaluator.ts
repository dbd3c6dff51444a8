import type { Sample } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import type { ConditionColumns } from "./condition_columns.ts";
import type { ConditionEvaluator } from "./condition_evaluator.ts";
import type { InstanceTable } from "../state/instance_table.ts";
import { decidingRows } from "./deciding_rows.ts";
import { asTruth, type Program, runProgram } from "./program.ts";
import { NONE } from "../state/row_index.ts";
import type { RuleColumns } from "../state/rule_columns.ts";
import { RuleDelays } from "../state/rule_delays.ts";
import {
  ACTIVATED_AT,
  ACTIVATION_BEFORE,
  CHATTERING_SPAN,
  ELAPSED,
  FALSE_SINCE,
  INITIAL,
  LAST_ACTIVATION,
  ONSET,
  SINCE,
} from "../state/rule_times.ts";
import { ACTIVE, CLEARING, HELD, isOpen, nextPhase, NORMAL, type Phase } from "../state/state_table.ts";
import { FALSE, negated, TRUE, type Truth, UNKNOWN } from "./truth.ts";
import type { StreamColumns } from "../intake/stream_columns.ts";
import type { StreamScreens } from "../intake/stream_screens.ts";
import type { Decided, DecidingSample, Transition } from "../types.ts";

export interface RuleEvaluatorColumns {
  instances: InstanceTable;
  rules: RuleColumns;
  conditions: ConditionColumns;
  streams: StreamColumns;
  screens: StreamScreens;
  conditionEvaluator: ConditionEvaluator;
}

/** An instant of a rule. `initial`: of a deployment or first read. */
export interface Instant {
  at: Ticks;
  initial: boolean;
}

/** Receives every change of a rule's (row's) truth. A rule starts as UNKNOWN. */
export type TruthListener = (rule: number, truth: Truth, at: Ticks) => void;

/** Evaluates a rule at an instant: first its truth, then the state table, then the latches. */
export class RuleEvaluator {
  onTruth: TruthListener | null = null;
  readonly #instances: InstanceTable;
  readonly #rules: RuleColumns;
  readonly #conditions: ConditionColumns;
  readonly #streams: StreamColumns;
  readonly #screens: StreamScreens;
  readonly #condition: ConditionEvaluator;
  readonly #delays: RuleDelays;
  readonly #truths = new Uint8Array(64);
  readonly #stack: Truth[] = [];
  /** The condition that last made an `all` FALSE. */
  #falseRow = 0;

  constructor({ instances, rules, conditions, streams, screens, conditionEvaluator }: RuleEvaluatorColumns) {
    this.#instances = instances;
    this.#rules = rules;
    this.#conditions = conditions;
    this.#streams = streams;
    this.#screens = screens;
    this.#condition = conditionEvaluator;
    this.#delays = new RuleDelays(rules);
  }

  evaluate(rule: number, instant: Instant, out: Transition[]): void {
    const rules = this.#rules, { at } = instant;
    const phase = rules.phaseOf(rule), before = asTruth(rules.truth[rule]!);
    if (isOpen(phase) && this.#isOpening(rule, at)) return;
    const truth = this.truthOf(rule, at);
    this.#screens.setWitness(rule, truth === FALSE && !isOpen(phase) ? this.#witnessOf(rule) : NONE);
    if (truth === before && phase === NORMAL && truth !== TRUE) return;
    if (truth !== before && isOpen(phase)) this.#dataState(rule, { before, truth, at }, out);
    const next = nextPhase(phase, truth, this.#delays.isDue(rule, { before, truth, at }));
    if (next !== phase) this.#enter(rule, { phase, next, ...instant }, out);
    else if (truth !== before) this.#delays.stopOrGo(rule, { before, at });
    if (truth !== before && this.onTruth !== null) this.onTruth(rule, truth, at);
    rules.phase[rule] = next;
    rules.truth[rule] = truth;
    const { until, hasDeadband } = rules.programOf(rule);
    if (until !== null && isOpen(phase) !== isOpen(next)) this.#beginOrEnd(rule, at);
    if (!hasDeadband) return;
    if (!isOpen(next)) {
      if (isOpen(phase)) this.unlatch(rule);
    } else if (until === null || isOpen(phase)) this.#latch(rule);
  }

  /** Whether this is the instant that opened the event: a stream may be read or lost there, but `until` is not asked. */
  #isOpening(rule: number, at: Ticks): boolean {
    const { values, placeOf } = this.#rules.times;
    return this.#rules.programOf(rule).until !== null && values[placeOf[rule]! + ACTIVATED_AT] === at;
  }

  /**
   * Any sample of the rule's streams is the next instant, at which `until` is first asked. Where it has ended the event,
   * the rule is HELD unless the conditions are FALSE.
   */
  #beginOrEnd(rule: number, at: Ticks): void {
    const rules = this.#rules;
    if (isOpen(rules.phaseOf(rule))) return this.#screens.unsettle(rule);
    const before = rules.truth[rule], truth = this.truthOf(rule, at);
    if (truth !== FALSE) rules.phase[rule] = HELD;
    rules.truth[rule] = truth;
    if (truth !== before && this.onTruth !== null) this.onTruth(rule, truth, at);
  }

  /** The rule's truth at `at`: that of its conditions, or of `not` until while its event is open. */
  truthOf(rule: number, at: Ticks): Truth {
    const rules = this.#rules, first = rules.firstCondition[rule]!, program = rules.programOf(rule);
    const isActive = isOpen(rules.phaseOf(rule));
    if (!isActive || program.until === null) return this.#truthOf(program, first, at, isActive);
    return negated(this.#truthOf(program.until, first + program.conditions, at, true));
  }

  /**
   * Leaves the truths of the comparisons in `#truths`, for the latches of a rule that is or becomes open: an
   * `all` that opens has only TRUE conditions.
   */
  #truthOf(program: Program, first: number, at: Ticks, isActive: boolean): Truth {
    const { kind, conditions } = program;
    if (kind === "postfix" || (program.hasDeadband && (kind !== "all" || isActive))) {
      for (let i = 0; i < conditions; i++) this.#truths[i] = this.#condition.truth(first + i, at);
      return runProgram(program, this.#truths, this.#stack);
    }
    if (kind === "any") return this.#greatestTruth(first, conditions, at);
    const truth = this.#leastTruth(first, conditions, at);
    if (truth === TRUE) this.#truths.fill(TRUE, 0, conditions);
    return truth;
  }

  /**
   * The rule's next timer after `after`: the end of its delay or a change of a condition. Infinity when there
   * is none.
   */
  nextTimer(rule: number, after: Ticks): Ticks {
    const { comparisons, hasOwnTimes } = this.#rules.programOf(rule);
    let next = this.#delays.endOf(rule);
    if (!hasOwnTimes) return next;
    const first = this.#rules.firstCondition[rule]!, end = first + comparisons;
    for (let row = first; row < end; row++) next = Math.min(next, this.#condition.nextChange(row, after));
    return next;
  }

  /** The delay of a PENDING or CLEARING rule: the time elapsed at `at`, and its expected end. */
  delayAt(rule: number, at: Ticks): { elapsed: Ticks; endsAt: Ticks } {
    const before = asTruth(this.#rules.truth[rule]!);
    const elapsed = this.#delays.isDelayed(rule) ? this.#delays.elapsedAt(rule, { before, at }) : 0;
    return { elapsed, endsAt: this.#delays.endOf(rule) };
  }

  /**
   * The state of a condition (row) at `at`, with its next change without a sample; Infinity if there is none.
   */
  comparisonAt(row: number, at: Ticks): { truth: Truth; changesAt: Ticks; measured: number | null } {
    const condition = this.#condition;
    return {
      truth: condition.truth(row, at),
      changesAt: condition.nextChange(row, at),
      measured: condition.measured(row, at),
    };
  }

  /** The rows of the streams that the rule names, each once, in the order of its comparisons. */
  streamsOf(rule: number): Set<number> {
    return this.#streamsOf(rule, this.#rules.programOf(rule).comparisons);
  }

  /** Those of the first `count` comparisons. */
  #streamsOf(rule: number, count: number): Set<number> {
    const first = this.#rules.firstCondition[rule]!, named = new Set<number>();
    for (let row = first; row < first + count; row++) {
      for (const stream of this.#conditions.streamsOf(row)) named.add(stream);
    }
    return named;
  }

  /** Clears the latches, so that the rule is evaluated without deadband. */
  unlatch(rule: number): void {
    const first = this.#rules.firstCondition[rule]!, end = first + this.#rules.programOf(rule).comparisons;
    for (let row = first; row < end; row++) this.#setLatch(row, { rule, latched: 0 });
  }

  #leastTruth(first: number, count: number, at: Ticks): Truth {
    let least: Truth = TRUE;
    for (let row = first; row < first + count; row++) {
      const truth = this.#condition.truth(row, at);
      if (truth < least) least = truth;
      if (truth !== FALSE) continue;
      this.#falseRow = row;
      break;
    }
    return least;
  }

  /** The stream that keeps an `all` FALSE. The rule is not open, and `truthOf` has just returned FALSE. */
  #witnessOf(rule: number): number {
    const { kind, hasConstants } = this.#rules.programOf(rule);
    return kind === "all" && hasConstants ? this.#conditions.stream[this.#falseRow]! : NONE;
  }

  #greatestTruth(first: number, count: number, at: Ticks): Truth {
    let greatest: Truth = FALSE;
    for (let row = first; row < first + count && greatest !== TRUE; row++) {
      const truth = this.#condition.truth(row, at);
      if (truth > greatest) greatest = truth;
    }
    return greatest;
  }

  #enter(rule: number, change: Instant & { phase: Phase; next: Phase }, out: Transition[]): void {
    const { times } = this.#rules, { phase, next, at } = change, place = times.placeFor(rule);
    const { values } = times;
    values[place + ELAPSED] = 0;
    values[place + SINCE] = at;
    if (phase === NORMAL) {
      values[place + ONSET] = at;
      values[place + INITIAL] = Number(change.initial);
    }
    if (next === ACTIVE && phase !== CLEARING) this.#open(rule, at, out);
    if (next === CLEARING) values[place + FALSE_SINCE] = at;
    if (next !== NORMAL) return;
    if (isOpen(phase)) {
      const endAt = phase === CLEARING ? values[place + FALSE_SINCE]! : at;
      out.push({ kind: "closed", ...this.#eventOf(rule), endAt, closedAt: at });
    }
    if (values[place + LAST_ACTIVATION] === -Infinity) times.drop(rule);
  }

  #open(rule: number, at: Ticks, out: Transition[]): void {
    const { values, placeOf } = this.#rules.times, place = placeOf[rule]!;
    const chattering = at - values[place + ACTIVATION_BEFORE]! <= CHATTERING_SPAN;
    values[place + ACTIVATED_AT] = at;
    values[place + ACTIVATION_BEFORE] = values[place + LAST_ACTIVATION]!;
    values[place + LAST_ACTIVATION] = at;
    out.push({
      kind: "opened",
      ...this.#eventOf(rule),
      activatedAt: at,
      initial: values[place + INITIAL] === 1,
      chattering,
      dataState: "known",
      trigger: this.#decidingSamples(rule),
      decided: this.#decided(rule, at),
    });
  }

  /** The first comparison outside `not` that is TRUE, else the first one. */
  #decided(rule: number, at: Ticks): Decided {
    const { isNegated } = this.#rules.programOf(rule), first = this.#rules.firstCondition[rule]!;
    const found = isNegated.findIndex((inNot, i) => !inNot && this.#condition.truth(first + i, at) === TRUE);
    const comparison = Math.max(0, found);
    return { comparison, measured: this.#condition.measured(first + comparison, at) };
  }

  #dataState(
    rule: number,
    { before, truth, at }: { before: Truth; truth: Truth; at: Ticks },
    out: Transition[],
  ) {
    if (before !== UNKNOWN && truth !== UNKNOWN) return;
    const dataState = truth === UNKNOWN ? "unknown" : "known";
    out.push({ kind: "data_state", ...this.#eventOf(rule), dataState, at });
  }

  #eventOf(rule: number) {
    const { owner, times } = this.#rules, { id, deployment } = this.#instances;
    const row = owner[rule]!, ruleIndex = this.#instances.indexOfRule(row, rule);
    return {
      instanceId: id[row]!,
      deployment: deployment[row]!,
      ruleIndex,
      ruleId: this.#instances.ruleIdsOf(row)[ruleIndex]!,
      onset: times.values[times.placeOf[rule]! + ONSET]!,
    };
  }

  /** The newest sample of each stream that the conditions name, in their order. */
  #decidingSamples(rule: number): DecidingSample[] {
    const deciding: DecidingSample[] = [];
    for (const row of this.#streamsOf(rule, this.#rules.programOf(rule).conditions)) {
      const sample = this.#streams.read[row] === 1 ? this.#sampleOf(row) : null;
      if (sample !== null) deciding.push({ stream: this.#streams.id[row]!, sample });
    }
    return deciding;
  }

  #sampleOf(row: number): Sample | null {
    return this.#streams.newest.sampleOf(row, this.#streams.typeOf(row));
  }

  /**
   * In an open phase, a condition latches while TRUE, unlatches when it resets, and keeps its latch while
   * UNKNOWN.
   */
  #latch(rule: number): void {
    const conditions = this.#conditions, { first, count } = decidingRows(this.#rules, rule);
    for (let i = 0; i < count; i++) {
      if (conditions.formOf(first + i).deadband > 0 && this.#truths[i] !== UNKNOWN) {
        this.#setLatch(first + i, { rule, latched: Number(this.#truths[i] === TRUE) });
      }
    }
  }

  #setLatch(row: number, { rule, latched }: { rule: number; latched: number }): void {
    if (this.#conditions.latched[row] !== latched) this.#screens.latch(row, { rule, latched });
  }
}
