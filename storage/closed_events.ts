import type { Severity } from "../domain/event/types.ts";
import type { Entry } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { Ladder } from "./ladder.ts";
import type { KvStore } from "./store/store.ts";
import { bucketOf, type ClosedEventValue, EVENT_LEVELS_MS } from "./writes/event_index.ts";

/** One list of closed events: a scope's, of one severity or of any. */
export interface ClosedList {
  scope: string;
  severity?: Severity;
}

/** An event's place in a list: newest start first, then the highest id. */
export interface Position {
  startMs: Ms;
  id: number;
}

/** A closed event and what it is listed by. */
export interface ClosedEvent extends Position, ClosedEventValue {}

/** Orders positions as lists show them. */
export function newestFirst(a: Position, b: Position): number {
  return b.startMs - a.startMs || b.id - a.id;
}

/** The counts of a list. */
export function ladderOf(store: KvStore, { scope, severity }: ClosedList): Ladder {
  return {
    widthsMs: EVENT_LEVELS_MS,
    async read(level, { fromMs, toMs }) {
      const blockMs = bucketOf(fromMs, EVENT_LEVELS_MS[0]);
      const bucketMs = fromMs;
      const prefix = level === 0
        ? keys.eventBlock(scope, 0, "").slice(0, 2)
        : keys.eventCount(blockMs, { scope, level, bucketMs, severity: "" }).slice(0, 4);
      const entries = await store.list<number>({
        prefix,
        start: [...prefix, fromMs],
        end: [...prefix, toMs],
        reverse: true,
      });
      return merged(severity === undefined ? entries : entries.filter(({ key }) => key.at(-1) === severity));
    },
  };
}

/** The counters of one bucket, of several severities, as one. */
function merged(counters: Entry<number>[]): { startMs: Ms; count: number }[] {
  const buckets: { startMs: Ms; count: number }[] = [];
  for (const { key, value } of counters) {
    const startMs = Number(key.at(-2));
    const last = buckets.at(-1);
    if (last?.startMs === startMs) last.count += value;
    else buckets.push({ startMs, count: value });
  }
  return buckets.filter(({ count }) => count !== 0);
}

/** The range of a list; `end` is exclusive. */
export interface ClosedRange {
  fromMs: Ms;
  beforeMs?: Ms;
  /** Instead of `beforeMs`: this one and what follows it in the list. */
  at?: Position;
  limit?: number;
}

/** The places of closed events, newest first. */
export async function closedPositions(
  store: KvStore,
  list: ClosedList,
  range: ClosedRange,
): Promise<Position[]> {
  return (await closedEntries(store, list, range)).map(({ key }) => positionOf(key));
}

/** Closed events of any severity with all that they are listed by, newest first. */
export async function closedEvents(
  store: KvStore,
  scope: string,
  range: ClosedRange,
): Promise<ClosedEvent[]> {
  const entries = await closedEntries<ClosedEventValue>(store, { scope }, range);
  return entries.map(({ key, value }) => ({ ...value, ...positionOf(key) }));
}

function closedEntries<T>(
  store: KvStore,
  { scope, severity = "" }: { scope: string; severity?: string },
  { fromMs, beforeMs = Infinity, at, limit }: ClosedRange,
): Promise<Entry<T>[]> {
  const prefix = keys.eventClosed(scope, severity, 0, 0).slice(0, 3);
  const end = at === undefined ? [...prefix, beforeMs] : [...prefix, at.startMs, at.id + 1];
  return store.list<T>({ prefix, start: [...prefix, fromMs], end, reverse: true, limit });
}

export function positionOf(key: Entry["key"]): Position {
  return { startMs: Number(key.at(-2)), id: Number(key.at(-1)) };
}
