import {
  BETWEEN,
  BIT_SET,
  type Code,
  DEVIATION,
  EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  type NumberCode,
  OUTSIDE,
} from "../judging/comparison.ts";
import { LITERAL } from "../judging/compiled_condition.ts";
import type { ConditionColumns } from "../judging/condition_columns.ts";
import { ALWAYS, ASLEEP, LimitColumns } from "../judging/limit_columns.ts";
import { NONE } from "../state/row_index.ts";
import { AWAKE, type RuleColumns, SLEEPING, SLEEPLESS } from "../state/rule_columns.ts";
import { GOOD } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { WokenRules } from "../judging/woken_rules.ts";

/** Among more limits than this others are near: to let one sleep gains little. */
const FEW = 8;

/**
 * Says which rules a sample can change. A good value after a good one changes no condition that compares it with a
 * constant unless it passes, or reaches, the constant (moved by its deadband while it is latched); conditions that look
 * at time, texts or other streams are always taken to change. Rules that nothing changes need no judging: their delays
 * have timers of their own. Nor does a rule that is FALSE by the condition of another stream, its witness: a limit of it
 * that is passed sleeps on until the rule is judged by another one.
 *
 * A stream is settled while every rule that names it was judged on what it holds, or on what comes to the same. Whoever
 * changes a value, a truth or a deployment by another way than a judged instant unsettles it; whoever moves a latch says
 * so by `forget`.
 */
export class StreamScreens {
  /** The rules that the samples of an instant may change, or a timer. */
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

