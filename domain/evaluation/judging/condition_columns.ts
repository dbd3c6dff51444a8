import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "../state/columns.ts";
import { type CompiledCondition, LITERAL, type RareParts } from "./compiled_condition.ts";
import { type ConditionForm, ConditionForms } from "./condition_forms.ts";
import type { HistoryNeed } from "../windows/stream_history.ts";
import type { WindowCondition } from "../windows/window_condition.ts";

/** A condition without rare parts has these, but its own `low`. */
const NOTHING_RARE: RareParts = {
  ...{ low: NaN, high: NaN, lowStream: LITERAL, highStream: LITERAL, lowMaxAge: 0, highMaxAge: 0 },
  ...{ list: null, window: null },
};

/** The comparisons of all rules, a rule's in neighbouring rows and in the order of its expression. */
export class ConditionColumns {
  stream = new Int32Array(0);
  latched = new Uint8Array(0);
  #form = new Int32Array(0);
  /** The number that it compares with; the place of its rare parts where it has some. */
  #operand = new Float64Array(0);
  readonly #forms = new ConditionForms();
  readonly #rare: RareParts[] = [];
  readonly #places = new RowBlocks();
  readonly #rows = new RowBlocks();

  /** Adds a rule's conditions; answers the first row. */
  add(conditions: readonly CompiledCondition[]): number {
    const first = this.#rows.take(conditions.length);
    this.#ensure(this.#rows.end);
    conditions.forEach((condition, i) => this.#set(first + i, condition));
    return first;
  }

  /**
   * Adds copies of a rule's plain conditions, all of them again and again; answers the first row. Their streams are the
   * caller's to set.
   */
  addLike(models: readonly number[], count: number): number {
    const first = this.#rows.take(models.length * count), step = models.length;
    this.#ensure(this.#rows.end);
    models.forEach((model, place) => {
      for (let row = first + place; row < first + step * count; row += step) {
        this.#form[row] = this.#form[model];
        this.#operand[row] = this.#operand[model];
        this.latched[row] = 0;
      }
    });
    return first;
  }

  /** Makes room for so many more. */
  reserve(rows: number): void {
    this.#ensure(this.#rows.end + rows);
  }

  free(first: number, count: number): void {
    for (let row = first; row < first + count; row++) {
      if (this.formOf(row).isPlain) continue;
      this.#rare[this.#operand[row]] = NOTHING_RARE;
      this.#places.give(this.#operand[row]);
    }
    this.#rows.give(first, count);
  }

  formOf(row: number): ConditionForm {
    return this.#forms.list[this.#form[row]];
  }

  /** The number that a plain condition compares with. */
  plainOperand(row: number): number {
    return this.#operand[row];
  }

  /** What it has beside its form; of a plain condition its `low` is left out. */
  partsOf(row: number): RareParts {
    return this.formOf(row).isPlain ? NOTHING_RARE : this.#rare[this.#operand[row]];
  }

  /** The streams that decide the condition, its own first. */
  streamsOf(row: number): number[] {
    return this.inputsOf(row).map(({ stream }) => stream);
  }

  /** The same, each with the age at which its value is too old; 0: none. */
  inputsOf(row: number): { stream: number; maxAge: Ticks }[] {
    const { lowStream, lowMaxAge, highStream, highMaxAge, list, window } = this.partsOf(row);
    return [
      { stream: this.stream[row], maxAge: this.formOf(row).maxAge },
      { stream: lowStream, maxAge: lowMaxAge },
      { stream: highStream, maxAge: highMaxAge },
      ...list?.streams.map((stream, i) => ({ stream, maxAge: list.maxAges[i] })) ?? [],
      { stream: window?.limitStream ?? LITERAL, maxAge: window?.limitMaxAge ?? 0 },
    ].filter(({ stream }) => stream !== LITERAL);
  }

  windowOf(row: number): WindowCondition | null {
    return this.partsOf(row).window;
  }

  /** What a condition asks of its stream's past. */
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
    const { lowStream, highStream, lowMaxAge, highMaxAge, list, window } = condition;
    const place = this.#places.take();
    this.#rare[place] = { low, high, lowStream, highStream, lowMaxAge, highMaxAge, list, window };
    return place;
  }

  #ensure(rows: number): void {
    this.stream = int32Rows(this.stream, rows);
    this.latched = uint8Rows(this.latched, rows);
    this.#form = int32Rows(this.#form, rows);
    this.#operand = float64Rows(this.#operand, rows);
  }
}
