/** A JSON value of a request or response. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** The members of one event, without its key. */
export type Members = Record<string, Json>;

/** A property of an SDS type, in the vendor's spelling. */
export interface SdsProperty {
  Id: string;
  Name?: string;
  Description?: string;
  IsKey?: boolean;
  Order?: number;
  Uom?: string;
  IsQuality?: boolean;
  SdsType: { Id?: string; Name?: string; SdsTypeCode: number; Properties?: EnumMember[] };
}

export interface EnumMember {
  Id: string;
  Value: number;
}

export interface SdsType {
  Id: string;
  Name?: string;
  Description?: string;
  SdsTypeCode: number;
  Properties: SdsProperty[];
}

const CODE_NAMES: Record<number, string> = {
  0: "Empty",
  1: "Object",
  3: "Boolean",
  4: "Char",
  5: "SByte",
  6: "Byte",
  7: "Int16",
  8: "UInt16",
  9: "Int32",
  10: "UInt32",
  11: "Int64",
  12: "UInt64",
  13: "Single",
  14: "Double",
  15: "Decimal",
  16: "DateTime",
  18: "String",
  19: "Guid",
  20: "DateTimeOffset",
  21: "TimeSpan",
  22: "Version",
  400: "Array",
  401: "IList",
  402: "IDictionary",
  403: "IEnumerable",
};

const CODES = new Map<string, number>();
for (const [code, name] of Object.entries(CODE_NAMES)) {
  CODES.set(name.toLowerCase(), Number(code));
  if (Number(code) >= 3 && Number(code) <= 22) CODES.set(`nullable${name.toLowerCase()}`, Number(code) + 100);
  if (Number(code) >= 3 && Number(code) <= 22) CODES.set(`${name.toLowerCase()}array`, Number(code) + 200);
  if (Number(code) >= 5 && Number(code) <= 12) CODES.set(`${name.toLowerCase()}enum`, Number(code) + 600);
  if (Number(code) >= 5 && Number(code) <= 12) {
    CODES.set(`nullable${name.toLowerCase()}enum`, Number(code) + 700);
  }
}

/** Parses a type code: a number, digits or a name; undefined when unknown. */
export function typeCodeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  return /^\d+$/.test(value) ? Number(value) : CODES.get(value.toLowerCase());
}

/** The name of a type code, as assets spell it. */
export function typeCodeName(code: number): string {
  return CODE_NAMES[code] ?? String(code);
}

export function isEnumCode(code: number): boolean {
  return (code >= 605 && code <= 612) || (code >= 705 && code <= 712);
}

export function isNumericCode(code: number): boolean {
  const base = code > 100 && code < 200 ? code - 100 : code;
  return base >= 5 && base <= 15;
}

/** The value of an omitted member: 0, false, the enumeration's 0, or null. */
export function defaultOf(code: number): Json {
  if (code === 3) return false;
  if (code < 100 && isNumericCode(code)) return 0;
  if (code >= 605 && code <= 612) return 0;
  if (code === 16 || code === 20) return "0001-01-01T00:00:00Z";
  return null;
}

export function keyProperty(type: SdsType): SdsProperty | undefined {
  const keys = type.Properties.filter((property) => property.IsKey === true);
  return keys.length === 1 ? keys[0] : undefined;
}

export function valueProperties(type: SdsType): SdsProperty[] {
  return type.Properties.filter((property) => property.IsKey !== true);
}

export function enumMemberName(property: SdsProperty, value: Json): string | undefined {
  return property.SdsType.Properties?.find((member) => member.Value === value)?.Id;
}
