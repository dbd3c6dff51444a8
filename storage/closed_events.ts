import type { Severity } from "../domain/event/types.ts";
import type { Entry, Key, ListSelector } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { HierarchicalCounts } from "./hierarchical_counts.ts";
import type { KvStore } from "./store/store.ts";
import {
  BLOCK_MS,
  bucketOf,
  type ClosedEventValue,
  EVENT_LEVELS_MS,
  HOUR_MS,
  isShort,
  listedBy,
  MINUTE_LEVEL,
  MINUTE_MS,
} from "./writes/event_index.ts";

/** A page with more rows is read from several lists in two steps. */
const LARGE_PAGE = 200;
/** The fewest entries that are read of each scope of a merged list. */
const FEW = 10;

/** The closed events of scopes that have no event in common, of one severity or of all. */
export interface ClosedList {
  scopes: readonly string[];
  severity?: Severity;
}

/** The same of one scope. */
interface ScopeList {
  scope: string;
  severity?: Severity;
}

function scopeLists({ scopes, severity }: ClosedList): ScopeList[] {
  return scopes.map((scope) => ({ scope, severity }));
}

/** An event's position in a list: newest start first, then the highest id. */
export interface Position {
  startMs: Ms;
  id: number;
}

/** A closed event with the fields that lists filter by. */
export interface ClosedEvent extends Position, ClosedEventValue {}

/** The order of lists. */
export function newestFirst(a: Position, b: Position): number {
  return b.startMs - a.startMs || b.id - a.id;
}

/** The hierarchical counts of a list. */
export function countsOf(store: KvStore, list: ClosedList): HierarchicalCounts {
  const parts = scopeLists(list).map((part) => countsOfScope(store, part));
  if (parts.length === 1) return parts[0]!;
  return {
    widthsMs: EVENT_LEVELS_MS,
    async read(level, range) {
      return added((await Promise.all(parts.map((part) => part.read(level, range)))).flat());
    },
  };
}

/** Adds up the counts of the same bucket; newest first. */
function added(buckets: readonly { startMs: Ms; count: number }[]): { startMs: Ms; count: number }[] {
  const counts = new Map<Ms, number>();
  for (const { startMs, count } of buckets) counts.set(startMs, count + (counts.get(startMs) ?? 0));
  return [...counts].map(([startMs, count]) => ({ startMs, count })).sort((a, b) => b.startMs - a.startMs);
}

