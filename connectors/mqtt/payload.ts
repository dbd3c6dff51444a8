import type { Quality, SampleValue } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { qualityOfCode, qualityOfFlag, qualityOfText } from "../quality.ts";
import { readTime } from "./message_time.ts";
import { fieldsOf, valueAt } from "./path.ts";
import { ALL_FIELDS, type TopicRow } from "./settings.ts";

/** The most fields of one message that become samples. */
export const MOST_FIELDS = 500;

/** One value of a message. */
export interface Reading {
  /** The path of its field, when all fields are taken; else empty. */
  field: string;
  /** Null: the message has no time. */
  time: Ticks | null;
  value: SampleValue | null;
  quality: Quality;
  unit?: string;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const SHOWN = 60;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a payload; undefined: it is none. */
export function payloadText(payload: Uint8Array): string | undefined {
  try {
    return utf8.decode(payload);
  } catch {
    return undefined;
  }
}

/** A payload without structure: a number, a boolean or a text. */
export function plainValue(text: string): SampleValue {
  if (NUMBER.test(text)) return Number(text);
  const lower = text.toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : text;
}

/** The values of a message as its row says; a text: why it has none. */
export function readPayload(payload: Uint8Array, row: TopicRow): Reading[] | string {
  const text = payloadText(payload)?.trim();
  if (text === undefined) return "The payload is no text in UTF-8";
  if (text === "") return "The payload is empty";
  const json = text[0] === "{" || text[0] === "[" || text[0] === '"' ? parsed(text) : undefined;
  if (row.value === null) {
    if (typeof json === "object" && json !== null) {
      return "The payload is JSON; choose where its value is, or * for all fields";
    }
    return [{
      field: "",
      time: null,
      value: typeof json === "string" ? json : plainValue(text),
      quality: "good",
    }];
  }
  if (typeof json !== "object" || json === null) return `The payload is no JSON object: ${shown(text)}`;
  return readJson(json, { ...row, value: row.value });
}

function readJson(json: object, row: TopicRow & { value: string }): Reading[] | string {
  const time = row.time === null ? null : readTime(valueAt(json, row.time));
  if (time === undefined) return noTime(json, row.time ?? "");
  const quality = row.quality === null ? "good" : qualityOf(valueAt(json, row.quality), row.quality);
  const unit = row.unit === null ? undefined : valueAt(json, row.unit);
  const told = { time, quality, ...typeof unit === "string" && { unit } };
  if (row.value === ALL_FIELDS) return allFields(json, { row, told });
  const value = valueAt(json, row.value);
  if (value === undefined) return `There is nothing at ${row.value}`;
  if (typeof value === "object" && value !== null) {
    return `At ${row.value} is no single value; choose one in it`;
  }
  return [{ field: "", value: value as SampleValue | null, ...told }];
}

function noTime(json: object, path: string): string {
  return `No time can be read at ${path}: ${shown(valueAt(json, path))}`;
}

/** An omitted quality is good. A number of one byte but 0 is a quality of OPC DA, of which the two highest bits count. */
function qualityOf(raw: unknown, path: string): Quality {
  if (raw === undefined) return "good";
  if (typeof raw === "boolean") return qualityOfFlag(path, raw);
  if (typeof raw === "number") return raw >= 1 && raw < 256 ? OF_DA[raw >> 6]! : qualityOfCode(raw);
  return typeof raw === "string" ? qualityOfText(raw.trim()) : "uncertain";
}

const OF_DA = ["bad", "uncertain", "bad", "good"] as const;

function allFields(
  json: object,
  { row, told }: { row: TopicRow; told: Pick<Reading, "time" | "quality" | "unit"> },
): Reading[] | string {
  const fields = fieldsOf(json, MOST_FIELDS);
  if (fields.length > MOST_FIELDS) return `The payload has more than ${MOST_FIELDS} fields`;
  const others = [row.time, row.quality, row.unit];
  return fields.filter(([path]) => !others.includes(path)).map(([field, value]) => ({
    field,
    value,
    ...told,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (value === undefined) return "there is nothing";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
