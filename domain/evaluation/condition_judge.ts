import type { Ticks } from "../shared/time.ts";
import {
  compareLatched,
  compareNumber,
  compareText,
  folded,
  type Limits,
  NEVER_KNOWN,
  ONE_OF,
  STALE,
} from "./comparison.ts";
import { type ConditionColumns, type ListOperands, LITERAL } from "./condition_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";
import { negated, type Truth, truthOfBoolean, UNKNOWN } from "./truth.ts";
import { isHeld, WindowJudge, type WindowOperands } from "./window_judge.ts";

/** Judges one condition: on the held values of its streams, or (over time) on their histories. */
export class ConditionJudge {
  readonly #conditions: ConditionColumns;
  readonly #streams: StreamColumns;
  /** Reused: a comparison allocates nothing. */
  readonly #limits: Limits = { low: NaN, high: NaN, tolerance: NaN, deadband: NaN };
  readonly #operands: WindowOperands = { value: NaN, limit: NaN };
  readonly #windows: WindowJudge;

  constructor(conditions: ConditionColumns, streams: StreamColumns) {
    this.#conditions = conditions;
    this.#streams = streams;
    this.#windows = new WindowJudge(conditions, streams);
  }

  /** The truth at `at`, a latched deadband included. */
  truth(row: number, at: Ticks): Truth {
    const conditions = this.#conditions;
    const code = conditions.code[row];
    if (code >= STALE) return this.#windows.truth(row, at, this.#operandsAt(row, at));
    if (
      code === NEVER_KNOWN || !this.#isKnown(row, conditions.stream[row], at, conditions.rare[row].maxAge)
    ) {
      return UNKNOWN;
    }
    const truth = code < ONE_OF ? this.#compareNumber(row, at) : this.#compareList(row, at);
    return conditions.negate[row] === 1 ? negated(truth) : truth;
  }

  /** What a condition over time measures; null for any other, and where it is not known. */
  measured(row: number, at: Ticks): number | null {
    if (this.#conditions.code[row] < STALE) return null;
    return this.#windows.measured(row, at, this.#operandsAt(row, at));
  }

  /**
   * The condition's next own instant after `after`: a held value of it becomes too old, or what it sees of a history
   * changes. Infinity if there is none.
   */
  nextChange(row: number, after: Ticks): Ticks {
    const { code: { [row]: code }, stream, rare } = this.#conditions;
    const { maxAge, lowStream, lowMaxAge, highStream, highMaxAge, list, window } = rare[row];
    let next = isHeld(code) ? this.#expiry(row, stream[row], { maxAge, after }) : Infinity;
    if (code >= STALE) {
      next = Math.min(next, this.#windows.nextChange(row, after, this.#operandsAt(row, after)));
    }
    const take = (operand: number, maxAge: Ticks) => {
      next = Math.min(next, this.#expiry(row, operand, { maxAge, after }));
    };
    take(lowStream, lowMaxAge);
    take(highStream, highMaxAge);
    list?.streams.forEach((operand, i) => take(operand, list.maxAges[i]));
    take(window?.limitStream ?? LITERAL, window?.limitMaxAge ?? 0);
    return next;
  }

  #expiry(row: number, stream: number, { maxAge, after }: { maxAge: Ticks; after: Ticks }): Ticks {
    if (maxAge === 0 || stream === LITERAL || !this.#isUsable(row, stream) || this.#streams.isTag(stream)) {
      return Infinity;
    }
    const expiry = this.#streams.newest.time[stream] + maxAge;
    return expiry > after ? expiry : Infinity;
  }

  #isUsable(row: number, stream: number): boolean {
    const { read, newest } = this.#streams;
    return read[stream] === 1 && newest.grade[stream] <= this.#conditions.worstGrade[row];
  }

  /** A tag of the plant's time never ages: it is what it is until it changes. */
  #isKnown(row: number, stream: number, at: Ticks, maxAge: Ticks): boolean {
    if (!this.#isUsable(row, stream)) return false;
    return maxAge === 0 || at - this.#streams.newest.time[stream] < maxAge || this.#streams.isTag(stream);
  }

  #operandsAt(row: number, at: Ticks): WindowOperands {
    const operands = this.#operands, { lowStream, lowMaxAge: lowAge, window } = this.#conditions.rare[row];
    operands.value = lowStream === LITERAL
      ? this.#conditions.low[row]
      : this.#heldNumber(row, lowStream, { at, maxAge: lowAge });
    const { limit = NaN, limitStream = LITERAL, limitMaxAge: maxAge = 0 } = window ?? {};
    operands.limit = limitStream === LITERAL ? limit : this.#heldNumber(row, limitStream, { at, maxAge });
    return operands;
  }

  #heldNumber(row: number, stream: number, { at, maxAge }: { at: Ticks; maxAge: Ticks }): number {
    return this.#isKnown(row, stream, at, maxAge) ? this.#streams.newest.value[stream] : NaN;
  }

  #compareNumber(row: number, at: Ticks): Truth {
    const conditions = this.#conditions, limits = this.#limits;
    const { value } = this.#streams.newest, rare = conditions.rare[row];
    const { lowStream, highStream } = rare;
    const code = conditions.code[row];
    if (lowStream !== LITERAL && !this.#isKnown(row, lowStream, at, rare.lowMaxAge)) return UNKNOWN;
    if (highStream !== LITERAL && !this.#isKnown(row, highStream, at, rare.highMaxAge)) return UNKNOWN;
    limits.low = lowStream === LITERAL ? conditions.low[row] : value[lowStream];
    limits.high = highStream === LITERAL ? rare.high : value[highStream];
    limits.tolerance = rare.tolerance;
    limits.deadband = conditions.deadband[row];
    const x = value[conditions.stream[row]];
    return conditions.latched[row] === 1 ? compareLatched(code, x, limits) : compareNumber(code, x, limits);
  }

  #compareList(row: number, at: Ticks): Truth {
    const list = this.#conditions.rare[row].list;
    if (list === null) return UNKNOWN;
    for (let i = 0; i < list.streams.length; i++) {
      const operand = list.streams[i];
      if (operand !== LITERAL && !this.#isKnown(row, operand, at, list.maxAges[i])) return UNKNOWN;
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
