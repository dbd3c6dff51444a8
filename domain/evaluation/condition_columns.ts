import type { Ticks } from "../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import { type Limits, takesDeadband } from "./comparison.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { WindowCondition } from "./window_condition.ts";

/** No operand stream: the operand is a literal. */
export const LITERAL = -1;

/** A comparison with its streams as rows, ready to be judged. */
export interface CompiledCondition {
  code: number;
  negate: boolean;
  stream: number;
  limits: Limits;
  /** Streams that stand for `low` and `high`, or LITERAL. */
  lowStream: number;
  highStream: number;
  lowMaxAge: number;
  highMaxAge: number;
  list: ListOperands | null;
  window: WindowCondition | null;
  maxAge: number;
  acceptUncertain: boolean;
}

/** Operands of ONE_OF and of the comparisons of texts. */
export interface ListOperands {
  isText: boolean;
  ignoreCase: boolean;
  /** Literals, as they are compared; beside each in `streams` the row that stands for it, or LITERAL, and its age. */
  literals: readonly (number | string)[];
  streams: readonly number[];
  maxAges: readonly number[];
}

/** The comparisons of all rules, a rule's in neighbouring rows and in the order of its expression. */
export class ConditionColumns {
  code = new Uint8Array(0);
  negate = new Uint8Array(0);
  stream = new Int32Array(0);
  low = new Float64Array(0);
  high = new Float64Array(0);
  lowStream = new Int32Array(0);
  highStream = new Int32Array(0);
  tolerance = new Float64Array(0);
  deadband = new Float64Array(0);
  maxAge = new Float64Array(0);
  lowMaxAge = new Float64Array(0);
  highMaxAge = new Float64Array(0);
  /** The worst grade that still counts: GOOD, or UNCERTAIN where it is accepted. */
  worstGrade = new Uint8Array(0);
  latched = new Uint8Array(0);
  readonly list: (ListOperands | null)[] = [];
  readonly window: (WindowCondition | null)[] = [];
  readonly #rows = new RowBlocks();

  /** Adds a rule's conditions; answers the first row. */
  add(conditions: readonly CompiledCondition[]): number {
    const first = this.#rows.take(conditions.length);
    this.#ensure(this.#rows.end);
    conditions.forEach((condition, i) => this.#set(first + i, condition));
    return first;
  }

  free(first: number, count: number): void {
    this.list.fill(null, first, first + count);
    this.window.fill(null, first, first + count);
    this.#rows.give(first, count);
  }

  /** The streams that decide the condition, its own first. */
  streamsOf(row: number): number[] {
    return this.inputsOf(row).map(({ stream }) => stream);
  }

  /** The same, each with the age at which its value is too old; 0: none. */
  inputsOf(row: number): { stream: number; maxAge: Ticks }[] {
    const list = this.list[row], window = this.window[row];
    return [
      { stream: this.stream[row], maxAge: this.maxAge[row] },
      { stream: this.lowStream[row], maxAge: this.lowMaxAge[row] },
      { stream: this.highStream[row], maxAge: this.highMaxAge[row] },
      ...list?.streams.map((stream, i) => ({ stream, maxAge: list.maxAges[i] })) ?? [],
      { stream: window?.limitStream ?? LITERAL, maxAge: window?.limitMaxAge ?? 0 },
    ].filter(({ stream }) => stream !== LITERAL);
  }

  /** What a condition asks of its stream's past. */
  needOf(row: number): HistoryNeed | null {
    return this.window[row]?.need ?? null;
  }

  #set(row: number, condition: CompiledCondition): void {
    const { limits } = condition;
    this.code[row] = condition.code;
    this.negate[row] = Number(condition.negate);
    this.stream[row] = condition.stream;
    this.low[row] = limits.low;
    this.high[row] = limits.high;
    this.lowStream[row] = condition.lowStream;
    this.highStream[row] = condition.highStream;
    this.tolerance[row] = limits.tolerance;
    this.deadband[row] = takesDeadband(condition.code) ? limits.deadband : 0;
    this.maxAge[row] = condition.maxAge;
    this.lowMaxAge[row] = condition.lowMaxAge;
    this.highMaxAge[row] = condition.highMaxAge;
    this.worstGrade[row] = Number(condition.acceptUncertain);
    this.latched[row] = 0;
    this.list[row] = condition.list;
    this.window[row] = condition.window;
  }

  #ensure(rows: number): void {
    this.code = uint8Rows(this.code, rows);
    this.negate = uint8Rows(this.negate, rows);
    this.stream = int32Rows(this.stream, rows);
    this.low = float64Rows(this.low, rows);
    this.high = float64Rows(this.high, rows);
    this.lowStream = int32Rows(this.lowStream, rows);
    this.highStream = int32Rows(this.highStream, rows);
    this.tolerance = float64Rows(this.tolerance, rows);
    this.deadband = float64Rows(this.deadband, rows);
    this.maxAge = float64Rows(this.maxAge, rows);
    this.lowMaxAge = float64Rows(this.lowMaxAge, rows);
    this.highMaxAge = float64Rows(this.highMaxAge, rows);
    this.worstGrade = uint8Rows(this.worstGrade, rows);
    this.latched = uint8Rows(this.latched, rows);
  }
}