  /** Takes their witness from rules whose witness is settled no more. To be called before samples are taken in. */
  rouse(): void {
    for (const stream of this.#streams.unsettled) {
      for (const rule of this.limits.rulesOf(stream).slice()) {
        if (this.#rules.witness[rule] === stream) this.setWitness(rule, NONE);
      }
    }
    this.#streams.unsettled.length = 0;
  }

  /** A rule is FALSE by what a stream holds; NONE: by no one stream. */
  setWitness(rule: number, stream: number): void {
    const { witness, sleep } = this.#rules, next = this.#streams.isSettled[stream] === 1 ? stream : NONE;
    if (sleep[rule] === SLEEPING && witness[rule] !== next) this.#wakeLimits(rule);
    witness[rule] = next;
  }

  #wakeLimits(rule: number): void {
    const first = this.#rules.firstCondition[rule], end = first + this.#rules.programOf(rule).comparisons;
    for (let row = first; row < end; row++) {
      const stream = this.#conditions.stream[row], [to] = this.#limitsOf(row);
      if (!this.limits.has(stream)) continue;
      if (!this.limits.move(stream, { rule, from: ASLEEP, to })) continue;
      this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]));
    }
    this.#rules.sleep[rule] = AWAKE;
  }

  /** What the streams of a rule hold is not what it was judged on. */
  unsettle(rule: number): void {
    const first = this.#rules.firstCondition[rule], end = first + this.#rules.programOf(rule).comparisons;
    for (let row = first; row < end; row++) {
      for (const stream of this.#conditions.streamsOf(row)) this.#streams.unsettle(stream);
    }
  }

  /** A condition (row) of a rule is latched or unlatched: its limits move. */
  latch(row: number, { rule, latched }: { rule: number; latched: number }): void {
    const { stream: { [row]: stream }, latched: latches } = this.#conditions;
    const before = this.#limitsOf(row);
    latches[row] = latched;
    if (!this.limits.has(stream) || this.#rules.programOf(rule).hasOwnTimes) return;
    const after = this.#limitsOf(row);
    for (let i = 0; i < before.length; i++) {
      if (before[i] !== after[i]) this.limits.move(stream, { rule, from: before[i], to: after[i] });
    }
    this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]));
  }

  /** A rule comes to name a stream. */
  add(stream: number, rule: number): void {
    this.limits.add(stream, rule);
    this.#streams.unsettle(stream);
  }

  /** The same for many: `streams` and `rules` beside each other. */
  addAll(streams: Int32Array, rules: Int32Array): void {
    this.limits.addAll(streams, rules);
    for (let i = 0; i < streams.length; i++) this.#streams.unsettle(streams[i]);
  }

  /** A rule names a stream no more. */
  remove(stream: number, rule: number): void {
    this.limits.remove(stream, rule);
    this.#streams.quietLow[stream] = Infinity;
  }

  /** The limits of a stream are no more what they were: a rule was given latches. */
  forget(stream: number): void {
    this.#streams.quietLow[stream] = Infinity;
    this.limits.forget(stream);
  }

  /** All rules of the stream are judged at this instant on what it holds. */
  settle(stream: number): void {
    this.#streams.isSettled[stream] = 1;
    if (!this.limits.has(stream)) this.#make(stream);
    this.#narrow(stream, this.limits.placeOf(stream, this.#streams.newest.value[stream]));
  }

  /** Wakes the rules that what a settled stream holds may change, after the value `before`; NaN: it was not good. */
  passed(stream: number, before: number): void {
    const { newest } = this.#streams, x = newest.value[stream];
    if (!this.limits.has(stream)) this.#make(stream);
    if (before === before && newest.grade[stream] === GOOD) {
      this.#narrow(stream, this.#wakeBetween(stream, before, x));
      return;
    }
    for (const rule of this.limits.rulesOf(stream)) this.#wake(rule, stream);
    this.#narrow(stream, this.limits.placeOf(stream, x));
  }

  /** Answers the place of `x`: see `LimitColumns.placeOf`. */
  #wakeBetween(stream: number, before: number, x: number): number {
    const { limit, rule } = this.limits, first = this.limits.firstOf(stream), end = this.limits.endOf(stream);
    const isRising = before < x, high = isRising ? x : before;
    for (let i = first; i < end && limit[i] === ALWAYS; i++) this.woken.add(rule[i]);
    const low = this.limits.placeOf(stream, isRising ? before : x), areFew = end - first <= FEW;
    let i = low;
    while (i < end && limit[i] <= high) {
      if (!this.#wake(rule[i], stream) && areFew && this.#rules.sleep[rule[i]] !== SLEEPLESS) {
        this.#sleep(stream, i);
      } else i++;
    }
    if (!isRising) return low;
    return i > first && limit[i - 1] === x ? i - 1 : i;
  }

  /** Answers false where a witness keeps the rule as it is. */
  #wake(rule: number, stream: number): boolean {
    const witness = this.#rules.witness[rule], isWoken = witness === NONE || witness === stream;
    if (isWoken) this.woken.add(rule);
    return isWoken;
  }

  #sleep(stream: number, place: number): void {
    const rule = this.limits.rule[place];
    this.#rules.sleep[rule] = SLEEPING;
    this.limits.move(stream, { rule, from: this.limits.limit[place], to: ASLEEP });
  }

  /** Sets what is quiet around the value that the stream holds, whose place among its limits is given. */
  #narrow(stream: number, place: number): void {
    const { newest, history, isSettled, quietLow, quietHigh } = this.#streams, { limit } = this.limits;
    const first = this.limits.firstOf(stream), end = this.limits.endOf(stream);
    const isOnLimit = place < end && limit[place] === newest.value[stream];
    quietLow[stream] = Infinity;
    if (isOnLimit || (first < end && limit[first] === ALWAYS) || isSettled[stream] === 0) return;
    if (newest.grade[stream] !== GOOD || history[stream] !== null) return;
    quietLow[stream] = place > first ? limit[place - 1] : -Infinity;
    quietHigh[stream] = place < end ? limit[place] : Infinity;
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
    const conditions = this.#conditions, first = this.#rules.firstCondition[rule], limits: number[] = [];
    for (let row = first; row < first + this.#rules.programOf(rule).comparisons; row++) {
      const isNamed = conditions.stream[row] === stream || conditions.streamsOf(row).includes(stream);
      if (isNamed) limits.push(...this.#limitsOf(row));
    }
    return limits;
  }

  #limitsOf(row: number): number[] {
    const { lowStream, highStream, list } = this.#conditions.partsOf(row);
    const isSimple = lowStream === LITERAL && highStream === LITERAL && list === null;
    return isSimple ? limitsOf(this.#conditions, row) : [ALWAYS];
  }
}

/** Where the truth of a comparison with constants turns, as `compareNumber` and `compareLatched` have it. */
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
    case DEVIATION:
    case BIT_SET:
      return [ALWAYS];
    default:
      code satisfies Exclude<Code, NumberCode>;
      return [ALWAYS];
  }
}
