import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import { DEVIATION, type Limits } from "./comparison.ts";

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
  list: ListOperands | null;
  maxAge: number;
  acceptUncertain: boolean;
}

/** Operands of ONE_OF and of the comparisons of texts. */
export interface ListOperands {
  isText: boolean;
  ignoreCase: boolean;
  /** Literals, as they are compared; beside each in `streams` the row that stands for it, or LITERAL. */
  literals: readonly (number | string)[];
  streams: readonly number[];
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
  /** The worst grade that still counts: GOOD, or UNCERTAIN where it is accepted. */
  worstGrade = new Uint8Array(0);
  latched = new Uint8Array(0);
  readonly list: (ListOperands | null)[] = [];
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
    this.#rows.give(first, count);
  }

  /** The streams that decide the condition, its own first. */
  streamsOf(row: number): number[] {
    const rows = [this.stream[row], this.lowStream[row], this.highStream[row]];
    rows.push(...this.list[row]?.streams ?? []);
    return rows.filter((each) => each !== LITERAL);
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
    this.deadband[row] = condition.code > DEVIATION ? 0 : limits.deadband;
    this.maxAge[row] = condition.maxAge;
    this.worstGrade[row] = Number(condition.acceptUncertain);
    this.latched[row] = 0;
    this.list[row] = condition.list;
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
    this.worstGrade = uint8Rows(this.worstGrade, rows);
    this.latched = uint8Rows(this.latched, rows);
  }
}
