import { sourceTimeFromTicks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { type Json, keyProperty, type SdsType } from "./sds_types.ts";

/** Reads and writes a type's key. An index is a number: ticks for times, the value itself for numbers. */
export interface IndexCodec {
  property: string;
  parse(value: unknown): number | undefined;
  toJson(index: number): Json;
  toText(index: number): string;
}

/** The codec of a type whose only key is a time or a number; undefined for compound and other keys. */
export function indexCodec(type: SdsType): IndexCodec | undefined {
  const key = keyProperty(type);
  if (key === undefined) return undefined;
  const code = key.SdsType.SdsTypeCode;
  if (code === 16 || code === 20) return timeCodec(key.Id);
  return code >= 5 && code <= 15 ? numberCodec(key.Id) : undefined;
}

function timeCodec(property: string): IndexCodec {
  return {
    property,
    parse: (value) => typeof value === "string" ? parseTime(value.trim()) : undefined,
    toJson: sourceTimeFromTicks,
    toText: sourceTimeFromTicks,
  };
}

/** An unescaped plus sign in a query arrives as a space. */
function parseTime(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  return ticksFromSourceTime(day) ?? ticksFromSourceTime(day.replace(/ (\d{2}:?\d{2})$/, "+$1"));
}

function numberCodec(property: string): IndexCodec {
  const parse = (value: unknown) => {
    if (value === undefined || value === null || value === "") return undefined;
    const number = Number(value);
    return Number.isFinite(number) ? number : undefined;
  };
  return { property, parse, toJson: (index) => index, toText: String };
}
