import { withoutPadding } from "../../domain/sample/padding.ts";
import { isSourceTime } from "../../domain/sample/source_time.ts";
import {
  type DataType,
  LONGEST_TEXT_VALUE,
  type Quality,
  type Sample,
  type SampleValue,
} from "../../domain/sample/types.ts";
import { type Ticks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { connectionFailed, vendorText } from "../source_failure.ts";
import type { PiStream } from "./identity.ts";
import type { Meanings } from "./meanings.ts";

type Json = Readonly<Record<string, unknown>>;

/** The fields of a value that are read, below a path of `selectedFields`. */
export function valueFields(path: string): string {
  return ["Timestamp", "Value", "Good", "Questionable", "Errors"].map((name) => `${path}${name}`).join(";");
}

/** Every point begins with this state; it is not a sample. */
const CREATED = "Pt Created";
/** Numbers that JSON cannot represent, as the server writes them. */
const NO_NUMBERS = new Set(["NaN", "Infinity", "-Infinity"]);

/** Decodes values to samples in order of time, the last of several at a time. Drops impossible times. */
export function readSamples(
  values: readonly unknown[],
  { stream, meanings }: { stream: PiStream; meanings: Meanings },
): Sample[] {
  const byTime = new Map<Ticks, Sample>();
  for (const value of values) {
    const sample = readSample(value, { stream, meanings });
    if (sample !== undefined) byTime.set(sample.time, sample);
  }
  return [...byTime.values()].sort((one, other) => one.time - other.time);
}

/** Undefined when the value is no sample. */
export function readSample(
  value: unknown,
  { stream, meanings }: { stream: PiStream; meanings: Meanings },
): Sample | undefined {
  if (!isObject(value)) throw connectionFailed(`The source answered something that is not a value`);
  const error = Array.isArray(value.Errors) && value.Errors.length > 0 ? value.Errors : null;
  if (error !== null) throw connectionFailed(`The source failed while it answered: ${errorText(error)}`);
  const time = timeOf(value), { Value: raw } = value;
  if (time === undefined || !isSourceTime(time)) return undefined;
  const { dataType } = stream.source;
  if (isObject(raw) && raw.IsSystem === true) {
    return raw.Name === CREATED ? undefined : { time, value: textOfState(raw, dataType), quality: "bad" };
  }
  const read = meanings.hasOther(stream.source) ? undefined : valueOf(raw, dataType);
  // What is bad may be of any type: an error's text, for example, instead of a number.
  if (read === undefined && value.Good !== false) meanings.misfits(stream, time);
  const known = read ?? null;
  return { time, value: known, quality: known === null ? "bad" : qualityOf(value) };
}

export function timeOf({ Timestamp: time }: Json): Ticks | undefined {
  return typeof time === "string" ? ticksFromSourceTime(time) : undefined;
}

function qualityOf({ Good, Questionable }: Json): Quality {
  return Good === false ? "bad" : Questionable === true ? "uncertain" : "good";
}

/** Null: there is no value. Undefined: it does not fit the type. */
function valueOf(raw: unknown, dataType: DataType): SampleValue | null | undefined {
  if (raw === null || raw === undefined) return null;
  switch (dataType) {
    case "NUM":
      if (typeof raw === "string" && NO_NUMBERS.has(raw)) return null;
      return typeof raw === "number" ? raw : undefined;
    case "BOOL":
      return typeof raw === "boolean" ? raw : undefined;
    case "STR": {
      const text = isObject(raw) ? raw.Name : raw;
      return typeof text === "string" ? heldText(text) : undefined;
    }
  }
}

function textOfState({ Name: name }: Json, dataType: DataType): SampleValue | null {
  return dataType === "STR" && typeof name === "string" ? heldText(name) : null;
}

function heldText(text: string): string {
  return withoutPadding(text.slice(0, LONGEST_TEXT_VALUE));
}

/** `[{ FieldName, Message: [text] }]`, or plain texts. */
function errorText(errors: readonly unknown[]): string {
  const [first] = errors;
  const said = vendorText(typeof first === "string" ? { Errors: [first] } : first, []);
  return said === "" ? "no reason is given" : said;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
