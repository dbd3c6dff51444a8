import { type EventRecord, SEVERITIES, type Severity } from "../domain/event/types.ts";
import type { Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { positionOf } from "./closed_events.ts";
import { keys, RETENTION_LANE } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { LIMITS } from "./store/size.ts";
import type { KvStore } from "./store/store.ts";
import { AtomicBudget, mergeSums } from "./writes/atomic_budget.ts";
import { AUDIT_LEVELS_MS } from "./writes/audit_index.ts";
import { type EventWrites, forgetEvent } from "./writes/event.ts";
import { END_DAY_MS } from "./writes/event_end.ts";
import { BLOCK_MS, bucketOf, scopes } from "./writes/event_index.ts";
import { ulidFloor } from "./writes/ulid.ts";
import { unchanged } from "./write.ts";

/** Each event is checked, so that a concurrent change by a person is not lost in the counts. */
const EVENTS_AT_ONCE = LIMITS.guardChecks;
const AUDITS_AT_ONCE = 30;
const KEYS_AT_ONCE = 200;
const PACKED_AT_ONCE = 20;

/** The result of one small step; `next` is where the following step continues, absent at the end. */
export interface Removal<Cursor> {
  removed: number;
  next?: Cursor;
}

/**
 * Removes some closed events that started and ended before an instant, by severity, oldest first, from `cursor`
 * on. Events that change meanwhile stay for the next run.
 */
export async function removeOldEvents(
  store: KvStore,
  { beforeMs, cursor }: { beforeMs: Ms; cursor?: Key },
): Promise<Removal<Key>> {
  const start = cursor ?? listStart(SEVERITIES[0]);
  const prefix = start.slice(0, 3), end = [...prefix, beforeMs];
  const listed = await store.list({ prefix, start, end, limit: EVENTS_AT_ONCE + 1 });
  const after = startAfter(prefix);
  if (listed.length === 0 && after !== undefined) return removeOldEvents(store, { beforeMs, cursor: after });
  const recordKeys = listed.slice(0, EVENTS_AT_ONCE).map(({ key }) => keys.event(positionOf(key).id));
  const found = (await store.getMany(recordKeys)).filter((entry) => entry !== undefined);
  const ended = found.filter((entry) => hasEnded(entry, beforeMs));
  const removals = fitting(ended.map((entry) => forgetEvent(kinds.event.read(entry.value))));
  const entries = ended.slice(0, removals.length), left = ended.at(removals.length);
  const next = left === undefined
    ? listed.at(EVENTS_AT_ONCE)?.key ?? after
    : listed.find(({ key }) => positionOf(key).id === left.key[1])?.key;
  if (entries.length === 0) return { removed: 0, next };
  const { ok } = await store.commit({
    checks: entries.map((entry) => unchanged(entry.key, entry)),
    mutations: mergeSums(removals.flatMap(({ mutations }) => mutations)),
    notices: [],
  }, RETENTION_LANE);
  return { removed: ok ? entries.length : 0, next };
}

/** As many of the first removals as one commit takes: an event may have 200 comments. */
function fitting(removals: EventWrites[]): EventWrites[] {
  const budget = new AtomicBudget();
  const more = removals.findIndex(({ mutations }) => !budget.takes(mutations));
  return more === -1 ? removals : removals.slice(0, more);
}

function listStart(severity: Severity): Key {
  return [...keys.eventClosed(scopes.all(), severity, 0, 0).slice(0, 3), -Infinity];
}

/** The start of the list of the next severity. */
function startAfter(list: Key): Key | undefined {
  const severity = SEVERITIES[SEVERITIES.findIndex((each) => each === list[2]) + 1];
  return severity && listStart(severity);
}

function hasEnded(entry: Entry, beforeMs: Ms): boolean {
  const { is_active, start_time, end_time, closed_at }: EventRecord = kinds.event.read(entry.value);
  const times = [start_time, end_time ?? start_time, closed_at ?? start_time].map(Date.parse);
  return !is_active && Math.max(...times) < beforeMs;
}

/**
 * Removes some counters of a block of days without events. A block is empty when its counters of all events are
 * 0; these are checked, and every change of an event in the block changes one of them.
 */
export async function removeEmptyCounters(
  store: KvStore,
  { beforeMs, cursor }: { beforeMs: Ms; cursor?: Key },
): Promise<Removal<Key>> {
  const prefix = keys.eventBlock(scopes.all(), 0, "").slice(0, 2);
  const start = cursor ?? [...prefix, -Infinity];
  const [first] = await store.list({
    prefix,
    start,
    end: [...prefix, bucketOf(beforeMs, BLOCK_MS)],
    limit: 1,
  });
  if (first === undefined) return { removed: 0 };
  const blockMs = Number(first.key[2]);
  const after = [...prefix, blockMs + BLOCK_MS];
  const guards = SEVERITIES.map((severity) => keys.eventBlock(scopes.all(), blockMs, severity));
  const counters = await store.getMany<number>(guards);
  if (counters.some((counter) => counter !== undefined && counter.value !== 0)) {
    return { removed: 0, next: after };
  }
  const inner = await store.list({ prefix: ["event_count", blockMs], limit: KEYS_AT_ONCE });
  const expired = inner.length === 0 ? guards : countersIn(inner, blockMs);
  const { ok } = await store.commit({
    checks: guards.map((key, i) => unchanged(key, counters[i])),
    mutations: expired.map((key): Mutation => ({ type: "delete", key })),
  }, RETENTION_LANE);
  return { removed: ok ? expired.length : 0, next: inner.length === 0 || !ok ? after : first.key };
}

/** The counters within a block and, for each scope except all events', of the block itself. */
function countersIn(inner: Entry[], blockMs: Ms): Key[] {
  const blocks = new Map<string, Key>();
  for (const { key } of inner) {
    const [, , scope = "", , , severity = ""] = key.map(String);
    if (scope !== scopes.all()) {
      blocks.set(`${scope} ${severity}`, keys.eventBlock(scope, blockMs, severity));
    }
  }
  return [...inner.map(({ key }) => key), ...blocks.values()];
}

/** Removes some records of days before an instant: packed events, their marks, blind hours, stops, times of comments. */
export async function removeOldDays(store: KvStore, beforeMs: Ms): Promise<Removal<true>> {
  const before = bucketOf(beforeMs, END_DAY_MS);
  const blindHours = keys.blindHour(0, { block: 0, hourMs: 0, shard: 0 });
  const comments = keys.eventCommentAt(0, 0, 0);
  for (const key of [keys.packedDay(0, 0), keys.dayMark(0), blindHours, keys.stopped(0), comments]) {
    const prefix = key.slice(0, 1);
    const expired = await store.list({ prefix, end: [...prefix, before], limit: PACKED_AT_ONCE });
    if (expired.length === 0) continue;
    await store.commit({
      mutations: expired.map(({ key }): Mutation => ({ type: "delete", key })),
    }, RETENTION_LANE);
    return { removed: expired.length, next: true };
  }
  return { removed: 0 };
}

/** Removes some audit entries older than an instant, oldest first, and then their counters. */
export async function removeOldAudits(store: KvStore, beforeMs: Ms): Promise<Removal<true>> {
  const prefix = keys.audit("").slice(0, 1);
  const end = keys.audit(ulidFloor(beforeMs));
  const old = await store.list({ prefix, end, limit: AUDITS_AT_ONCE });
  const [first] = old;
  if (first === undefined) return await removeAuditCounters(store, beforeMs);
  const parts = await partsUpTo(store, old[old.length - 1]!.key);
  const { ok } = await store.commit({
    checks: [unchanged(first.key, first)],
    mutations: [...old.map(({ key }) => key), ...parts].map((key): Mutation => ({ type: "delete", key })),
  }, RETENTION_LANE);
  return { removed: ok ? old.length : 0, next: true };
}

/** The parts of entries too large for one key, up to an entry. */
async function partsUpTo(store: KvStore, key: Key): Promise<Key[]> {
  const prefix = keys.part(key, 0).slice(0, 2);
  const parts = await store.list({ prefix, end: keys.part(key, Number.MAX_SAFE_INTEGER) });
  return parts.map((part) => part.key);
}

/** No entry is written with a time long past, so these counters never change again. */
async function removeAuditCounters(store: KvStore, beforeMs: Ms): Promise<Removal<true>> {
  for (const [level, widthMs] of AUDIT_LEVELS_MS.entries()) {
    const prefix = keys.auditCount(level, 0).slice(0, 2);
    const end = keys.auditCount(level, bucketOf(beforeMs, widthMs));
    const counters = await store.list({ prefix, end, limit: KEYS_AT_ONCE });
    if (counters.length === 0) continue;
    await store.commit({
      mutations: counters.map(({ key }): Mutation => ({ type: "delete", key })),
    }, RETENTION_LANE);
    return { removed: 0, next: true };
  }
  return { removed: 0 };
}
