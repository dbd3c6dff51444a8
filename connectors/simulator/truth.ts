import { sourceTimeFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import { memberOf } from "./calculated.ts";
import { isPiType } from "./faults/shaping.ts";
import { openCatalogStream, streamType } from "./open_stream.ts";
import {
  enumMemberName,
  isEnumCode,
  isNumericCode,
  type Json,
  type SdsProperty,
  type SdsType,
  valueProperties,
} from "./sds_types.ts";
import type { CatalogStream } from "./stream_catalog.ts";
import type { StreamEvent } from "./stream_reader.ts";
import { refreshWorld, type World } from "./world.ts";

/** A sample as a monitoring client should see it; null for what is no value (NaN, null, a wrong kind). */
export interface TrueSample {
  timestamp: string;
  value: number | string | boolean | null;
}

/** And how far it can be believed: `bad` where there is no value, `uncertain` where PI doubts it. */
export interface FinalSample extends TrueSample {
  quality: "good" | "uncertain" | "bad";
}

/** A stream as it is asked for: by name or id, `Name.Property` (`Id.Property`) of several value properties. */
export interface AskedSeries {
  streamName: string;
  fromMs: number;
  toMs: number;
  nowMs: number;
}

/**
 * What a stream holds between two moments, both included, as HTTP would tell it now: computed and written
 * samples, nothing that has not arrived. Enumerations by member name.
 */
export function trueSamples(world: World, asked: AskedSeries): TrueSample[] {
  const read = seriesOf(world, asked, false);
  return read.events.map((event) => ({
    timestamp: sourceTimeFromTicks(event.at),
    value: valueOf(event, read),
  }));
}

/**
 * What a stream will hold in the end between two moments: with all late samples arrived and all corrections made
 * that faults have in store for what was measured until now.
 */
export function finalSamples(world: World, asked: AskedSeries): FinalSample[] {
  const read = seriesOf(world, asked, true);
  return read.events.map((event) => {
    const value = valueOf(event, read);
    const quality = value === null ? "bad" : event.members.IsQuestionable === true ? "uncertain" : "good";
    return { timestamp: sourceTimeFromTicks(event.at), value, quality };
  });
}

export interface NamedProperty {
  stream: CatalogStream;
  type: SdsType;
  property: SdsProperty;
}

function seriesOf(
  world: World,
  asked: AskedSeries,
  inTheEnd: boolean,
): NamedProperty & { events: StreamEvent[] } {
  refreshWorld(world, asked.nowMs);
  const found = namedProperty(world, asked.streamName);
  const open = openCatalogStream(world, { stream: found.stream, nowMs: asked.nowMs, inTheEnd });
  return { ...found, events: [...open.reader.forward(ticksFromMs(asked.fromMs), ticksFromMs(asked.toMs))] };
}

/** Throws a RangeError when there never was such a stream. */
export function namedProperty(world: World, name: string): NamedProperty {
  const whole = world.catalog.everKnown(name);
  if (whole !== undefined) {
    const type = streamType(world, whole);
    return { stream: whole, type, property: valueProperties(type)[0] };
  }
  const dot = name.lastIndexOf(".");
  const stream = dot < 0 ? undefined : world.catalog.everKnown(name.slice(0, dot));
  const type = stream === undefined ? undefined : streamType(world, stream);
  const property = type && valueProperties(type).find((each) => each.Id === name.slice(dot + 1));
  if (stream === undefined || type === undefined || property === undefined) {
    throw new RangeError(`There is no stream named "${name}"`);
  }
  return { stream, type, property };
}

/** PI's own: a system state is no value, a digital point's value is the name of its state. */
export function valueOf(
  event: StreamEvent,
  of: { type: SdsType; property: SdsProperty },
): TrueSample["value"] {
  const given = memberOf(event, of.property);
  if (!isPiType(of.type) || of.property.Id !== "Value") return trueValue(given, of.property);
  const { SystemStateCode, DigitalStateName } = event.members;
  if (typeof SystemStateCode === "number" && SystemStateCode !== 0) return null;
  return typeof DigitalStateName === "string" ? DigitalStateName : trueValue(given, of.property);
}

function trueValue(given: Json, property: SdsProperty): TrueSample["value"] {
  const code = property.SdsType.SdsTypeCode;
  if (isEnumCode(code)) return enumMemberName(property, given) ?? null;
  if (isNumericCode(code)) return typeof given === "number" && Number.isFinite(given) ? given : null;
  if (code % 100 === 3) return typeof given === "boolean" ? given : null;
  return typeof given === "string" ? given : null;
}
