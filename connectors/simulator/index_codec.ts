import { sourceTimeFromTicks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { type Json, keyProperty, type SdsType } from "./sds_types.ts";

/** How a type's key is read and written. Indexes are numbers inside: ticks for times, themselves for numbers. */
export interface IndexCodec {
  property: string;
  parse(given: unknown): number | undefined;
  toJson(index: number): Json;
  toText(index: number): string;
}

/** The codec of a type with exactly one key of a time or a number; undefined for compound and other keys. */
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
    parse: (given) => typeof given === "string" ? parseTime(given.trim()) : undefined,
    toJson: sourceTimeFromTicks,
    toText: sourceTimeFromTicks,
  };
}

/** A plus sign in a query arrives as a space when the client did not escape it. */
function parseTime(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  return ticksFromSourceTime(day) ?? ticksFromSourceTime(day.replace(/ (\d{2}:?\d{2})$/, "+$1"));
}

function numberCodec(property: string): IndexCodec {
  const parse = (given: unknown) => {
    if (given === undefined || given === null || given === "") return undefined;
    const number = Number(given);
    return Number.isFinite(number) ? number : undefined;
  };
  return { property, parse, toJson: (index) => index, toText: String };
}
