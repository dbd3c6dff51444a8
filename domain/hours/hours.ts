import { type Day, type LocalDays, minuteOfClock, weekdayOf } from "./local_days.ts";
import type { Ms } from "../shared/time.ts";

/** A part of each of some weekdays. */
export interface Hours {
  /** 1 (Monday) to 7: the days on which the hours begin. */
  weekdays: readonly number[];
  /** `06:00`, in a zone that stands beside it. */
  from: string;
  /** `14:00`; not after `from`: on the next day. */
  to: string;
}

export interface Span {
  from: Ms;
  /** Exclusive. */
  to: Ms;
}

/** Each day, from midnight to midnight. */
export const WHOLE_DAYS: readonly Hours[] = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }];

/**
 * The spans of hours within a span, in the order of time, without overlap; those that touch are one. Empty: always.
 * With `days`, only hours that begin on one of them.
 */
export function hoursSpans(
  hours: readonly Hours[],
  { zone, span, days }: { zone: LocalDays; span: Span; days?: { has(day: Day): boolean } },
): Span[] {
  if (hours.length === 0 && days === undefined) return [span];
  const lastDay = zone.dayAt(span.to), opened: Span[] = [];
  for (let day = zone.dayAt(span.from) - 1; day <= lastDay; day++) {
    if (days?.has(day) === false) continue;
    opened.push(...hoursOn(day, hours.length === 0 ? WHOLE_DAYS : hours, zone));
  }
  return clipped(joined(opened), span);
}

/** The spans of the hours that begin on a day. */
export function hoursOn(day: Day, hours: readonly Hours[], zone: LocalDays): Span[] {
  return hours.filter(({ weekdays }) => weekdays.includes(weekdayOf(day))).map(({ from, to }) => {
    const begin = minuteOfClock(from), end = minuteOfClock(to);
    return { from: zone.timeOf(day, begin), to: zone.timeOf(end > begin ? day : day + 1, end) };
  });
}

/** The union of spans. */
function joined(spans: Span[]): Span[] {
  spans.sort((a, b) => a.from - b.from || a.to - b.to);
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else if (span.from < span.to) result.push({ ...span });
  }
  return result;
}

/** The parts of spans within another. */
export function clipped<T extends Span>(spans: readonly T[], { from, to }: Span): T[] {
  const result: T[] = [];
  for (const span of spans) {
    const start = Math.max(span.from, from), end = Math.min(span.to, to);
    if (start < end) result.push({ ...span, from: start, to: end });
  }
  return result;
}
