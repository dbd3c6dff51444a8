import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "../state/columns.ts";
import { type CompiledCondition, LITERAL, type RareParts } from "./compiled_condition.ts";
import { type ConditionForm, ConditionForms } from "./condition_forms.ts";
import type { HistoryNeed } from "../windows/stream_history.ts";
import type { WindowCondition } from "../windows/window_condition.ts";

/** The parts of a condition without rare parts, except its `low`. */
const NOTHING_RARE: RareParts = {
  low: NaN,
  high: NaN,
  lowStream: LITERAL,
  highStream: LITERAL,
  lowMaxAge: 0,
  highMaxAge: 0,
  list: null,
  calculation: null,
  window: null,
};

/** The comparisons of all rules. Those of a rule have adjacent rows, in the order of its expression. */
export class ConditionColumns {
  stream = new Int32Array(0);
  latched = new Uint8Array(0);
  #form = new Int32Array(0);
  /** The number to compare with; for a condition with rare parts, the index of these. */
  #operand = new Float64Array(0);
  readonly #forms = new ConditionForms();
  readonly #rare: RareParts[] = [];
  readonly #places = new RowBlocks();
  readonly #rows = new RowBlocks();

  /** Adds a rule's conditions. Returns the first row. */
  add(conditions: readonly CompiledCondition[]): number {
    const first = this.#rows.take(conditions.length);
    this.#ensure(this.#rows.end);
    conditions.forEach((condition, i) => this.#set(first + i, condition));
    return first;
  }

  /**
   * Adds `count` copies of a rule's plain conditions. Returns the first row. The caller sets their streams.
   */
  addLike(models: readonly number[], count: number): number {
    const first = this.#rows.take(models.length * count), step = models.length;
    this.#ensure(this.#rows.end);
    models.forEach((model, place) => {
      for (let row = first + place; row < first + step * count; row += step) {
        this.#form[row] = this.#form[model]!;
        this.#operand[row] = this.#operand[model]!;
        this.latched[row] = 0;
      }
    });
    return first;
  }

  /** Makes room for more rows. */
  reserve(rows: number): void {
    this.#ensure(this.#rows.end + rows);
  }

  free(first: number, count: number): void {
    for (let row = first; row < first + count; row++) {
      if (this.formOf(row).isPlain) continue;
      this.#rare[this.#operand[row]!] = NOTHING_RARE;
      this.#places.give(this.#operand[row]!);
    }
    this.#rows.give(first, count);
  }

  formOf(row: number): ConditionForm {
    return this.#forms.list[this.#form[row]!]!;
  }

  /** The number that a plain condition compares with. */
  plainOperand(row: number): number {
    return this.#operand[row]!;
  }

  /** The operands of a condition. For a plain condition, `low` is missing. */
  partsOf(row: number): RareParts {
    return this.formOf(row).isPlain ? NOTHING_RARE : this.#rare[this.#operand[row]!]!;
  }

  /** The streams of a condition, the compared one first. */
  streamsOf(row: number): number[] {
    return this.inputsOf(row).map(({ stream }) => stream);
  }

  /**
   * The streams of a condition, each with the age from which its value is too old; 0: no limit. Those of a
   * calculated value come in the order of its parts.
   */
  inputsOf(row: number): { stream: number; maxAge: Ticks }[] {
    const { lowStream, lowMaxAge, highStream, highMaxAge, list, calculation, window } = this.partsOf(row);
    const compared = calculation === null
      ? [{ stream: this.stream[row]!, maxAge: this.formOf(row).maxAge }]
      : Array.from(calculation.streams, (stream, i) => ({ stream, maxAge: calculation.maxAges[i]! }));
    return [
      ...compared,
      { stream: lowStream, maxAge: lowMaxAge },
      { stream: highStream, maxAge: highMaxAge },
      ...list?.streams.map((stream, i) => ({ stream, maxAge: list.maxAges[i]! })) ?? [],
      { stream: window?.limitStream ?? LITERAL, maxAge: window?.limitMaxAge ?? 0 },
    ].filter(({ stream }) => stream !== LITERAL);
  }

  windowOf(row: number): WindowCondition | null {
    return this.partsOf(row).window;
  }

  /** The history that a condition needs of its stream. */
  needOf(row: number): HistoryNeed | null {
    return this.windowOf(row)?.need ?? null;
  }

  #set(row: number, condition: CompiledCondition): void {
    const form = this.#forms.formOf(condition);
    this.#form[row] = form.number;
    this.stream[row] = condition.stream;
    this.#operand[row] = form.isPlain ? condition.limits.low : this.#keepRare(condition);
    this.latched[row] = 0;
  }

  #keepRare({ limits: { low, high }, ...condition }: CompiledCondition): number {
    const { lowStream, highStream, lowMaxAge, highMaxAge, list, calculation, window } = condition;
    const place = this.#places.take();
    const streams = { lowStream, highStream, lowMaxAge, highMaxAge };
    this.#rare[place] = { low, high, ...streams, list, calculation, window };
    return place;
  }

  #ensure(rows: number): void {
    this.stream = int32Rows(this.stream, rows);
    this.latched = uint8Rows(this.latched, rows);
    this.#form = int32Rows(this.#form, rows);
    this.#operand = float64Rows(this.#operand, rows);
  }
}
