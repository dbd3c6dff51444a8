import {
  BETWEEN,
  EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  OUTSIDE,
} from "../evaluating/comparison.ts";
import { LITERAL } from "../evaluating/compiled_condition.ts";
import type { ConditionColumns } from "../evaluating/condition_columns.ts";
import { ALWAYS, ASLEEP, LimitColumns } from "../evaluating/limit_columns.ts";
import { NONE } from "../state/row_index.ts";
import { AWAKE, type RuleColumns, SLEEPING, SLEEPLESS } from "../state/rule_columns.ts";
import { GOOD } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { WokenRules } from "../evaluating/woken_rules.ts";

/** Limits are only put to sleep in lists of up to this many: in longer lists another limit is close anyway. */
const FEW = 8;

/**
 * Finds the rules that a sample can change. A good value after a good one changes a comparison with constants only if
 * it reaches or passes its limit (moved by the deadband while latched); other conditions count as always changing. A
 * rule that is FALSE because of another stream, its witness, is not woken: passed limits sleep until it is evaluated.
 *
 * A stream is settled while all its rules have been evaluated on its held value, or an equivalent one. A change outside
 * an evaluated instant must call `unsettle`, and a change of latches `forget`.
 */
export class StreamScreens {
  /** The rules to evaluate at the current instant, because of samples or timers. */
  readonly woken = new WokenRules();
  readonly limits = new LimitColumns();
  readonly #rules: RuleColumns;
  readonly #conditions: ConditionColumns;
  readonly #streams: StreamColumns;

  constructor({ rules, conditions, streams }: {
    rules: RuleColumns;
    conditions: ConditionColumns;
    streams: StreamColumns;
  }) {
    this.#rules = rules;
    this.#conditions = conditions;
    this.#streams = streams;
  }

