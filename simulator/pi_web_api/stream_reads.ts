import { sourceTimeFromTicks, type Ticks, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { Failure } from "./failure.ts";
import type { StoredValue } from "./stored_value.ts";
import { type Stream, valuesOf } from "./world.ts";

const DEFAULT_COUNT = 1_000;
const NO_VALUE: StoredValue = {
  time: 0,
  value: { Name: "No Data", Value: 248, IsSystem: true },
  good: false,
  questionable: false,
};

/** As the API shows a value. */
export function timedValue(stream: Stream, { time, value, good, questionable }: StoredValue) {
  return {
    Timestamp: sourceTimeFromTicks(time).replace(/\.?0+Z$/, "Z"),
    UnitsAbbreviation: "values" in stream ? "" : stream.unit,
    Good: good,
    Questionable: questionable,
    Substituted: false,
    Annotated: false,
    Value: value,
  };
}

/** The values from start to end; with an end before the start, from late to early. */
export function recorded(stream: Stream, query: URLSearchParams, mostItems: number): StoredValue[] {
  const start = timeOf(query, "startTime"), end = timeOf(query, "endTime");
  const count = Number(query.get("maxCount") ?? DEFAULT_COUNT);
  if (count > mostItems) {
    throw new Failure(400, `The maximum number of items per call is ${mostItems}.`);
  }
  const from = Math.min(start, end), to = Math.max(start, end);
  const inside = valuesOf(stream).filter(({ time }) => time >= from && time <= to);
  return (end < start ? inside.reverse() : inside).slice(0, count);
}

export function endOf(stream: Stream): StoredValue {
  return valuesOf(stream).at(-1) ?? NO_VALUE;
}

/**
 * Of each interval the first, lowest, highest and last value and one exceptional one; at both ends of the span the value
 * that holds there.
 */
export function plot(stream: Stream, query: URLSearchParams): StoredValue[] {
  const start = timeOf(query, "startTime"), end = timeOf(query, "endTime");
  const intervals = Number(query.get("intervals") ?? 24), all = valuesOf(stream);
  const held = (time: Ticks) => ({ ...all.findLast((one) => one.time <= time) ?? NO_VALUE, time });
  const chosen = new Set<StoredValue>();
  const inside = all.filter(({ time }) => time >= start && time <= end);
  const width = (end - start) / intervals;
  for (const part of Map.groupBy(inside, ({ time }) => Math.floor((time - start) / width)).values()) {
    const numbers = part.filter(({ value, good }) => good && typeof value === "number");
    const ordered = numbers.toSorted((one, other) => Number(one.value) - Number(other.value));
    const exceptional = part.find((one) => !numbers.includes(one));
    for (const one of [part[0], part.at(-1), ordered[0], ordered.at(-1), exceptional]) {
      if (one !== undefined) chosen.add(one);
    }
  }
  const significant = [...chosen].sort((one, other) => one.time - other.time);
  return [held(start), ...significant, held(end)];
}

function timeOf(query: URLSearchParams, name: string): Ticks {
  const time = ticksFromSourceTime(query.get(name) ?? "");
  if (time === undefined) throw new Failure(400, `The parameter ${name} is not a time.`);
  return time;
}
