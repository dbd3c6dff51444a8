import { DataType, StatusCode, type Variant, VariantArrayType } from "node-opcua-client";
import type { DataType as StreamType, Quality, SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";

/** Values of a kind that no stream has, such as arrays and structures. */
export const UNSUPPORTED = Symbol("unsupported");

/** The bits by which the server tells that it dropped values before this one. */
const OVERFLOW = 0x480;
const PICOSECONDS_A_TICK = 100_000;
/** What servers send instead of no time. */
const FIRST_YEAR_MS = Date.UTC(1970, 0, 1);

export function qualityOf({ value }: StatusCode): Quality {
  const severity = value >>> 30;
  return severity === 0 ? "good" : severity === 1 ? "uncertain" : "bad";
}

export function hasOverflow({ value }: StatusCode): boolean {
  return (value & OVERFLOW) === OVERFLOW;
}

/** To 100 ns; null: the server gave none. */
export function ticksOf(date: Date | null | undefined, picoseconds = 0): Ticks | null {
  const ms = date?.getTime();
  if (ms === undefined || !(ms > FIRST_YEAR_MS)) return null;
  return ticksFromMs(ms) + Math.floor(picoseconds / PICOSECONDS_A_TICK);
}

/** Null: the server sent none. */
export function valueOf({ dataType, arrayType, value }: Variant): SampleValue | null | typeof UNSUPPORTED {
  if (dataType === DataType.Null) return null;
  if (arrayType !== VariantArrayType.Scalar) return UNSUPPORTED;
  switch (dataType) {
    case DataType.Boolean:
    case DataType.SByte:
    case DataType.Byte:
    case DataType.Int16:
    case DataType.UInt16:
    case DataType.Int32:
    case DataType.UInt32:
    case DataType.Double:
      return value;
    case DataType.Float:
      return shortest(value);
    case DataType.Int64:
      return bigOf(value, true);
    case DataType.UInt64:
      return bigOf(value, false);
    case DataType.String:
    case DataType.Guid:
      return value;
    case DataType.DateTime:
      return value instanceof Date ? value.toISOString() : null;
    case DataType.LocalizedText:
      return value?.text ?? null;
    case DataType.QualifiedName:
      return value?.name ?? null;
    case DataType.StatusCode:
      return value?.name ?? null;
    default:
      return UNSUPPORTED;
  }
}

/** The type of the stream that values of a data type of the standard make; undefined: the first value tells it. */
export function streamTypeOf(dataType: number): StreamType | undefined {
  switch (dataType) {
    case DataType.Boolean:
      return "BOOL";
    case DataType.SByte:
    case DataType.Byte:
    case DataType.Int16:
    case DataType.UInt16:
    case DataType.Int32:
    case DataType.UInt32:
    case DataType.Int64:
    case DataType.UInt64:
    case DataType.Float:
    case DataType.Double:
      return "NUM";
    case DataType.String:
    case DataType.DateTime:
    case DataType.LocalizedText:
      return "STR";
    default:
      return undefined;
  }
}

export function isTooComplex(dataType: number): boolean {
  return dataType === DataType.ByteString || dataType === DataType.ExtensionObject ||
    dataType === DataType.XmlElement;
}

/** A number of 32 bits as it was written: 0.1, not 0.10000000149011612. */
function shortest(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** The library gives 64 bits as two numbers of 32. */
function bigOf(value: unknown, isSigned: boolean): number | null {
  if (!Array.isArray(value)) return typeof value === "number" ? value : null;
  const [high, low] = value as [number, number];
  return (isSigned ? high | 0 : high >>> 0) * 2 ** 32 + (low >>> 0);
}
