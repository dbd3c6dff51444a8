import { type AlarmFact, alarmFactOf } from "../../domain/alarm_statistics/fact.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { bucketOf } from "./event_index.ts";

/** Closed events are packed by the UTC day of their end. */
export const END_DAY_MS = 86_400_000;

/** The value of `event_by_end`: the fields that the event wall and statistics need. */
export interface EventEndValue extends AlarmFact {
  v: 2;
}

/**
 * Updates the index of closed events by end; undefined: the event does not exist before or after. Retracted
 * events are not counted.
 */
export function endIndex(before: EventRecord | undefined, after: EventRecord | undefined): Mutation[] {
  const old = before === undefined ? undefined : entryOf(before);
  const next = after === undefined ? undefined : entryOf(after);
  const mutations: Mutation[] = [];
  if (old !== undefined && !sameKey(old.key, next?.key)) mutations.push({ type: "delete", key: old.key });
  if (next !== undefined && !same(old, next)) {
    mutations.push({ type: "set", key: next.key, value: next.value });
  }
  return mutations.length === 0 ? [] : [...mutations, ...marksOf([old, next])];
}

/** Marks the packed events of these days as out of date. */
function marksOf(entries: readonly (EndEntry | undefined)[]): Mutation[] {
  const days = entries.flatMap((entry) => entry === undefined ? [] : [bucketOf(entry.endMs, END_DAY_MS)]);
  return [...new Set(days)].map((dayMs): Mutation => ({ type: "sum", key: keys.dayMark(dayMs), value: 0 }));
}

interface EndEntry {
  endMs: Ms;
  key: Key;
  value: EventEndValue;
}

function entryOf(record: EventRecord): EndEntry | undefined {
  const fact = alarmFactOf(record);
  if (fact.end_ms === null || record.is_active || record.flags.includes("retracted")) return undefined;
  const key = keys.eventByEnd(fact.end_ms, fact.id);
  return { endMs: fact.end_ms, key, value: { v: 2, ...fact } };
}

function sameKey(a: Key, b: Key | undefined): boolean {
  return b !== undefined && a.every((part, i) => part === b[i]);
}

function same(a: EndEntry | undefined, b: EndEntry): boolean {
  return a !== undefined && JSON.stringify(a.value) === JSON.stringify(b.value);
}
