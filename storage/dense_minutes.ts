import type { AnyMutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { type ClosedEvent, closedEvents, countsOf, newestFirst, positionOf } from "./closed_events.ts";
import { type Bucket, countOf, type Step, stepsSince } from "./hierarchical_counts.ts";
import { SortedList } from "./sorted_list.ts";
import type { KvStore } from "./store/store.ts";
import {
  bucketOf,
  type ClosedEventValue,
  EVENT_LEVELS_MS,
  MINUTE_LEVEL,
  MINUTE_MS,
  scopes,
} from "./writes/event_index.ts";

/** A minute in which this many closed events start is kept in memory, since counts cannot find a page within it. */
export const DENSE_MINUTE = 500;

/** The newest dense minutes are kept, up to this many events in all. */
const MOST_CACHED = 200_000;
const MOST_MINUTES_COUNTED = 100_000;

type MinuteEvents = SortedList<ClosedEvent>;
type Change = { position: { startMs: Ms; id: number }; value: ClosedEventValue | undefined };

/** The closed events of dense minutes, such as a plant trip. They are read once and follow the store's commits. */
export class DenseMinutes {
  readonly #denseMinutes = new Map<Ms, MinuteEvents>();
  readonly #loading = new Map<Ms, { changes: Change[]; done: Promise<void> }>();
  /** Changes in the number of closed events since the opening, by minute, for minutes that are not kept. */
  readonly #since = new Map<Ms, number>();
  #cached = 0;

  constructor(readonly store: KvStore, readonly mostCached = MOST_CACHED) {}

  /** Finds the dense minutes by the counts, reads them, and follows the store from then on. */
  async open(): Promise<void> {
    this.store.onCommit((mutations) => this.#follow(mutations));
    const hierarchy = countsOf(this.store, { scopes: [scopes.all()] });
    let steps = await stepsSince(hierarchy, -Infinity);
    for (let level = 1; level <= MINUTE_LEVEL; level++) {
      const finer: Step[] = [];
      for (const { startMs: fromMs, endMs: toMs } of steps.filter(isDense)) {
        const buckets = await hierarchy.read(level, { fromMs, toMs });
        finer.push(...buckets.map((bucket) => ({
          ...bucket,
          level,
          endMs: bucket.startMs + EVENT_LEVELS_MS[level]!,
        })));
      }
      steps = finer;
    }
    for (const { startMs, count } of steps.filter(isDense)) {
      if (this.#cached + count > this.mostCached) break;
      await this.#load(startMs);
    }
  }

  /** The closed events of a dense minute, newest first; undefined: few enough to read from the store. */
  async minute(startMs: Ms): Promise<readonly ClosedEvent[] | undefined> {
    await this.#loading.get(startMs)?.done;
    return this.#denseMinutes.get(startMs)?.items;
  }

  #follow(mutations: readonly AnyMutation[]): void {
    for (const mutation of mutations) {
      const [prefix, scope] = mutation.key;
      if (prefix !== "event_closed" || scope !== scopes.all()) continue;
      const value = mutation.type === "set" ? closedValue(mutation.value) : undefined;
      this.#change({ position: positionOf(mutation.key), value });
    }
  }

  #change(change: Change): void {
    const minuteMs = bucketOf(change.position.startMs, MINUTE_MS);
    this.#loading.get(minuteMs)?.changes.push(change);
    const minuteEvents = this.#denseMinutes.get(minuteMs);
    if (minuteEvents !== undefined) this.#apply(minuteEvents, change);
    else if (!this.#loading.has(minuteMs)) this.#count(minuteMs, change.value === undefined ? -1 : 1);
  }

  #apply(minuteEvents: MinuteEvents, { position, value }: Change): void {
    const before = minuteEvents.items.length;
    // A position is enough to find the entry.
    minuteEvents.remove(placeholder(position));
    if (value !== undefined) minuteEvents.insert({ ...value, ...position });
    this.#cached += minuteEvents.items.length - before;
  }

  #count(minuteMs: Ms, by: number): void {
    const count = (this.#since.get(minuteMs) ?? 0) + by;
    this.#since.set(minuteMs, count);
    if (this.#since.size > MOST_MINUTES_COUNTED) this.#since.delete(this.#since.keys().next().value!);
    if (count >= DENSE_MINUTE) this.#load(minuteMs).catch(() => {});
  }

  /** Commits that arrive during the read are applied afterwards: each contains the final state of its entry. */
  #load(minuteMs: Ms): Promise<void> {
    this.#since.delete(minuteMs);
    const changes: Change[] = [];
    const done = this.#read(minuteMs, changes).finally(() => this.#loading.delete(minuteMs));
    this.#loading.set(minuteMs, { changes, done });
    return done;
  }

  async #read(minuteMs: Ms, changes: Change[]): Promise<void> {
    const range = { fromMs: minuteMs, beforeMs: minuteMs + MINUTE_MS };
    const minuteEvents = new SortedList<ClosedEvent>(newestFirst);
    for (const event of await closedEvents(this.store, [scopes.all()], range)) minuteEvents.insert(event);
    this.#cached += minuteEvents.items.length;
    for (const change of changes) this.#apply(minuteEvents, change);
    this.#denseMinutes.set(minuteMs, minuteEvents);
    this.#dropOldest();
  }

  #dropOldest(): void {
    while (this.#cached > this.mostCached && this.#denseMinutes.size > 1) {
      const oldest = Math.min(...this.#denseMinutes.keys());
      this.#cached -= this.#denseMinutes.get(oldest)?.items.length ?? 0;
      this.#denseMinutes.delete(oldest);
    }
  }
}

function isDense(bucket: Bucket): boolean {
  return countOf([bucket]) >= DENSE_MINUTE;
}

/** Only `closedIndex` writes these entries. */
function closedValue(value: unknown): ClosedEventValue {
  return value as ClosedEventValue;
}

function placeholder(position: { startMs: Ms; id: number }): ClosedEvent {
  return { v: 1, severity: "info", category: "", template_id: 0, instance_id: 0, ...position };
}
