import { type EventFact, factOf } from "../../domain/event/fact.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/** What stands in `event_by_end`: all that a wall counts a closed event by. */
export interface EventEndValue extends EventFact {
  v: 1;
}

/**
 * Keeps the index of closed events by their end; undefined stands for an event that is not (or no more) there.
 * A retracted event never was, so it is not counted.
 */
export function endIndex(before: EventRecord | undefined, after: EventRecord | undefined): Mutation[] {
  const old = before === undefined ? undefined : entryOf(before);
  const next = after === undefined ? undefined : entryOf(after);
  const mutations: Mutation[] = [];
  if (old !== undefined && !sameKey(old.key, next?.key)) mutations.push({ type: "delete", key: old.key });
  if (next !== undefined && !same(old, next)) mutations.push({ type: "set", ...next });
  return mutations;
}

interface EndEntry {
  key: Key;
  value: EventEndValue;
}

function entryOf(record: EventRecord): EndEntry | undefined {
  const fact = factOf(record);
  if (fact.end_ms === null || record.is_active || record.flags.includes("retracted")) return undefined;
  return { key: keys.eventByEnd(fact.end_ms, fact.id), value: { v: 1, ...fact } };
}

function sameKey(a: Key, b: Key | undefined): boolean {
  return b !== undefined && a.every((part, i) => part === b[i]);
}

function same(a: EndEntry | undefined, b: EndEntry): boolean {
  return a !== undefined && JSON.stringify(a.value) === JSON.stringify(b.value);
}