function countsOfScope(store: KvStore, list: ScopeList): HierarchicalCounts {
  const { scope, severity } = list;
  return {
    widthsMs: EVENT_LEVELS_MS,
    async read(level, { fromMs, toMs }) {
      if (level === MINUTE_LEVEL && isShort(scope)) {
        const entries = await entriesOfScope(store, list, { fromMs, beforeMs: toMs });
        return byMinute(entries.map(({ key }) => positionOf(key)));
      }
      const blockMs = bucketOf(fromMs, BLOCK_MS);
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

/** Counts positions, newest first, by the minute. */
function byMinute(positions: readonly Position[]): { startMs: Ms; count: number }[] {
  const counts = new Map<Ms, number>();
  for (const { startMs } of positions) {
    const minuteMs = bucketOf(startMs, MINUTE_MS);
    counts.set(minuteMs, 1 + (counts.get(minuteMs) ?? 0));
  }
  return [...counts].map(([startMs, count]) => ({ startMs, count }));
}

/** Adds up the counters of one bucket over several severities. */
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
  /** Instead of `beforeMs`: this position and those after it. */
  at?: Position;
  limit?: number;
}

/** The positions of closed events, newest first. */
export async function closedPositions(
  store: KvStore,
  list: ClosedList,
  range: ClosedRange,
): Promise<Position[]> {
  return (await closedEntries(store, list, range)).map(({ key }) => positionOf(key));
}

/** Closed events of all severities with the fields that lists filter by, newest first. */
export async function closedEvents(
  store: KvStore,
  scopes: readonly string[],
  range: ClosedRange,
): Promise<ClosedEvent[]> {
  const entries = await closedEntries(store, { scopes }, range);
  return entries.map(({ key, value }) => ({ ...value, ...positionOf(key) }));
}

type ListEntry = Entry<ClosedEventValue>;

async function closedEntries(
  store: KvStore,
  list: ClosedList,
  range: ClosedRange,
): Promise<ListEntry[]> {
  const parts = scopeLists(list);
  if (parts.length === 1) return await entriesOfScope(store, parts[0]!, range);
  return await mergedEntries(parts, { range, read: (part, some) => entriesOfScope(store, part, some) });
}

/** A scope of a merged list, as far as it has been read. */
interface ReadPart {
  part: ScopeList;
  entries: ListEntry[];
  isWhole: boolean;
}

/** Merges the lists of many scopes: reads some of each, then more of those that may have entries of the page. */
async function mergedEntries(
  parts: readonly ScopeList[],
  { range, read }: {
    range: ClosedRange;
    read: (part: ScopeList, range: ClosedRange) => Promise<ListEntry[]>;
  },
): Promise<ListEntry[]> {
  const { limit = Infinity } = range;
  const some = limit === Infinity ? undefined : Math.max(FEW, Math.ceil(2 * limit / parts.length));
  const all = parts.map((part): ReadPart => ({ part, entries: [], isWhole: false }));
  for (let open = all; open.length > 0;) {
    await Promise.all(open.map(async (one) => {
      const last = one.entries.at(-1);
      const more = await read(one.part, { ...range, ...after(last), limit: some });
      one.entries.push(...more);
      one.isWhole = some === undefined || more.length < some;
    }));
    const last = inOrder(all.flatMap(({ entries }) => entries))[limit - 1];
    open = all.filter(({ entries, isWhole }) =>
      !isWhole && (last === undefined || byNewest(entries[entries.length - 1]!, last) < 0)
    );
  }
  return inOrder(all.flatMap(({ entries }) => entries)).slice(0, limit);
}

/** The positions behind an entry. */
function after(last: ListEntry | undefined): { at?: Position } {
  if (last === undefined) return {};
  const { startMs, id } = positionOf(last.key);
  return { at: { startMs, id: id - 1 } };
}

async function entriesOfScope(store: KvStore, list: ScopeList, range: ClosedRange): Promise<ListEntry[]> {
  const { scope, severity } = list;
  const prefixes = listedBy(scope, severity).map((each) => keys.eventClosed(scope, each, 0, 0).slice(0, 3));
  const [prefix, another] = prefixes;
  if (prefix === undefined || another !== undefined) return await newestOf(store, prefixes, range);
  return isShort(scope) && severity !== undefined
    ? await ofSeverity(store, { prefix, list, range })
    : await store.list<ClosedEventValue>(selectorOf(prefix, range));
}

/**
 * Merges several lists. For a large page half of it is read from each list first: at most two lists have more
 * of its entries, and only these are read further.
 */
async function newestOf(
  store: KvStore,
  prefixes: readonly Key[],
  range: ClosedRange,
): Promise<ListEntry[]> {
  const { limit = Infinity } = range, half = limit > LARGE_PAGE ? Math.ceil(limit / 2) : limit;
  const read = (prefix: Key, some: number, before?: ListEntry) => {
    const { end, ...selector } = selectorOf(prefix, {
      ...range,
      limit: some === Infinity ? undefined : some,
    });
    return store.list<ClosedEventValue>({ ...selector, end: before?.key ?? end });
  };
  const lists = await Promise.all(prefixes.map((prefix) => read(prefix, half)));
  const found = inOrder(lists.flat());
  if (half === limit) return found.slice(0, limit);
  const last = found[limit - 1];
  const more = await Promise.all(lists.map((entries, i) => {
    const own = entries[half - 1];
    const isDone = own === undefined || (last !== undefined && byNewest(last, own) < 0);
    return isDone ? [] : read(prefixes[i]!, limit - half, own);
  }));
  return inOrder([...found, ...more.flat()]).slice(0, limit);
}

function inOrder(entries: ListEntry[]): ListEntry[] {
  return entries.sort(byNewest);
}

function byNewest(a: ListEntry, b: ListEntry): number {
  return newestFirst(positionOf(a.key), positionOf(b.key));
}

function selectorOf(prefix: Key, { fromMs, beforeMs = Infinity, at, limit }: ClosedRange): ListSelector {
  const end = at === undefined ? [...prefix, beforeMs] : [...prefix, at.startMs, at.id + 1];
  return { prefix, start: [...prefix, fromMs], end, reverse: true, limit };
}

/** Filters a list of all severities by one, scanning only the hours in which the counts show some. */
async function ofSeverity(
  store: KvStore,
  { prefix, list, range }: { prefix: Key; list: ScopeList; range: ClosedRange },
): Promise<ListEntry[]> {
  const { fromMs, beforeMs = Infinity, at, limit = Infinity } = range, found: ListEntry[] = [];
  for await (
    const hourMs of hoursOf(countsOfScope(store, list), { fromMs, toMs: at ? at.startMs + 1 : beforeMs })
  ) {
    const bounds = { fromMs: Math.max(fromMs, hourMs), beforeMs: Math.min(beforeMs, hourMs + HOUR_MS) };
    const isIn = at !== undefined && at.startMs < bounds.beforeMs;
    const entries = await store.list<ClosedEventValue>(selectorOf(prefix, isIn ? { ...bounds, at } : bounds));
    found.push(...entries.filter(({ value }) => value.severity === list.severity));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** The hours with entries of a list, newest first. */
async function* hoursOf(
  hierarchy: HierarchicalCounts,
  { fromMs, toMs }: { fromMs: Ms; toMs: Ms },
): AsyncGenerator<Ms> {
  for (const { startMs: blockMs } of await hierarchy.read(0, { fromMs: bucketOf(fromMs, BLOCK_MS), toMs })) {
    const block = { fromMs: blockMs, toMs: Math.min(toMs, blockMs + BLOCK_MS) };
    for (const { startMs } of await hierarchy.read(1, block)) if (startMs + HOUR_MS > fromMs) yield startMs;
  }
}

export function positionOf(key: Entry["key"]): Position {
  return { startMs: Number(key.at(-2)), id: Number(key.at(-1)) };
}
