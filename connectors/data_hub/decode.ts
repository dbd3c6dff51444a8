import {
  LONGEST_TEXT_VALUE,
  type Quality,
  type Sample,
  type SampleValue,
} from "../../domain/sample/types.ts";
import { isNumberText } from "../../domain/shared/number_text.ts";
import { type Ticks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { createMember, isJsonObject } from "./member.ts";
import { type CodeTraits, codeTraits } from "./sds_code.ts";
import type { DataHubAddress } from "./stream_address.ts";

/** The raw members of a sample besides its time; undefined when omitted. */
export interface RawEvent {
  value: unknown;
  /** Only of PI events, like the next two. */
  stateName: unknown;
  stateCode: unknown;
  questionable: unknown;
}

/** Decodes the events of one stream. */
export interface EventDecoder {
  /** Undefined for an event without a readable time, as is `sample`. */
  time(event: unknown): Ticks | undefined;
  sample(event: unknown): Sample | undefined;
  /** The members that are read: the key, then those of a RawEvent, in its order. */
  readonly members: readonly string[];
  /** Whether a number is always a good sample, whatever the other members. */
  readonly takesNumbers: boolean;
  sampleOf(time: Ticks, raw: RawEvent): Sample;
}

const PI_MEMBERS = ["DigitalStateName", "SystemStateCode", "IsQuestionable"];

/** Codes whose values may be texts, since JSON numbers cannot represent all of them: Int64, UInt64, Decimal. */
const TEXT_NUMBER_CODES = new Set([11, 12, 15]);

type ReadValue = (raw: unknown) => SampleValue | null;

/** A decoder for a stream's events. A TypeError when its type code cannot be monitored. */
export function createEventDecoder(source: DataHubAddress): EventDecoder {
  const traits = codeTraits(source.typeCode);
  if (traits === undefined) {
    throw new TypeError(`Type code ${source.typeCode} of ${source.sdsStreamId} has no decoder`);
  }
  const keyOf = createMember(source.keyProperty);
  const valueOf = createMember(source.valueProperty);
  const read = createReader(source, traits);
  const omitted = source.nullable ? null : defaultValue(source, traits);
  const decodeQuality = source.piEvent ? createPiQualityDecoder(traits) : decodePlainQuality;
  const piMembers = source.piEvent ? PI_MEMBERS : [];
  const [stateNameOf, stateCodeOf, questionableOf] = piMembers.map(createMember);

  function time(event: unknown): Ticks | undefined {
    if (!isJsonObject(event)) return undefined;
    const key = keyOf(event);
    return typeof key === "string" ? ticksFromSourceTime(key) : undefined;
  }

  function sampleOf(time: Ticks, raw: RawEvent): Sample {
    const value = raw.value === undefined ? omitted : held(read(raw.value));
    return decodeQuality(raw, { time, value, quality: "good" });
  }

  return {
    members: [source.keyProperty, source.valueProperty, ...piMembers],
    takesNumbers: traits.kind === "number" && !source.piEvent,
    time,
    sampleOf,
    sample(event) {
      const at = time(event);
      if (at === undefined || !isJsonObject(event)) return undefined;
      return sampleOf(at, {
        value: valueOf(event),
        stateName: stateNameOf?.(event),
        stateCode: stateCodeOf?.(event),
        questionable: questionableOf?.(event),
      });
    },
  };
}

function createReader(source: DataHubAddress, traits: CodeTraits): ReadValue {
  switch (traits.kind) {
    case "boolean":
      return (raw) => typeof raw === "boolean" ? raw : null;
    case "text":
      return (raw) => typeof raw === "string" ? raw : null;
    case "enum":
      return createEnumReader(source.enumMembers ?? {});
    case "number":
      return TEXT_NUMBER_CODES.has(traits.base) ? readNumberOrText : readNumber;
  }
}

/** Truncates a text, so that it cannot fill the memory. */
function held(value: SampleValue | null): SampleValue | null {
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT_VALUE) : value;
}

function readNumber(raw: unknown): number | null {
  return typeof raw === "number" && Number.isFinite(raw) ? raw : null;
}

function readNumberOrText(raw: unknown): number | null {
  return readNumber(typeof raw === "string" && isNumberText(raw) ? Number(raw) : raw);
}

function createEnumReader(members: Record<string, string>): ReadValue {
  const names = new Map(Object.values(members).map((name) => [name.toLowerCase(), name]));
  return (raw) => {
    if (typeof raw === "number") return memberName(members, raw);
    return typeof raw === "string" ? names.get(raw.toLowerCase()) ?? null : null;
  };
}

function memberName(members: Record<string, string>, number: number): string | null {
  return Object.hasOwn(members, String(number)) ? members[String(number)] : null;
}

/** The value of an event that omits it: the default of its type. */
function defaultValue(source: DataHubAddress, traits: CodeTraits): SampleValue | null {
  switch (traits.kind) {
    case "boolean":
      return false;
    case "number":
      return 0;
    case "text":
      return "\u0000";
    case "enum":
      return memberName(source.enumMembers ?? {}, 0);
  }
}

type QualityDecoder = (raw: RawEvent, sample: Sample) => Sample;

function decodePlainQuality(_raw: RawEvent, sample: Sample): Sample {
  if (sample.value === null) sample.quality = "bad";
  return sample;
}

/** Of PI events, a system state means that there is no value, and a digital state gives its name. */
function createPiQualityDecoder(traits: CodeTraits): QualityDecoder {
  return ({ stateName, stateCode, questionable }, sample) => {
    const isNamed = traits.dataType === "STR" && typeof stateName === "string" && stateName !== "";
    const value = isNamed ? held(stateName) : sample.value;
    const bad = value === null || isSystemState(stateCode);
    const quality: Quality = bad ? "bad" : questionable === true ? "uncertain" : "good";
    return { time: sample.time, value, quality };
  };
}

function isSystemState(code: unknown): boolean {
  return code !== undefined && code !== null && code !== 0 && code !== "" && code !== "0";
}
