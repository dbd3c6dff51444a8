import type { DataType } from "../../domain/sample/types.ts";

/** SdsTypeCode: numbers 3 to 22, 100 more when nullable, 200 more for arrays; enumerations 605 to 612, 705 to 712. */
export const SDS_STRING = 18;
export const SDS_DATE_TIME = 16;
export const SDS_DATE_TIME_OFFSET = 20;
export const SDS_CHAR = 4;

const BASE_CODES: Readonly<Record<string, number>> = {
  boolean: 3,
  char: 4,
  sbyte: 5,
  byte: 6,
  int16: 7,
  uint16: 8,
  int32: 9,
  uint32: 10,
  int64: 11,
  uint64: 12,
  single: 13,
  double: 14,
  decimal: 15,
  datetime: 16,
  string: 18,
  guid: 19,
  datetimeoffset: 20,
  timespan: 21,
  version: 22,
};

const OTHER_CODES: Readonly<Record<string, number>> = {
  empty: 0,
  object: 1,
  array: 400,
  ilist: 401,
  idictionary: 402,
  ienumerable: 403,
};

/** How a property's JSON is read. */
export type ValueKind = "number" | "boolean" | "text" | "enum";

export interface CodeTraits {
  kind: ValueKind;
  dataType: DataType;
  nullable: boolean;
  /** The code without nullability: `Int64` for `NullableInt64`. */
  base: number;
}

/** Parses an SdsTypeCode: a number, digits, or a name (`NullableDouble`, `Int32Enum`). */
export function readTypeCode(raw: number | string | null | undefined): number | undefined {
  if (typeof raw === "number") return raw;
  if (raw === null || raw === undefined) return undefined;
  if (/^\d+$/.test(raw)) return Number(raw);
  const name = raw.toLowerCase();
  if (Object.hasOwn(OTHER_CODES, name)) return OTHER_CODES[name];
  const [, nullable, base = "", form] = /^(nullable)?(.+?)(enum|array)?$/.exec(name) ?? [];
  const code = Object.hasOwn(BASE_CODES, base) ? BASE_CODES[base] : undefined;
  if (code === undefined) return undefined;
  const shift = form === "enum" ? 600 : form === "array" ? 200 : 0;
  return code + shift + (nullable === undefined ? 0 : 100);
}

/** How values of a code are read; undefined for codes that cannot be monitored. */
export function codeTraits(code: number): CodeTraits | undefined {
  if ((code >= 605 && code <= 612) || (code >= 705 && code <= 712)) {
    return { kind: "enum", dataType: "STR", nullable: code > 700, base: code % 100 };
  }
  const nullable = code > 100 && code < 200;
  const base = nullable ? code - 100 : code;
  if (base === 3) return { kind: "boolean", dataType: "BOOL", nullable, base };
  if (base >= 5 && base <= 15) return { kind: "number", dataType: "NUM", nullable, base };
  if (base === SDS_CHAR) return { kind: "text", dataType: "STR", nullable, base };
  // The default of a text is null, so an omitted one has no value.
  if (base === SDS_STRING) return { kind: "text", dataType: "STR", nullable: true, base };
  return undefined;
}

/** The vendor's name of a code, for messages; the number of an unknown one. */
export function codeName(code: number): string {
  const named = (table: Readonly<Record<string, number>>, of: number) =>
    Object.entries(table).find(([, value]) => value === of)?.[0];
  if (code >= 200 && code < 300) return `array of ${named(BASE_CODES, code - 200) ?? code}`;
  return named(BASE_CODES, code > 100 && code < 200 ? code - 100 : code) ?? named(OTHER_CODES, code) ??
    `code ${code}`;
}
