import type { Ticks } from "../shared/time.ts";
import {
  compareLatched,
  compareNumber,
  compareText,
  folded,
  type Limits,
  NEVER_KNOWN,
  ONE_OF,
} from "./comparison.ts";
import { type ConditionColumns, type ListOperands, LITERAL } from "./condition_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { negated, type Truth, truthOfBoolean, UNKNOWN } from "./truth.ts";

/**
 * Judges one condition on the held values of its streams. A window operator would be a further code here, with its
 * own look at the stream's younger samples, and a further term in `nextChange`.
 */
export class ConditionJudge {
  readonly #conditions: ConditionColumns;
  readonly #streams: StreamColumns;
  /** Reused: a comparison allocates nothing. */
  readonly #limits: Limits = { low: NaN, high: NaN, tolerance: NaN, deadband: NaN };

  constructor(conditions: ConditionColumns, streams: StreamColumns) {
    this.#conditions = conditions;
    this.#streams = streams;
  }

  /** The truth at `at`, a latched deadband included. */
  truth(row: number, at: Ticks): Truth {
    const conditions = this.#conditions;
    const code = conditions.code[row];
    if (code === NEVER_KNOWN || !this.#isKnown(row, conditions.stream[row], at)) return UNKNOWN;
    const truth = code < ONE_OF ? this.#compareNumber(row, at) : this.#compareList(row, at);
    return conditions.negate[row] === 1 ? negated(truth) : truth;
  }

  /** The next time after `after` at which a held value of the condition becomes too old; Infinity if never. */
  nextChange(row: number, after: Ticks): Ticks {
    const { maxAge, stream, lowStream, highStream, list } = this.#conditions;
    if (maxAge[row] === 0) return Infinity;
    let next = this.#expiry(row, stream[row], after);
    if (lowStream[row] !== LITERAL) next = Math.min(next, this.#expiry(row, lowStream[row], after));
    if (highStream[row] !== LITERAL) next = Math.min(next, this.#expiry(row, highStream[row], after));
    for (const operand of list[row]?.streams ?? []) {
      if (operand !== LITERAL) next = Math.min(next, this.#expiry(row, operand, after));
    }
    return next;
  }

  #expiry(row: number, stream: number, after: Ticks): Ticks {
    if (!this.#isUsable(row, stream)) return Infinity;
    const expiry = this.#streams.newest.time[stream] + this.#conditions.maxAge[row];
    return expiry > after ? expiry : Infinity;
  }

  #isUsable(row: number, stream: number): boolean {
    const { read, newest } = this.#streams;
    return read[stream] === 1 && newest.grade[stream] <= this.#conditions.worstGrade[row];
  }

  #isKnown(row: number, stream: number, at: Ticks): boolean {
    if (!this.#isUsable(row, stream)) return false;
    const maxAge = this.#conditions.maxAge[row];
    return maxAge === 0 || at - this.#streams.newest.time[stream] < maxAge;
  }

  #compareNumber(row: number, at: Ticks): Truth {
    const conditions = this.#conditions, limits = this.#limits;
    const { value } = this.#streams.newest;
    const code = conditions.code[row], low = conditions.lowStream[row], high = conditions.highStream[row];
    if (low !== LITERAL && !this.#isKnown(row, low, at)) return UNKNOWN;
    if (high !== LITERAL && !this.#isKnown(row, high, at)) return UNKNOWN;
    limits.low = low === LITERAL ? conditions.low[row] : value[low];
    limits.high = high === LITERAL ? conditions.high[row] : value[high];
    limits.tolerance = conditions.tolerance[row];
    limits.deadband = conditions.deadband[row];
    const x = value[conditions.stream[row]];
    return conditions.latched[row] === 1 ? compareLatched(code, x, limits) : compareNumber(code, x, limits);
  }

  #compareList(row: number, at: Ticks): Truth {
    const list = this.#conditions.list[row];
    if (list === null) return UNKNOWN;
    for (const operand of list.streams) {
      if (operand !== LITERAL && !this.#isKnown(row, operand, at)) return UNKNOWN;
    }
    const stream = this.#conditions.stream[row];
    if (list.isText) {
      return compareText(this.#conditions.code[row], this.#textOf(stream, list), this.#textOperands(list));
    }
    const x = this.#streams.newest.value[stream];
    return truthOfBoolean(list.literals.some((literal, i) => x === this.#numberOf(literal, list.streams[i])));
  }

  #numberOf(literal: number | string, stream: number): number | string {
    return stream === LITERAL ? literal : this.#streams.newest.value[stream];
  }

  #textOperands(list: ListOperands): string[] {
    return list.literals.map((literal, i) => {
      const stream = list.streams[i];
      return stream === LITERAL ? String(literal) : this.#textOf(stream, list);
    });
  }

  #textOf(stream: number, list: ListOperands): string {
    return folded(this.#streams.newest.texts.get(stream) ?? "", list);
  }
}
