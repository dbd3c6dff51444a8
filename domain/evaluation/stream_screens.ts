import { BETWEEN, EQUAL, GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, OUTSIDE } from "./comparison.ts";
import { type ConditionColumns, LITERAL } from "./condition_columns.ts";
import type { RuleColumns } from "./rule_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";

/** What a stream's conditions turn on: beside each limit the rule (row) whose condition it is. */
interface Screen {
  limits: Float64Array;
  rules: Int32Array;
}

/** A limit that every sample is taken to pass. */
const ALWAYS = NaN;

/**
 * Says which rules a sample can change. A good value after a good one changes no condition that compares it with a
 * constant unless it passes, or reaches, the constant (moved by its deadband while it is latched); conditions that look
 * at time, texts or other streams are always taken to change. Rules that nothing changes need no judging: their delays
 * have timers of their own.
 *
 * A stream is settled while every rule that names it was judged on what it holds, or on what comes to the same. Whoever
 * changes a value, a truth or a deployment by another way than a judged instant unsettles it; whoever moves a latch says
 * so by `forget`.
 */
export class StreamScreens {
  readonly #screens: (Screen | null)[] = [];
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
    this.#screens[stream] = null;
  }

  /** All rules of the stream are judged at this instant on the good value `x`. */
  settle(stream: number, x: number): void {
    this.#streams.isSettled[stream] = 1;
    this.#narrow(stream, x);
  }

  /** Hands the rules that a good value `x` after the good value `before` may change to `take`. */
  passed(stream: number, { before, x }: { before: number; x: number }, take: (rule: number) => void): void {
    const { limits, rules } = this.#screenOf(stream);
    const low = Math.min(before, x), high = Math.max(before, x);
    for (let i = 0; i < limits.length; i++) {
      if (!(limits[i] < low || limits[i] > high)) take(rules[i]);
    }
    this.#narrow(stream, x);
  }

  #narrow(stream: number, x: number): void {
    if (this.#streams.history[stream] !== null) return;
    const { limits } = this.#screenOf(stream);
    let low = -Infinity, high = Infinity;
    for (let i = 0; i < limits.length; i++) {
      const limit = limits[i];
      if (limit < x) low = limit > low ? limit : low;
      else if (limit > x) high = limit < high ? limit : high;
      else low = Infinity;
    }
    this.#streams.quietLow[stream] = low;
    this.#streams.quietHigh[stream] = high;
  }

  #screenOf(stream: number): Screen {
    return this.#screens[stream] ??= this.#made(stream);
  }

  #made(stream: number): Screen {
    const limits: number[] = [], rules: number[] = [];
    for (const rule of this.#streams.subscribers[stream]) {
      const before = limits.length;
      this.#limitsOf(rule, stream, limits);
      for (let i = before; i < limits.length; i++) rules.push(rule);
    }
    return { limits: Float64Array.from(limits), rules: Int32Array.from(rules) };
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
