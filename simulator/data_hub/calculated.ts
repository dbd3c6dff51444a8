import {
  defaultOf,
  type Json,
  type Members,
  type SdsProperty,
  type SdsType,
  valueProperties,
} from "./sds_types.ts";
import type { StreamEvent } from "./stream_reader.ts";

export interface AdjacentEvents {
  at: number;
  previous: StreamEvent | undefined;
  next: StreamEvent | undefined;
}

/** The calculated event at an index: numbers interpolated between the adjacent events, outside them the nearest. */
export function calculatedEvent(type: SdsType, adjacent: AdjacentEvents): StreamEvent | undefined {
  const { at, previous, next } = adjacent;
  if (previous === undefined || next === undefined || previous.at === next.at) {
    const only = previous ?? next;
    return only === undefined ? undefined : { at, members: only.members };
  }
  const share = (at - previous.at) / (next.at - previous.at);
  const members: Members = {};
  for (const property of valueProperties(type)) {
    const a = memberOf(previous, property), b = memberOf(next, property);
    members[property.Id] = between({ a, b, share, property });
  }
  return { at, members };
}

/** A member of an event; the default of its type when it was never written. */
export function memberOf(event: StreamEvent, property: SdsProperty): Json {
  const value = event.members[property.Id];
  return value === undefined ? defaultOf(property.SdsType.SdsTypeCode) : value;
}

function between(line: { a: Json; b: Json; share: number; property: SdsProperty }): Json {
  const { a, b, share } = line;
  const code = line.property.SdsType.SdsTypeCode;
  if (code === 3) return share < 0.5 ? a : b;
  if (typeof a !== "number" || typeof b !== "number" || code >= 600) return defaultOf(code);
  const value = a + (b - a) * share;
  return code % 100 >= 5 && code % 100 <= 12 ? Math.round(value) : value;
}

/** Statistics of a summary over the numbers of one property, weighted by event. */
export function statistics(values: readonly number[]): Record<string, number> {
  const count = values.length;
  const sum = values.reduce((total, value) => total + value, 0);
  const minimum = values.reduce((low, value) => Math.min(low, value), Infinity);
  const maximum = values.reduce((high, value) => Math.max(high, value), -Infinity);
  const mean = count === 0 ? 0 : sum / count;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return {
    Count: count,
    Minimum: count === 0 ? 0 : minimum,
    Maximum: count === 0 ? 0 : maximum,
    Range: count === 0 ? 0 : maximum - minimum,
    Total: sum,
    Mean: mean,
    StandardDeviation: count < 2 ? 0 : Math.sqrt(squares / (count - 1)),
    PopulationStandardDeviation: count === 0 ? 0 : Math.sqrt(squares / count),
  };
}
