import type { Ticks } from "../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import { type Limits, takesDeadband } from "./comparison.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { WindowCondition } from "./window_condition.ts";

/** No operand stream: the operand is a literal. */
export const LITERAL = -1;

/** A comparison with its streams as rows, ready to be judged. */
export interface CompiledCondition extends Omit<RareParts, "high" | "tolerance"> {
  code: number;
  negate: boolean;
  stream: number;
  limits: Limits;
  acceptUncertain: boolean;
}

/** What few conditions have beside the one number that they compare with. */
export interface RareParts {
  high: number;
  tolerance: number;
  /** Streams that stand for `low` and `high`, or LITERAL. */
  lowStream: number;
  highStream: number;
  maxAge: Ticks;
  lowMaxAge: Ticks;
  highMaxAge: Ticks;
  list: ListOperands | null;
  window: WindowCondition | null;
}

/** All conditions that have none of it have this. */
const NOTHING_RARE: RareParts = {
  ...{ high: NaN, tolerance: 0, lowStream: LITERAL, highStream: LITERAL },
  ...{ maxAge: 0, lowMaxAge: 0, highMaxAge: 0, list: null, window: null },
};

const PART_NAMES = [
  ...["high", "tolerance", "lowStream", "highStream", "maxAge", "lowMaxAge", "highMaxAge"] as const,
  ...["list", "window"] as const,
];

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
  deadband = new Float64Array(0);
  readonly rare: RareParts[] = [];
  /** The worst grade that still counts: GOOD, or UNCERTAIN where it is accepted. */
  worstGrade = new Uint8Array(0);
  latched = new Uint8Array(0);
  readonly #rows = new RowBlocks();

  /** Adds a rule's conditions; answers the first row. */
  add(conditions: readonly CompiledCondition[]): number {
    const first = this.#rows.take(conditions.length);
    this.#ensure(this.#rows.end);
    conditions.forEach((condition, i) => this.#set(first + i, condition));
    return first;
  }

  free(first: number, count: number): void {
    this.rare.fill(NOTHING_RARE, first, first + count);
    this.#rows.give(first, count);
  }

  /** The streams that decide the condition, its own first. */
  streamsOf(row: number): number[] {
    return this.inputsOf(row).map(({ stream }) => stream);
  }

  /** The same, each with the age at which its value is too old; 0: none. */
  inputsOf(row: number): { stream: number; maxAge: Ticks }[] {
    const { maxAge, lowStream, lowMaxAge, highStream, highMaxAge, list, window } = this.rare[row];
    return [
      { stream: this.stream[row], maxAge },
      { stream: lowStream, maxAge: lowMaxAge },
      { stream: highStream, maxAge: highMaxAge },
      ...list?.streams.map((stream, i) => ({ stream, maxAge: list.maxAges[i] })) ?? [],
      { stream: window?.limitStream ?? LITERAL, maxAge: window?.limitMaxAge ?? 0 },
    ].filter(({ stream }) => stream !== LITERAL);
  }

  /** What a condition asks of its stream's past. */
  needOf(row: number): HistoryNeed | null {
    return this.rare[row].window?.need ?? null;
  }

  #set(row: number, condition: CompiledCondition): void {
    const { limits } = condition;
    this.code[row] = condition.code;
    this.negate[row] = Number(condition.negate);
    this.stream[row] = condition.stream;
    this.low[row] = limits.low;
    this.deadband[row] = takesDeadband(condition.code) ? limits.deadband : 0;
    this.rare[row] = rareParts(condition);
    this.worstGrade[row] = Number(condition.acceptUncertain);
    this.latched[row] = 0;
  }

  #ensure(rows: number): void {
    this.code = uint8Rows(this.code, rows);
    this.negate = uint8Rows(this.negate, rows);
    this.stream = int32Rows(this.stream, rows);
    this.low = float64Rows(this.low, rows);
    this.deadband = float64Rows(this.deadband, rows);
    this.worstGrade = uint8Rows(this.worstGrade, rows);
    this.latched = uint8Rows(this.latched, rows);
  }
}

function rareParts({ limits: { high, tolerance }, ...condition }: CompiledCondition): RareParts {
  const { lowStream, highStream, maxAge, lowMaxAge, highMaxAge, list, window } = condition;
  const parts = { high, tolerance, lowStream, highStream, maxAge, lowMaxAge, highMaxAge, list, window };
  const isRare = PART_NAMES.some((name) => !Object.is(parts[name], NOTHING_RARE[name]));
  return isRare ? parts : NOTHING_RARE;
}
