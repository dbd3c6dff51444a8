import type { Ticks } from "../../shared/time.ts";
import { Calculator, type CompiledCalculation } from "./calculation.ts";
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
import { type ListOperands, LITERAL, type RareParts } from "./compiled_condition.ts";
import type { ConditionColumns } from "./condition_columns.ts";
import type { ConditionForm } from "./condition_forms.ts";
import type { StreamColumns } from "../intake/stream_columns.ts";
import { negated, type Truth, truthOfBoolean, UNKNOWN } from "./truth.ts";
import { isHeld, WindowEvaluator, type WindowOperands } from "../windows/window_evaluator.ts";

/** Evaluates a condition on the held values of its streams, or on their histories. */
export class ConditionEvaluator {
  readonly #conditions: ConditionColumns;
  readonly #streams: StreamColumns;
  /** Reused, so that a comparison allocates nothing. */
  readonly #limits: Limits = { low: NaN, high: NaN, tolerance: NaN, deadband: NaN };
  readonly #operands: WindowOperands = { value: NaN, limit: NaN };
  readonly #calculator = new Calculator();
  readonly #windows: WindowEvaluator;

  constructor(conditions: ConditionColumns, streams: StreamColumns, standardFrom: Ticks) {
    this.#conditions = conditions;
    this.#streams = streams;
    this.#windows = new WindowEvaluator(conditions, streams, standardFrom);
  }

  /** The truth at `at`, with the deadband if it is latched. */
  truth(row: number, at: Ticks): Truth {
    const form = this.#conditions.formOf(row), { code } = form;
    if (code >= STALE) return this.#windows.truth(row, at, this.#operandsAt(row, at));
    if (code === NEVER_KNOWN || !this.#isKnown(form, this.#conditions.stream[row]!, at, form.maxAge)) {
      return UNKNOWN;
    }
    const truth = code < ONE_OF ? this.#compareNumber(row, form, at) : this.#compareList(row, form, at);
    return form.negate ? negated(truth) : truth;
  }

  /** The value that a condition over time measures, or a calculated one; null for others and unknown values. */
  measured(row: number, at: Ticks): number | null {
    if (this.#conditions.formOf(row).code < STALE) return this.#knownResult(row, at);
    return this.#windows.measured(row, at, this.#operandsAt(row, at));
  }

  /**
   * The next time after `after` at which the condition can change without a sample: a held value becomes too
   * old, or the content of its window changes. Infinity if there is none.
   */
  nextChange(row: number, after: Ticks): Ticks {
    const form = this.#conditions.formOf(row), stream = this.#conditions.stream[row]!;
    const { lowStream, lowMaxAge, highStream, highMaxAge, list, calculation, window } = this.#conditions
      .partsOf(row);
    let next = isHeld(form.code) ? this.#expiry(form, stream, { maxAge: form.maxAge, after }) : Infinity;
    if (form.code >= STALE) {
      next = Math.min(next, this.#windows.nextChange(row, after, this.#operandsAt(row, after)));
    }
    const take = (operand: number, maxAge: Ticks) => {
      next = Math.min(next, this.#expiry(form, operand, { maxAge, after }));
    };
    take(lowStream, lowMaxAge);
    take(highStream, highMaxAge);
    list?.streams.forEach((operand, i) => take(operand, list.maxAges[i]!));
    calculation?.streams.forEach((part, i) => take(part, calculation.maxAges[i]!));
    take(window?.limitStream ?? LITERAL, window?.limitMaxAge ?? 0);
    return next;
  }

  #expiry(
    form: ConditionForm,
    stream: number,
    { maxAge, after }: { maxAge: Ticks; after: Ticks },
  ): Ticks {
    if (maxAge === 0 || stream === LITERAL || !this.#isUsable(form, stream) || this.#streams.isTag(stream)) {
      return Infinity;
    }
    const expiry = this.#streams.newest.time[stream]! + maxAge;
    return expiry > after ? expiry : Infinity;
  }

  #isUsable({ worstGrade }: ConditionForm, stream: number): boolean {
    const { read, newest } = this.#streams;
    return read[stream] === 1 && newest.grade[stream]! <= worstGrade;
  }

  /** A time tag never becomes too old. */
  #isKnown(form: ConditionForm, stream: number, at: Ticks, maxAge: Ticks): boolean {
    if (!this.#isUsable(form, stream)) return false;
    return maxAge === 0 || at - this.#streams.newest.time[stream]! < maxAge || this.#streams.isTag(stream);
  }

  #operandsAt(row: number, at: Ticks): WindowOperands {
    const operands = this.#operands, form = this.#conditions.formOf(row);
    const { low, lowStream, lowMaxAge: lowAge, window } = this.#conditions.partsOf(row);
    operands.value = lowStream === LITERAL ? low : this.#heldNumber(form, lowStream, { at, maxAge: lowAge });
    const { limit = NaN, limitStream = LITERAL, limitMaxAge: maxAge = 0 } = window ?? {};
    operands.limit = limitStream === LITERAL ? limit : this.#heldNumber(form, limitStream, { at, maxAge });
    return operands;
  }

