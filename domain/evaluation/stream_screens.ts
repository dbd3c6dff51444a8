import { BETWEEN, EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, OUTSIDE } from "./comparison.ts";
import { type ConditionColumns, LITERAL } from "./condition_columns.ts";
import { ALWAYS, LimitColumns } from "./limit_columns.ts";
import type { RuleColumns } from "./rule_columns.ts";
import { GOOD } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { WokenRules } from "./woken_rules.ts";

/**
 * Says which rules a sample can change. A good value after a good one changes no condition that compares it with a
 * constant unless it passes, or reaches, the constant (moved by its deadband while it is latched); conditions that look
 * at time, texts or other streams are always taken to change. Rules that nothing changes need no judging: their delays
 * have timers of their own. Nor does a rule that is FALSE by the condition of another stream (`witness`).
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

  /** What the streams of a rule hold is not what it was judged on. */
  unsettle(rule: number): void {
    const first = this.#rules.firstCondition[rule], end = first + this.#rules.program[rule].comparisons;
    for (let row = first; row < end; row++) {
      for (const stream of this.#conditions.streamsOf(row)) this.#streams.unsettle(stream);
    }
  }

  /** A limit has moved: a rule came or went, a condition was latched or unlatched. */
  forget(stream: number): void {
    this.#streams.quietLow[stream] = Infinity;
    this.limits.forget(stream);
  }

  /** All rules of the stream are judged at this instant on what it holds. */
  settle(stream: number): void {
    this.#streams.isSettled[stream] = 1;
    this.#narrow(stream);
  }

  /** Wakes the rules that what a settled stream holds may change, after the value `before`; NaN: it was not good. */
  passed(stream: number, before: number): void {
    const { newest } = this.#streams, x = newest.value[stream];
    if (before === before && newest.grade[stream] === GOOD) this.#wakeBetween(stream, before, x);
    else for (const rule of this.#streams.subscribers[stream]) this.#wake(rule, stream);
    this.#narrow(stream);
  }

  #wakeBetween(stream: number, one: number, other: number): void {
    if (!this.limits.has(stream)) this.#make(stream);
    const { limit, rule } = this.limits, end = this.limits.endOf(stream);
    const low = one < other ? one : other, high = one < other ? other : one;
    for (let i = this.limits.firstOf(stream); i < end && limit[i] === ALWAYS; i++) this.woken.add(rule[i]);
    for (let i = this.limits.placeOf(stream, low); i < end && limit[i] <= high; i++) {
      this.#wake(rule[i], stream);
    }
  }

  #wake(rule: number, stream: number): void {
    const witness = this.#rules.witness[rule];
    if (witness < 0 || witness === stream || this.#streams.isSettled[witness] === 0) this.woken.add(rule);
  }

  #narrow(stream: number): void {
    const streams = this.#streams, x = streams.newest.value[stream];
    streams.quietLow[stream] = Infinity;
    if (streams.newest.grade[stream] !== GOOD || streams.history[stream] !== null) return;
    if (!this.limits.has(stream)) this.#make(stream);
    const { limit } = this.limits, first = this.limits.firstOf(stream), end = this.limits.endOf(stream);
    const place = this.limits.placeOf(stream, x);
    if (first < end && limit[first] === ALWAYS || place < end && limit[place] === x) return;
    streams.quietLow[stream] = place > first ? limit[place - 1] : -Infinity;
    streams.quietHigh[stream] = place < end ? limit[place] : Infinity;
  }

  #make(stream: number): void {
    const limits: number[] = [], rules: number[] = [];
    for (const rule of this.#streams.subscribers[stream]) {
      const before = limits.length;
      this.#limitsOf(rule, stream, limits);
      for (let i = before; i < limits.length; i++) rules.push(rule);
    }
    this.limits.set(stream, limits, rules);
  }

  #limitsOf(rule: number, stream: number, limits: number[]): void {
    const conditions = this.#conditions, first = this.#rules.firstCondition[rule];
    if (this.#rules.hasOwnTimes[rule] === 1) return void limits.push(ALWAYS);
    for (let row = first; row < first + this.#rules.program[rule].comparisons; row++) {
      const isSimple = conditions.lowStream[row] === LITERAL && conditions.highStream[row] === LITERAL &&
        conditions.list[row] === null;
      if (isSimple && conditions.stream[row] === stream) pushLimits(conditions, row, limits);
      else if (!isSimple && conditions.streamsOf(row).includes(stream)) limits.push(ALWAYS);
    }
  }
}

/** Where the truth of a comparison with constants turns, as `compareNumber` and `compareLatched` have it. */
function pushLimits(conditions: ConditionColumns, row: number, limits: number[]): void {
  const { [row]: low } = conditions.low, { [row]: high } = conditions.high;
  const band = conditions.latched[row] === 1 ? conditions.deadband[row] : 0;
  switch (conditions.code[row]) {
    case GREATER:
    case GREATER_OR_EQUAL:
      return void limits.push(low - band);
    case LESS:
    case LESS_OR_EQUAL:
      return void limits.push(low + band);
    case BETWEEN:
      return void limits.push(low - band, high + band);
    case OUTSIDE:
      return void limits.push(low + band, high - band);
    case EQUAL:
      return void limits.push(conditions.tolerance[row] === 0 ? low : ALWAYS);
    default:
      limits.push(ALWAYS);
  }
}
