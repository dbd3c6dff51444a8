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

/** A sample as a monitoring client should read it; null for NaN, null and values of a wrong type. */
export interface TrueSample {
  timestamp: string;
  value: number | string | boolean | null;
}

/** A sample with its quality: `bad` without a value, `uncertain` when PI marks it as questionable. */
export interface FinalSample extends TrueSample {
  quality: "good" | "uncertain" | "bad";
}

/** Selects a stream by name or id; `Name.Property` or `Id.Property` when it has several value properties. */
export interface SeriesQuery {
  streamName: string;
  fromMs: number;
  toMs: number;
  nowMs: number;
}

/**
 * The samples of a stream between two times, both included, as HTTP returns them now: computed and written samples that
 * have arrived. Enumerations by member name.
 */
export function trueSamples(world: World, query: SeriesQuery): TrueSample[] {
  const read = seriesOf(world, query, false);
  return read.events.map((event) => ({
    timestamp: sourceTimeFromTicks(event.at),
    value: valueOf(event, read),
  }));
}

/**
 * The final samples of a stream between two times: with all late samples arrived and all corrections applied that faults
 * cause for what was measured until now.
 */
export function finalSamples(world: World, query: SeriesQuery): FinalSample[] {
  const read = seriesOf(world, query, true);
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
  query: SeriesQuery,
  isFinal: boolean,
): NamedProperty & { events: StreamEvent[] } {
  refreshWorld(world, query.nowMs);
  const found = namedProperty(world, query.streamName);
  const open = openCatalogStream(world, { stream: found.stream, nowMs: query.nowMs, isFinal });
  return { ...found, events: [...open.reader.forward(ticksFromMs(query.fromMs), ticksFromMs(query.toMs))] };
}

/** Throws a RangeError when no such stream ever existed. */
export function namedProperty(world: World, name: string): NamedProperty {
  const whole = world.catalog.findEverKnown(name);
  if (whole !== undefined) {
    const type = streamType(world, whole);
    return { stream: whole, type, property: valueProperties(type)[0]! };
  }
  const dot = name.lastIndexOf(".");
  const stream = dot < 0 ? undefined : world.catalog.findEverKnown(name.slice(0, dot));
  const type = stream === undefined ? undefined : streamType(world, stream);
  const property = type && valueProperties(type).find((each) => each.Id === name.slice(dot + 1));
  if (stream === undefined || type === undefined || property === undefined) {
    throw new RangeError(`There is no stream named "${name}"`);
  }
  return { stream, type, property };
}

/** Of PI streams: a system state has no value, and a digital point's value is the name of its state. */
export function valueOf(
  event: StreamEvent,
  of: { type: SdsType; property: SdsProperty },
): TrueSample["value"] {
  const value = memberOf(event, of.property);
  if (!isPiType(of.type) || of.property.Id !== "Value") return trueValue(value, of.property);
  const { SystemStateCode, DigitalStateName } = event.members;
  if (typeof SystemStateCode === "number" && SystemStateCode !== 0) return null;
  return typeof DigitalStateName === "string" ? DigitalStateName : trueValue(value, of.property);
}

function trueValue(value: Json, property: SdsProperty): TrueSample["value"] {
  const code = property.SdsType.SdsTypeCode;
  if (isEnumCode(code)) return enumMemberName(property, value) ?? null;
  if (isNumericCode(code)) return typeof value === "number" && Number.isFinite(value) ? value : null;
  if (code % 100 === 3) return typeof value === "boolean" ? value : null;
  return typeof value === "string" ? value : null;
}