  #heldNumber(
    form: ConditionForm,
    stream: number,
    { at, maxAge }: { at: Ticks; maxAge: Ticks },
  ): number {
    return this.#isKnown(form, stream, at, maxAge) ? this.#streams.newest.value[stream]! : NaN;
  }

  #compareNumber(row: number, form: ConditionForm, at: Ticks): Truth {
    const conditions = this.#conditions, limits = this.#limits, { code } = form;
    let x = this.#streams.newest.value[conditions.stream[row]!]!;
    if (form.isPlain) {
      limits.low = conditions.plainOperand(row);
      limits.high = NaN;
    } else {
      const parts = conditions.partsOf(row);
      if (!this.#takeOperands(parts, form, at)) return UNKNOWN;
      if (parts.calculation !== null) x = this.#calculated(parts.calculation, form, at);
      if (Number.isNaN(x)) return UNKNOWN;
    }
    limits.tolerance = form.tolerance;
    limits.deadband = form.deadband;
    return conditions.latched[row] === 1 ? compareLatched(code, x, limits) : compareNumber(code, x, limits);
  }

  /** Sets the limits of a condition with rare parts. False when one is unknown. */
  #takeOperands(parts: RareParts, form: ConditionForm, at: Ticks): boolean {
    const { lowStream, highStream } = parts;
    const limits = this.#limits, { value } = this.#streams.newest;
    if (lowStream !== LITERAL && !this.#isKnown(form, lowStream, at, parts.lowMaxAge)) return false;
    if (highStream !== LITERAL && !this.#isKnown(form, highStream, at, parts.highMaxAge)) return false;
    limits.low = lowStream === LITERAL ? parts.low : value[lowStream]!;
    limits.high = highStream === LITERAL ? parts.high : value[highStream]!;
    return true;
  }

  /** NaN while a part is unknown, or the result is not finite. */
  #calculated(calculation: CompiledCalculation, form: ConditionForm, at: Ticks): number {
    const { streams, maxAges } = calculation, { values } = this.#calculator;
    for (let i = 0; i < streams.length; i++) {
      const stream = streams[i]!;
      if (!this.#isKnown(form, stream, at, maxAges[i]!)) return NaN;
      values[i] = this.#streams.newest.value[stream]!;
    }
    return this.#calculator.result(calculation);
  }

  #knownResult(row: number, at: Ticks): number | null {
    const { calculation } = this.#conditions.partsOf(row);
    if (calculation === null) return null;
    const result = this.#calculated(calculation, this.#conditions.formOf(row), at);
    return Number.isNaN(result) ? null : result;
  }

  #compareList(row: number, form: ConditionForm, at: Ticks): Truth {
    const { list, calculation } = this.#conditions.partsOf(row);
    if (list === null) return UNKNOWN;
    for (let i = 0; i < list.streams.length; i++) {
      const operand = list.streams[i]!;
      if (operand !== LITERAL && !this.#isKnown(form, operand, at, list.maxAges[i]!)) return UNKNOWN;
    }
    const stream = this.#conditions.stream[row]!;
    if (list.isText) {
      return compareText(form.code, this.#textOf(stream, list), this.#textOperands(list));
    }
    const x = calculation === null
      ? this.#streams.newest.value[stream]!
      : this.#calculated(calculation, form, at);
    if (Number.isNaN(x)) return UNKNOWN;
    return truthOfBoolean(
      list.literals.some((literal, i) => x === this.#numberOf(literal, list.streams[i]!)),
    );
  }

  #numberOf(literal: number | string, stream: number): number | string {
    return stream === LITERAL ? literal : this.#streams.newest.value[stream]!;
  }

  #textOperands(list: ListOperands): string[] {
    return list.literals.map((literal, i) => {
      const stream = list.streams[i]!;
      return stream === LITERAL ? String(literal) : this.#textOf(stream, list);
    });
  }

  #textOf(stream: number, list: ListOperands): string {
    return folded(this.#streams.newest.texts.get(stream) ?? "", list);
  }
}
