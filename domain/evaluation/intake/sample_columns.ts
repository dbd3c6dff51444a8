import type { DataType, Quality, Sample, SampleValue } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import { float64Rows, uint8Rows } from "../state/columns.ts";

/** A row's grade: its quality, or that there is no sample. */
export const GOOD = 0, UNCERTAIN = 1, BAD = 2, NOTHING = 3;
const QUALITIES: readonly Quality[] = ["good", "uncertain", "bad"];

/** What the values of a stream are, as a number. */
export type TypeCode = 0 | 1 | 2;
export const NUM = 0, STR = 1, BOOL = 2;
const DATA_TYPES: readonly DataType[] = ["NUM", "STR", "BOOL"];

export function typeCode(dataType: DataType): TypeCode {
  return dataType === "NUM" ? NUM : dataType === "STR" ? STR : BOOL;
}

export function dataTypeOf(code: TypeCode): DataType {
  return DATA_TYPES[code];
}

/**
 * One sample a row, as columns. `value` holds a number, or 0 and 1 for a truth, or NaN when nothing could be read;
 * texts stand beside it, so that plants of numbers pay nothing for them.
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

  /** Gives rows new numbers as far as their texts go; those below 0 are no more. */
  renumberTexts(numbers: Int32Array): void {
    if (this.texts.size === 0) return;
    const before = [...this.texts];
    this.texts.clear();
    for (const [row, text] of before) if (numbers[row] >= 0) this.texts.set(numbers[row], text);
  }

  /** Writes a sample of a stream of `type`, as far as it can be believed. */
  set(row: number, sample: Sample, type: TypeCode): void {
    const { time, value, quality } = believed(sample, type);
    this.clear(row);
    this.time[row] = time;
    this.grade[row] = gradeOf(quality);
    if (typeof value === "string") this.texts.set(row, value);
    else if (value !== null) this.value[row] = Number(value);
  }

  /** Writes a number of a stream of numbers, as far as it can be believed, to a row that has no text. */
  setPlain(row: number, { time, value, grade }: { time: Ticks; value: number; grade: number }): void {
    const isFinite = value - value === 0;
    this.time[row] = time;
    this.value[row] = isFinite ? value : NaN;
    this.grade[row] = isFinite ? grade : BAD;
  }

  copyRow(to: number, source: SampleColumns, from: number): void {
    this.time[to] = source.time[from];
    this.value[to] = source.value[from];
    this.grade[to] = source.grade[from];
    const text = source.texts.size > 0 ? source.texts.get(from) : undefined;
    if (text !== undefined) this.texts.set(to, text);
    else if (this.texts.size > 0) this.texts.delete(to);
  }

  sameRows(a: number, b: number): boolean {
    return this.time[a] === this.time[b] && this.grade[a] === this.grade[b] &&
      Object.is(this.value[a], this.value[b]) && this.texts.get(a) === this.texts.get(b);
  }

  /** The sample of a row, or null when there is none. */
  sampleOf(row: number, type: TypeCode): Sample | null {
    const grade = this.grade[row];
    if (grade === NOTHING) return null;
    return { time: this.time[row], value: this.#valueOf(row, type), quality: QUALITIES[grade] };
  }

  #valueOf(row: number, type: TypeCode): SampleValue | null {
    if (type === STR) return this.texts.get(row) ?? null;
    const value = this.value[row];
    if (Number.isNaN(value)) return null;
    return type === BOOL ? value === 1 : value;
  }
}

export function gradeOf(quality: Quality): number {
  return quality === "good" ? GOOD : quality === "uncertain" ? UNCERTAIN : BAD;
}

export function qualityOf(grade: number): Quality {
  return QUALITIES[grade];
}

/** The sample, or a bad one without a value where the value is not of the type, or not finite. */
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
