import { isSourceTime } from "../../domain/sample/source_time.ts";
import type { Quality, Sample, SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { createMember, isJsonObject, type JsonObject } from "./member.ts";
import { createQualityReader } from "./quality.ts";
import { createReading, heldText, type Reading } from "./reading.ts";
import type { DataHubAddress } from "./stream_address.ts";

/** The raw members of a sample besides its time; undefined when omitted. `others`: those that tell its quality. */
export interface RawEvent {
  value: unknown;
  others: unknown[];
}

/**
 * Why a sample does not simply follow from its event: its value is omitted, and nothing in it is unknown; its number is
 * not listed in the enumeration; or it does not fit the type.
 */
export type Doubt = "omitted" | "unlisted" | "misfit";

/** What is known of the stream whose events are decoded, and who is told of events that do not fit. */
export interface Fit {
  /** Whether the type was read so lately that the doubtful sample counts; else it is bad. Never for a misfit. */
  accepts(doubt: Doubt, time: Ticks | undefined): boolean;
  /** An event is skipped, since its time cannot be read or cannot be right. */
  skip(reason: "unreadableTimes" | "impossibleTimes"): void;
}

/** Decodes the events of one stream. */
export interface EventDecoder {
  /** Undefined for an event without a readable time. */
  time(event: unknown, fit: Fit): Ticks | undefined;
  /** Undefined for an event that is skipped. */
  sample(event: unknown, fit: Fit): Sample | undefined;
  /** The members that are read: the key, the value, then the others of a RawEvent. */
  readonly members: readonly string[];
  /** Whether a number is always a good sample, whatever the other members. */
  readonly takesNumbers: boolean;
  /** Whether an event fits the type as it is listed, so that `sampleOf` reads it. */
  fits(raw: RawEvent): boolean;
  sampleOf(time: Ticks, raw: RawEvent): Sample;
}

const PI_MEMBERS = ["DigitalStateName", "SystemStateCode", "IsQuestionable"];

/**
 * A decoder for a stream's events. `isLost`: the stream means something else, so that no sample of it can be read. A
 * TypeError when its type code cannot be monitored.
 */
export function createEventDecoder(source: DataHubAddress, { isLost = false } = {}): EventDecoder {
  const current = createReading(source), readings = [current, ...(source.former ?? []).map(createReading)];
  const { others, read, fits } = source.piEvent ? piEvents(current) : plainEvents(source, current);
  const otherMembers = others.map(createMember);
  const isUnknown = unknownMember(source);

  const sampleOf = (time: Ticks, raw: RawEvent) => sampleBy(current, time, raw);

  function sampleBy(reading: Reading, time: Ticks, raw: RawEvent): Sample {
    const { value, quality } = read(raw, raw.value === undefined ? reading.omitted : reading.read(raw.value));
    return { time, value, quality: value === null ? "bad" : quality };
  }

  /** The sample of an event that does not fit the current type. */
  function doubtful(time: Ticks, event: JsonObject, fit: Fit): Sample {
    const others = otherMembers.map((of) => of(event));
    const present = readings.map((reading) => ({ reading, raw: reading.valueOf(event) }))
      .filter(({ raw }) => raw !== undefined);
    const fitting = present.find(({ reading, raw }) => reading.fitOf(raw) === "fits");
    if (fitting !== undefined) return sampleBy(fitting.reading, time, { value: fitting.raw, others });
    const unlisted = present.find(({ reading, raw }) => reading.fitOf(raw) === "unlisted");
    if (unlisted !== undefined && fit.accepts("unlisted", time)) {
      return sampleBy(unlisted.reading, time, { value: unlisted.raw, others });
    }
    const isOmitted = present.length === 0 && !Object.keys(event).some(isUnknown);
    if (isOmitted && fit.accepts("omitted", time)) return sampleOf(time, { value: undefined, others });
    if (unlisted === undefined && !isOmitted) fit.accepts("misfit", time);
    return bad(time);
  }

  function time(event: unknown, fit: Fit): Ticks | undefined {
    if (!isJsonObject(event)) return unreadable(fit);
    const key = keyOf(readings, event);
    if (key === undefined) fit.accepts("misfit", earliestTime(event));
    const ticks = typeof key === "string" ? ticksFromSourceTime(key) : undefined;
    return ticks ?? unreadable(fit);
  }

  return {
    members: [source.keyProperty, source.valueProperty, ...others],
    takesNumbers: current.traits.kind === "number" && others.length === 0 && !isLost,
    time,
    fits: (raw) => !isLost && fits(raw),
    sampleOf,
    sample(event, fit) {
      const at = time(event, fit);
      if (at === undefined || !isJsonObject(event)) return undefined;
      if (!isSourceTime(at)) {
        fit.skip("impossibleTimes");
        return undefined;
      }
      if (isLost) {
        fit.accepts("misfit", at);
        return bad(at);
      }
      const raw = { value: current.valueOf(event), others: otherMembers.map((of) => of(event)) };
      return fits(raw) ? sampleOf(at, raw) : doubtful(at, event, fit);
    },
  };
}

function bad(time: Ticks): Sample {
  return { time, value: null, quality: "bad" };
}

function unreadable(fit: Fit): undefined {
  fit.skip("unreadableTimes");
  return undefined;
}

function keyOf(readings: readonly Reading[], event: JsonObject): unknown {
  for (const reading of readings) {
    const key = reading.keyOf(event);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The likely time of an event whose key is not known, to read its time again later. */
function earliestTime(event: JsonObject): Ticks | undefined {
  const times = Object.values(event).flatMap((value) => {
    const time = typeof value === "string" ? ticksFromSourceTime(value) : undefined;
    return time !== undefined && isSourceTime(time) ? [time] : [];
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Whether a member is none of the type's properties; never when these are not known. */
function unknownMember({ properties, former = [] }: DataHubAddress): (name: string) => boolean {
  if (properties === undefined) return () => false;
  const all = [properties, ...former.map((one) => one.properties ?? [one.keyProperty, one.valueProperty])];
  const known = new Set(all.flat().map((name) => name.toLowerCase()));
  return (name) => !known.has(name.toLowerCase());
}

/** What is particular to a kind of events. */
interface EventKind {
  /** The members that tell the quality. */
  others: readonly string[];
  fits(raw: RawEvent): boolean;
  read(raw: RawEvent, value: SampleValue | null): { value: SampleValue | null; quality: Quality };
}

function plainEvents({ qualities = [] }: DataHubAddress, { fitOf }: Reading): EventKind {
  const qualityOf = createQualityReader(qualities);
  const others = qualities.map(({ property }) => property);
  return {
    others,
    fits: ({ value }) => value !== undefined && fitOf(value) === "fits",
    read: others.length === 0
      ? (_raw, value) => ({ value, quality: "good" })
      : (raw, value) => ({ value, quality: qualityOf(raw.others) }),
  };
}

/** Of PI events, a system state means that there is no value, and a digital state gives its name. */
function piEvents({ traits, fitOf }: Reading): EventKind {
  const nameOf = ({ others: [name] }: RawEvent) =>
    traits.dataType === "STR" && typeof name === "string" && name !== "" ? name : undefined;
  return {
    others: PI_MEMBERS,
    fits(raw) {
      if (nameOf(raw) !== undefined || isSystemState(raw.others[1])) return true;
      // The value of a digital state without a name is its number.
      return raw.value !== undefined && (typeof raw.value === "number" || fitOf(raw.value) === "fits");
    },
    read(raw, value) {
      const name = nameOf(raw);
      const [, code, questionable] = raw.others;
      const quality = isSystemState(code) ? "bad" : questionable === true ? "uncertain" : "good";
      return { value: name === undefined ? value : heldText(name), quality };
    },
  };
}

function isSystemState(code: unknown): boolean {
  return code !== undefined && code !== null && code !== 0 && code !== "" && code !== "0";
}
