import { type EventRecord, SEVERITIES, type Severity } from "../../domain/event/types.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { keyText } from "../store/size.ts";
import { Sums } from "./counters.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** The width of the widest bucket of event counts. */
export const BLOCK_MS = 96 * HOUR_MS;

/**
 * The widths of the buckets of event counts, widest first: four days, hours, minutes. For 400 days these three
 * levels need the fewest reads: all blocks, one block's hours and one hour's minutes.
 */
export const EVENT_LEVELS_MS: readonly Ms[] = [BLOCK_MS, HOUR_MS, MINUTE_MS];

/** The level of the narrowest buckets. */
export const MINUTE_LEVEL = EVENT_LEVELS_MS.length - 1;

/** The fields of an event that its list entries depend on. */
export interface ListedEvent extends
  Pick<
    EventRecord,
    "id" | "start_time" | "is_active" | "severity" | "category" | "template_id" | "instance_id"
  > {
  /** Absent: not known, so that the event is not listed by its plant node. */
  plant_node_floc_id?: string | null;
}

/** The value of a list entry: the fields that lists filter by. */
export interface ClosedEventValue {
  v: 1;
  severity: Severity;
  category: string;
  template_id: number;
  instance_id: number;
}

const OF_INSTANCE = "instance:", OF_NODE = "node:";

/** A scope is a group of events with its own lists and counts. */
export const scopes = {
  all: () => "all",
  category: (category: string) => `category:${category}`,
  template: (id: number) => `template:${id}`,
  instance: (id: number) => `${OF_INSTANCE}${id}`,
  /** The events that recorded the plant node, without those of nodes below it. */
  node: (flocId: string) => `${OF_NODE}${flocId}`,
} as const;

/** An instance or plant node has few events: one list for all severities, and no counts of minutes. */
export function isShort(scope: string): boolean {
  return scope.startsWith(OF_INSTANCE) || scope.startsWith(OF_NODE);
}

/** The severities of a scope's lists; "" for a single list. */
export function listedBy(scope: string, severity: Severity | undefined): readonly (Severity | "")[] {
  if (isShort(scope)) return [""];
  return severity === undefined ? SEVERITIES : [severity];
}

/** The start of the bucket that an instant falls into. */
export function bucketOf(ms: Ms, sizeMs: Ms): Ms {
  return Math.floor(ms / sizeMs) * sizeMs;
}

/** The counter of a scope's closed events of one severity that start in a bucket. */
export function eventCounter(
  level: number,
  { scope, severity, startMs }: { scope: string; severity: Severity; startMs: Ms },
): Key {
  const blockMs = bucketOf(startMs, EVENT_LEVELS_MS[0]!);
  if (level === 0) return keys.eventBlock(scope, blockMs, severity);
  const bucketMs = bucketOf(startMs, EVENT_LEVELS_MS[level]!);
  return keys.eventCount(blockMs, { scope, level, bucketMs, severity });
}

/**
 * Updates the lists of closed events and their counts; undefined: the event does not exist before or after.
 * `before` must be the stored record, or the counts go wrong.
 */
export function closedIndex(before: ListedEvent | undefined, after: ListedEvent | undefined): Mutation[] {
  const old = before?.is_active === false ? before : undefined;
  const next = after?.is_active === false ? after : undefined;
  if (old !== undefined && next !== undefined && isListedAlike(old, next)) return [];
  if (old === undefined) return next === undefined ? [] : listed(next);
  const sets = next === undefined ? [] : listEntries(next);
  const current = new Set(sets.map(({ key }) => keyText(key)));
  const stale = listEntries(old).filter(({ key }) => !current.has(keyText(key)));
  return [
    ...stale.map(({ key }): Mutation => ({ type: "delete", key })),
    ...sets.map((entry): Mutation => ({ type: "set", ...entry })),
    ...countChanges(old, next),
  ];
}

/** The entries of an event that was in no list, which is the usual case. */
function listed(event: ListedEvent, inScopes = scopesOf(event)): Mutation[] {
  return [
    ...listEntries(event, inScopes).map((entry): Mutation => ({ type: "set", ...entry })),
    ...countersOf(event, inScopes).map((key): Mutation => ({ type: "sum", key, value: 1 })),
  ];
}

/** The entries of a closed event in the list of its plant node. */
export function nodeIndex(event: ListedEvent): Mutation[] {
  return listed(event, nodeScopes(event));
}

function nodeScopes({ plant_node_floc_id: node }: Pick<ListedEvent, "plant_node_floc_id">): string[] {
  return node === undefined || node === null ? [] : [scopes.node(node)];
}

function isListedAlike(a: ListedEvent, b: ListedEvent): boolean {
  return a.id === b.id && Date.parse(a.start_time) === Date.parse(b.start_time) &&
    a.severity === b.severity &&
    a.category === b.category && a.template_id === b.template_id && a.instance_id === b.instance_id &&
    a.plant_node_floc_id === b.plant_node_floc_id;
}

/** Every scope that an event is listed in. */
export function scopesOf(
  { category, template_id, instance_id, plant_node_floc_id }: Pick<
    ListedEvent,
    "category" | "template_id" | "instance_id" | "plant_node_floc_id"
  >,
): string[] {
  return [
    scopes.all(),
    scopes.category(category),
    scopes.template(template_id),
    scopes.instance(instance_id),
    ...nodeScopes({ plant_node_floc_id }),
  ];
}

function listEntries(event: ListedEvent, inScopes = scopesOf(event)): { key: Key; value: unknown }[] {
  const { id, severity, category, template_id, instance_id } = event;
  const startMs = Date.parse(event.start_time);
  const value: ClosedEventValue = { v: 1, severity, category, template_id, instance_id };
  return inScopes.flatMap((scope) =>
    listedBy(scope, severity).map((list) => ({ key: keys.eventClosed(scope, list, startMs, id), value }))
  );
}

function countChanges(old: ListedEvent, next: ListedEvent | undefined): Mutation[] {
  const sums = new Sums();
  for (const key of countersOf(old)) sums.add(key, -1);
  for (const key of next === undefined ? [] : countersOf(next)) sums.add(key, 1);
  return sums.mutations();
}

function countersOf(event: ListedEvent, inScopes = scopesOf(event)): Key[] {
  const { severity } = event;
  const startMs = Date.parse(event.start_time);
  return inScopes.flatMap((scope) =>
    EVENT_LEVELS_MS.flatMap((_, level) =>
      level === MINUTE_LEVEL && isShort(scope) ? [] : [eventCounter(level, { scope, severity, startMs })]
    )
  );
}
