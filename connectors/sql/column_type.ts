import { withoutPadding } from "../../domain/sample/padding.ts";
import { type DataType, LONGEST_TEXT_VALUE, type SampleValue } from "../../domain/sample/types.ts";
import type { TimeKind } from "./time_column.ts";

const BOOLEAN = 16;
/** int8, int2, int4, float4, float8, numeric. */
const INTEGERS = [20, 21, 23], FLOATS = [700, 701], NUMERIC = 1700;
/** date, timestamp, timestamptz. */
const MOMENTS = [1082, 1114, 1184];
/** "char", name, text, bpchar, varchar, uuid. */
const TEXTS = [18, 19, 25, 1042, 1043, 2950];

/** A column as the catalog has it: `type` is its number, of a domain that of its base. */
export interface Column {
  name: string;
  type: number;
  /** E: an enumeration, S: a text. */
  category: string;
  /** As SQL writes it. */
  typeName: string;
}

/** What its values are as samples; null: they cannot be. */
export function dataTypeOf({ type, category }: Pick<Column, "type" | "category">): DataType | null {
  if (isNumber(type)) return "NUM";
  if (type === BOOLEAN) return "BOOL";
  return TEXTS.includes(type) || category === "E" || category === "S" ? "STR" : null;
}

export function timeKindOf(type: number): TimeKind | null {
  if (MOMENTS.includes(type)) return "timestamp";
  if (INTEGERS.includes(type)) return "int";
  if (FLOATS.includes(type)) return "float";
  return type === NUMERIC ? "numeric" : null;
}

function isNumber(type: number): boolean {
  return INTEGERS.includes(type) || FLOATS.includes(type) || type === NUMERIC;
}

/** A value as the server writes it; null where it is none of the wanted type. */
export function readValue(text: string | null, type: number, wanted: DataType): SampleValue | null {
  if (text === null) return null;
  switch (wanted) {
    case "NUM": {
      const number = isNumber(type) ? Number(text) : NaN;
      return Number.isFinite(number) ? number : null;
    }
    case "BOOL":
      return type === BOOLEAN ? text === "t" : null;
    case "STR":
      return isNumber(type) || type === BOOLEAN ? null : withoutPadding(text.slice(0, LONGEST_TEXT_VALUE));
  }
}

/** A value of a quality column, as it tells the quality. */
export function readRaw(text: string | null, type: number): number | boolean | string | null {
  if (text === null) return null;
  if (isNumber(type)) return Number(text);
  return type === BOOLEAN ? text === "t" : text;
}
