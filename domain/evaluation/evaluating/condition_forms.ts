import type { Ticks } from "../../shared/time.ts";
import type { Code } from "./comparison.ts";
import { type CompiledCondition, LITERAL } from "./compiled_condition.ts";

/** The part of a condition that is the same for many: everything except streams and operands. */
export interface ConditionForm {
  /** Its index in the table. */
  number: number;
  code: Code;
  negate: boolean;
  /** The worst grade that counts: GOOD, or UNCERTAIN where that is accepted. */
  worstGrade: number;
  deadband: number;
  tolerance: number;
  maxAge: Ticks;
  /** Compares its stream with a single number. */
  isPlain: boolean;
}

/** The forms in use, without duplicates. */
export class ConditionForms {
  readonly list: ConditionForm[] = [];
  readonly #byKey = new Map<string, ConditionForm>();

  formOf(condition: CompiledCondition): ConditionForm {
    const { code, negate, maxAge, limits, acceptUncertain } = condition, { tolerance, deadband } = limits;
    const worstGrade = Number(acceptUncertain), isPlain = isPlainCondition(condition);
    const key = `${code} ${negate} ${worstGrade} ${deadband} ${tolerance} ${maxAge} ${isPlain}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const number = this.list.length;
    const form: ConditionForm = { number, code, negate, worstGrade, deadband, tolerance, maxAge, isPlain };
    this.list.push(form);
    this.#byKey.set(key, form);
    return form;
  }
}

function isPlainCondition(
  { limits, lowStream, highStream, list, calculation, window }: CompiledCondition,
): boolean {
  return Number.isNaN(limits.high) && lowStream === LITERAL && highStream === LITERAL && list === null &&
    calculation === null && window === null;
}
