import {
  DATA_TYPES,
  type DataType,
  QUALITIES,
  type Quality,
  type Sample,
  type SampleValue,
} from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import { float64Rows, uint8Rows } from "../state/columns.ts";

/** A row's grade: its quality, or NOTHING without a sample. */
export const GOOD = 0, UNCERTAIN = 1, BAD = 2, NOTHING = 3;

/** The type of a stream's values, as a number. */
export type TypeCode = 0 | 1 | 2;
export const NUM = 0, STR = 1, BOOL = 2;

export function typeCode(dataType: DataType): TypeCode {
  return dataType === "NUM" ? NUM : dataType === "STR" ? STR : BOOL;
}

export function dataTypeOf(code: TypeCode): DataType {
  return DATA_TYPES[code];
}

/**
 * Samples as columns, one in each row. `value` contains a number, 0 or 1 for a boolean, or NaN for an
 * unreadable value. Texts are in a map, so that numbers need no room for them.
 */
export class SampleColumns {
  time = new Float64Array(0);
  value = new Float64Array(0);
  grade = new Uint8Array(0);
  readonly texts = new Map<number, string>();

  ensure(rows: number): void {
    this.time = float64Rows(this.time, rows);
    this.value = float64Rows(this.value, rows);
    this.grade = uint8Rows(this.grade, rows);
  }

  clear(row: number): void {
    this.time[row] = -Infinity;
    this.value[row] = NaN;
    this.grade[row] = NOTHING;
    if (this.texts.size > 0) this.texts.delete(row);
  }

  /** Moves texts to new row numbers. Texts of rows with a negative number are dropped. */
  renumberTexts(numbers: Int32Array): void {
    if (this.texts.size === 0) return;
    const before = [...this.texts];
    this.texts.clear();
    for (const [row, text] of before) if (numbers[row]! >= 0) this.texts.set(numbers[row]!, text);
  }

  /** Writes a sample of a stream of `type`. An unreadable value makes it bad. */
  set(row: number, sample: Sample, type: TypeCode): void {
    const { time, value, quality } = believed(sample, type);
    this.clear(row);
    this.time[row] = time;
    this.grade[row] = gradeOf(quality);
    if (typeof value === "string") this.texts.set(row, value);
    else if (value !== null) this.value[row] = Number(value);
  }

  /** Writes a number to a row without a text. A value that is not finite makes it bad. */
  setPlain(row: number, { time, value, grade }: { time: Ticks; value: number; grade: number }): void {
    const isFinite = value - value === 0;
    this.time[row] = time;
    this.value[row] = isFinite ? value : NaN;
    this.grade[row] = isFinite ? grade : BAD;
  }

  copyRow(to: number, source: SampleColumns, from: number): void {
    this.time[to] = source.time[from]!;
    this.value[to] = source.value[from]!;
    this.grade[to] = source.grade[from]!;
    const text = source.texts.size > 0 ? source.texts.get(from) : undefined;
    if (text !== undefined) this.texts.set(to, text);
    else if (this.texts.size > 0) this.texts.delete(to);
  }

  sameRows(a: number, b: number): boolean {
    return this.time[a] === this.time[b] && this.grade[a] === this.grade[b] &&
      Object.is(this.value[a], this.value[b]) && this.texts.get(a) === this.texts.get(b);
  }

  /** The sample of a row; null if there is none. */
  sampleOf(row: number, type: TypeCode): Sample | null {
    const grade = this.grade[row]!;
    if (grade === NOTHING) return null;
    return { time: this.time[row]!, value: this.#valueOf(row, type), quality: QUALITIES[grade]! };
  }

  #valueOf(row: number, type: TypeCode): SampleValue | null {
    if (type === STR) return this.texts.get(row) ?? null;
    const value = this.value[row]!;
    if (Number.isNaN(value)) return null;
    return type === BOOL ? value === 1 : value;
  }
}

export function gradeOf(quality: Quality): number {
  return quality === "good" ? GOOD : quality === "uncertain" ? UNCERTAIN : BAD;
}

export function qualityOf(grade: number): Quality {
  return QUALITIES[grade]!;
}

/** The sample, or a bad one without a value if its value is not of the type or not finite. */
export function believed(sample: Sample, type: TypeCode): Sample {
  return isReadable(sample.value, type) ? sample : { time: sample.time, value: null, quality: "bad" };
}

function isReadable(value: SampleValue | null, type: TypeCode): boolean {
  switch (type) {
    case NUM:
      return typeof value === "number" && Number.isFinite(value);
    case STR:
      return typeof value === "string";
    case BOOL:
      return typeof value === "boolean";
  }
}