  /** Clears witnesses that are no longer settled. Must be called before samples are taken. */
  rouse(): void {
    for (const stream of this.#streams.unsettled) {
      for (const rule of this.limits.rulesOf(stream).slice()) {
        if (this.#rules.witness[rule] === stream) this.setWitness(rule, NONE);
      }
    }
    this.#streams.unsettled.length = 0;
  }

  /** Sets the stream that makes a rule FALSE; NONE if no single stream does. */
  setWitness(rule: number, stream: number): void {
    const { witness, sleep } = this.#rules, next = this.#streams.isSettled[stream] === 1 ? stream : NONE;
    if (sleep[rule] === SLEEPING && witness[rule] !== next) this.#wakeLimits(rule);
    witness[rule] = next;
  }

  #wakeLimits(rule: number): void {
    const first = this.#rules.firstCondition[rule]!, end = first + this.#rules.programOf(rule).comparisons;
    for (let row = first; row < end; row++) {
      const stream = this.#conditions.stream[row]!, to = this.#limitsOf(row)[0]!;
      if (!this.limits.has(stream)) continue;
      if (!this.limits.move(stream, { rule, from: ASLEEP, to })) continue;
      this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]!));
    }
    this.#rules.sleep[rule] = AWAKE;
  }

  /** Marks the streams of a rule as unsettled, because its state does not come from what they hold. */
  unsettle(rule: number): void {
    const first = this.#rules.firstCondition[rule]!, end = first + this.#rules.programOf(rule).comparisons;
    for (let row = first; row < end; row++) {
      for (const stream of this.#conditions.streamsOf(row)) this.#streams.unsettle(stream);
    }
  }

  /** Sets the latch of a rule's condition (row) and moves its limits. */
  latch(row: number, { rule, latched }: { rule: number; latched: number }): void {
    const stream = this.#conditions.stream[row]!, before = this.#limitsOf(row);
    this.#conditions.latched[row] = latched;
    if (!this.limits.has(stream) || this.#rules.programOf(rule).hasOwnTimes) return;
    const after = this.#limitsOf(row);
    for (let i = 0; i < before.length; i++) {
      if (before[i] !== after[i]) this.limits.move(stream, { rule, from: before[i]!, to: after[i]! });
    }
    this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]!));
  }

  /** Adds a rule to a stream. */
  add(stream: number, rule: number): void {
    this.limits.add(stream, rule);
    this.#streams.unsettle(stream);
  }

  /** Adds many rules at once; `streams` and `rules` correspond by index. */
  addAll(streams: Int32Array, rules: Int32Array): void {
    this.limits.addAll(streams, rules);
    for (let i = 0; i < streams.length; i++) this.#streams.unsettle(streams[i]!);
  }

  /** Removes a rule from a stream. */
  remove(stream: number, rule: number): void {
    this.limits.remove(stream, rule);
    this.#streams.quietLow[stream] = Infinity;
  }

  /** Marks the limits of a stream as invalid after a change of latches. */
  forget(stream: number): void {
    this.#streams.quietLow[stream] = Infinity;
    this.limits.forget(stream);
  }

  /** Marks a stream as settled: all its rules are evaluated at this instant on its held value. */
  settle(stream: number): void {
    this.#streams.isSettled[stream] = 1;
    if (!this.limits.has(stream)) this.#make(stream);
    this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]!));
  }

  /**
   * Wakes the rules that the new value of a settled stream may change. `before`: the previous value; NaN if
   * it was not good.
   */
  passed(stream: number, before: number): void {
    const { newest } = this.#streams, x = newest.value[stream]!;
    if (!this.limits.has(stream)) this.#make(stream);
    if (before === before && newest.grade[stream] === GOOD) {
      this.#narrow(stream, this.#wakeBetween(stream, before, x));
      return;
    }
    for (const rule of this.limits.rulesOf(stream)) this.#wake(rule, stream);
    this.#narrow(stream, this.limits.placeOf(stream, x));
  }

  /** Returns the index of `x`; see `LimitColumns.placeOf`. */
  #wakeBetween(stream: number, before: number, x: number): number {
    const { limit, rule } = this.limits, first = this.limits.firstOf(stream), end = this.limits.endOf(stream);
    const isRising = before < x, high = isRising ? x : before;
    for (let i = first; i < end && limit[i] === ALWAYS; i++) this.woken.add(rule[i]!);
    const low = this.limits.placeOf(stream, isRising ? before : x), areFew = end - first <= FEW;
    let i = low;
    while (i < end && limit[i]! <= high) {
      if (!this.#wake(rule[i]!, stream) && areFew && this.#rules.sleep[rule[i]!] !== SLEEPLESS) {
        this.#sleep(stream, i);
      } else i++;
    }
    if (!isRising) return low;
    return i > first && limit[i - 1] === x ? i - 1 : i;
  }

  /** Wakes a rule, unless its witness keeps it FALSE; then returns false. */
  #wake(rule: number, stream: number): boolean {
    const witness = this.#rules.witness[rule], isWoken = witness === NONE || witness === stream;
    if (isWoken) this.woken.add(rule);
    return isWoken;
  }

  #sleep(stream: number, place: number): void {
    const rule = this.limits.rule[place]!;
    this.#rules.sleep[rule] = SLEEPING;
    this.limits.move(stream, { rule, from: this.limits.limit[place]!, to: ASLEEP });
  }

  /** Sets the quiet range around the held value, whose index among the limits is `place`. */
  #narrow(stream: number, place: number): void {
    const { newest, history, isSettled, quietLow, quietHigh } = this.#streams, { limit } = this.limits;
    const first = this.limits.firstOf(stream), end = this.limits.endOf(stream);
    const isOnLimit = place < end && limit[place] === newest.value[stream];
    quietLow[stream] = Infinity;
    if (isOnLimit || (first < end && limit[first] === ALWAYS) || isSettled[stream] === 0) return;
    if (newest.grade[stream] !== GOOD || history[stream] !== null) return;
    quietLow[stream] = place > first ? limit[place - 1]! : -Infinity;
    quietHigh[stream] = place < end ? limit[place]! : Infinity;
  }

  #make(stream: number): void {
    const limits: number[] = [], rules: number[] = [];
    for (const rule of new Set(this.limits.rulesOf(stream))) {
      for (const limit of this.#limitsOn(stream, rule)) {
        limits.push(limit);
        rules.push(rule);
      }
    }
    this.limits.set(stream, { limits, rules });
  }

  #limitsOn(stream: number, rule: number): number[] {
    if (this.#rules.programOf(rule).hasOwnTimes) return [ALWAYS];
    const conditions = this.#conditions, first = this.#rules.firstCondition[rule]!, limits: number[] = [];
    for (let row = first; row < first + this.#rules.programOf(rule).comparisons; row++) {
      const isNamed = conditions.stream[row] === stream || conditions.streamsOf(row).includes(stream);
      if (isNamed) limits.push(...this.#limitsOf(row));
    }
    return limits;
  }

  #limitsOf(row: number): number[] {
    const { lowStream, highStream, list, calculation } = this.#conditions.partsOf(row);
    const isSimple = lowStream === LITERAL && highStream === LITERAL && list === null && calculation === null;
    return isSimple ? limitsOf(this.#conditions, row) : [ALWAYS];
  }
}

/**
 * The values at which a comparison with constants changes its truth; see `compareNumber` and `compareLatched`. Any
 * value may change a comparison that has no case here.
 */
function limitsOf(conditions: ConditionColumns, row: number): number[] {
  const { code, isPlain, tolerance, deadband } = conditions.formOf(row), parts = conditions.partsOf(row);
  const low = isPlain ? conditions.plainOperand(row) : parts.low, { high } = parts;
  const band = conditions.latched[row] === 1 ? deadband : 0;
  switch (code) {
    case GREATER:
    case GREATER_OR_EQUAL:
      return [low - band];
    case LESS:
    case LESS_OR_EQUAL:
      return [low + band];
    case BETWEEN:
      return [low - band, high + band];
    case OUTSIDE:
      return [low + band, high - band];
    case EQUAL:
      return [tolerance === 0 ? low : ALWAYS];
    default:
      return [ALWAYS];
  }
}
