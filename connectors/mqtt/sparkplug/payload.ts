import type { DataType, Quality, SampleValue } from "../../../domain/sample/types.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import {
  bytesOf,
  doubleOf,
  encodeField,
  floatOf,
  integerOf,
  joined,
  Malformed,
  readFields,
  textOf,
  type Wire,
} from "./protobuf.ts";

/** A payload of Sparkplug B (org.eclipse.tahu.protobuf), as far as Andon reads it. */
export interface SparkplugPayload {
  timestampMs: Ms | null;
  seq: number | null;
  metrics: Metric[];
}

export interface Metric {
  /** Null: it is named by its alias. */
  name: string | null;
  alias: bigint | null;
  timestampMs: Ms | null;
  /** The number of its type; null: that of its birth. */
  datatype: number | null;
  /** It is of the past, as one that was buffered. */
  isHistorical: boolean;
  isNull: boolean;
  /** As it came; null: none. */
  raw: RawValue | null;
  /** Null: not told. */
  unit: string | null;
  quality: Quality | null;
}

/** A value by the field in which it came. */
interface RawValue {
  field: number;
  wire: Wire;
}

export const MOST_METRICS = 10_000;
const MOST_PROPERTIES = 200;
const LATEST_MS = BigInt(Date.UTC(2200, 0, 1));

/** Throws Malformed. */
export function readSparkplug(bytes: Uint8Array): SparkplugPayload {
  const payload: SparkplugPayload = { timestampMs: null, seq: null, metrics: [] };
  for (const [field, wire] of readFields(bytes)) {
    if (field === 1) payload.timestampMs = timeOf(wire);
    else if (field === 2) payload.metrics.push(readMetric(bytesOf(wire)));
    else if (field === 3) payload.seq = Number(integerOf(wire));
    if (payload.metrics.length > MOST_METRICS) {
      throw new Malformed(`it has more than ${MOST_METRICS} metrics`);
    }
  }
  return payload;
}

const FIRST_VALUE = 10, LAST_VALUE = 19;

function readMetric(bytes: Uint8Array): Metric {
  const metric: Metric = {
    ...{ name: null, alias: null, timestampMs: null, datatype: null },
    ...{ isHistorical: false, isNull: false, raw: null, unit: null, quality: null },
  };
  for (const [field, wire] of readFields(bytes)) {
    if (field === 1) metric.name = textOf(wire);
    else if (field === 2) metric.alias = integerOf(wire);
    else if (field === 3) metric.timestampMs = timeOf(wire);
    else if (field === 4) metric.datatype = Number(integerOf(wire));
    else if (field === 5) metric.isHistorical = integerOf(wire) !== 0n;
    else if (field === 7) metric.isNull = integerOf(wire) !== 0n;
    else if (field === 9) readProperties(bytesOf(wire), metric);
    else if (field >= FIRST_VALUE && field <= LAST_VALUE) metric.raw = { field, wire };
  }
  return metric;
}

/** A time that no clock shows is none. */
function timeOf(wire: Wire): Ms | null {
  const ms = integerOf(wire);
  return ms > 0n && ms < LATEST_MS ? Number(ms) : null;
}

const UNIT = /^(eng(ineering)?[ _]?)?units?$|^uom$/i;

/** The unit and the quality of a metric, among whatever else its sender tells. */
function readProperties(bytes: Uint8Array, metric: Metric): void {
  const names: string[] = [], values: Uint8Array[] = [];
  for (const [field, wire] of readFields(bytes)) {
    if (field === 1) names.push(textOf(wire));
    else if (field === 2) values.push(bytesOf(wire));
    if (names.length > MOST_PROPERTIES || values.length > MOST_PROPERTIES) {
      throw new Malformed(`a metric has more than ${MOST_PROPERTIES} properties`);
    }
  }
  names.forEach((name, i) => {
    const value = values[i];
    if (value === undefined) return;
    if (UNIT.test(name)) metric.unit = propertyText(value) ?? metric.unit;
    else if (name.toLowerCase() === "quality") metric.quality = propertyQuality(value) ?? metric.quality;
  });
}

function propertyText(bytes: Uint8Array): string | undefined {
  for (const [field, wire] of readFields(bytes)) if (field === 8) return textOf(wire);
  return undefined;
}

const QUALITY_BY_CODE: Readonly<Record<number, Quality>> = { 0: "bad", 192: "good", 500: "uncertain" };

function propertyQuality(bytes: Uint8Array): Quality | undefined {
  for (const [field, wire] of readFields(bytes)) {
    if (field === 3 || field === 4) return QUALITY_BY_CODE[Number(integerOf(wire))] ?? "uncertain";
  }
  return undefined;
}

const INTEGER = 10, LONG = 11, FLOAT = 12, DOUBLE = 13, BOOLEAN = 14, STRING = 15;
const DATE_TIME = 13;

/** The types of Sparkplug that Andon reads, by their number: its own type, and the bits of a signed number. */
const TYPES: Readonly<Record<number, { type: DataType; signed?: number }>> = {
  1: { type: "NUM", signed: 8 },
  2: { type: "NUM", signed: 16 },
  3: { type: "NUM", signed: 32 },
  4: { type: "NUM", signed: 64 },
  5: { type: "NUM" },
  6: { type: "NUM" },
  7: { type: "NUM" },
  8: { type: "NUM" },
  9: { type: "NUM" },
  10: { type: "NUM" },
  11: { type: "BOOL" },
  12: { type: "STR" },
  13: { type: "STR" },
  14: { type: "STR" },
  15: { type: "STR" },
};
const UNREAD: Readonly<Record<number, string>> = {
  16: "a data set",
  17: "bytes",
  18: "a file",
  19: "a template",
  20: "a set of properties",
  21: "a list of properties",
};

/** Andon's type for a type of Sparkplug; undefined: it reads none such. */
export function dataTypeOf(datatype: number | null): DataType | undefined {
  return TYPES[datatype ?? 0]?.type;
}

/** Why a type is not read. */
export function unreadType(datatype: number | null): string {
  const what = UNREAD[datatype ?? 0] ??
    (datatype !== null && datatype > 21 ? "an array" : `of the unknown type ${datatype}`);
  return `Its value is ${what}; Andon reads numbers, texts, booleans and times`;
}

/** The value of a metric of this type; null: it has none, or another one than its type says. */
export function metricValue({ isNull, raw }: Metric, datatype: number): SampleValue | null {
  const kind = TYPES[datatype];
  if (isNull || raw === null || kind === undefined) return null;
  const { field, wire } = raw;
  if (kind.type === "BOOL") return field === BOOLEAN ? integerOf(wire) !== 0n : null;
  if (field === STRING) return kind.type === "STR" ? textOf(wire) : null;
  if (field === FLOAT) return kind.type === "NUM" ? floatOf(wire) : null;
  if (field === DOUBLE) return kind.type === "NUM" ? doubleOf(wire) : null;
  if (field !== INTEGER && field !== LONG) return null;
  const bits = integerOf(wire);
  if (datatype === DATE_TIME) return bits < LATEST_MS ? new Date(Number(bits)).toISOString() : null;
  if (kind.type === "STR") return null;
  return Number(kind.signed === undefined ? bits : BigInt.asIntN(kind.signed, bits));
}

/** What asks an edge node for its births. */
export function rebirthRequest(nowMs: Ms): Uint8Array {
  const metric = joined([
    encodeField(1, "Node Control/Rebirth"),
    encodeField(3, nowMs),
    encodeField(4, 11),
    encodeField(BOOLEAN, 1),
  ]);
  return joined([encodeField(1, nowMs), encodeField(2, metric)]);
}
