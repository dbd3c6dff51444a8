import type { Mutation } from "../domain/shared/commit.ts";
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

/** A minute in which so many closed events start is kept in memory: no page in it is found by counting. */
export const DENSE_MINUTE = 500;

/** Of crowded minutes the newest are kept, up to so many events in all. */
const MOST_KEPT = 200_000;
const MOST_MINUTES_COUNTED = 100_000;

type Crowd = SortedList<ClosedEvent>;
type Change = { position: { startMs: Ms; id: number }; value: ClosedEventValue | undefined };

/** The closed events of crowded minutes, as of a plant's trip. They are read once and follow the store's commits. */
export class DenseMinutes {
  readonly #denseMinutes = new Map<Ms, Crowd>();
  readonly #loading = new Map<Ms, { changes: Change[]; done: Promise<void> }>();
  /** Closed events more or less since the opening, by minute, of minutes that are not kept. */
  readonly #since = new Map<Ms, number>();
  #kept = 0;

  constructor(readonly store: KvStore, readonly mostKept = MOST_KEPT) {}

  /** Finds the crowded minutes by the counts, reads them, and follows the store from then on. */
  async open(): Promise<void> {
    this.store.onCommit((mutations) => this.#follow(mutations));
    const ladder = countsOf(this.store, { scope: scopes.all() });
    let steps = await stepsSince(ladder, -Infinity);
    for (let level = 1; level <= MINUTE_LEVEL; level++) {
      const finer: Step[] = [];
      for (const { startMs: fromMs, endMs: toMs } of steps.filter(isCrowd)) {
        const buckets = await ladder.read(level, { fromMs, toMs });
        finer.push(...buckets.map((bucket) => ({
          ...bucket,
          level,
          endMs: bucket.startMs + EVENT_LEVELS_MS[level],
        })));
      }
      steps = finer;
    }
    for (const { startMs, count } of steps.filter(isCrowd)) {
      if (this.#kept + count > this.mostKept) break;
      await this.#load(startMs);
    }
  }

  /** The closed events of a minute if it is kept, newest first; undefined: they are few enough to be read. */
  async minute(startMs: Ms): Promise<readonly ClosedEvent[] | undefined> {
    await this.#loading.get(startMs)?.done;
    return this.#denseMinutes.get(startMs)?.items;
  }

  #follow(mutations: readonly Mutation[]): void {
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
    const crowd = this.#denseMinutes.get(minuteMs);
    if (crowd !== undefined) this.#apply(crowd, change);
    else if (!this.#loading.has(minuteMs)) this.#count(minuteMs, change.value === undefined ? -1 : 1);
  }

  #apply(crowd: Crowd, { position, value }: Change): void {
    const before = crowd.items.length;
    // A place alone is enough to find what stands there.
    crowd.remove(placeholder(position));
    if (value !== undefined) crowd.insert({ ...value, ...position });
    this.#kept += crowd.items.length - before;
  }

  #count(minuteMs: Ms, by: number): void {
    const count = (this.#since.get(minuteMs) ?? 0) + by;
    this.#since.set(minuteMs, count);
    if (this.#since.size > MOST_MINUTES_COUNTED) this.#since.delete(this.#since.keys().next().value!);
    if (count >= DENSE_MINUTE) this.#load(minuteMs).catch(() => {});
  }

  /** Commits that come while it is read are applied afterwards: each says what then stands at its place. */
  #load(minuteMs: Ms): Promise<void> {
    this.#since.delete(minuteMs);
    const changes: Change[] = [];
    const done = this.#read(minuteMs, changes).finally(() => this.#loading.delete(minuteMs));
    this.#loading.set(minuteMs, { changes, done });
    return done;
  }

  async #read(minuteMs: Ms, changes: Change[]): Promise<void> {
    const range = { fromMs: minuteMs, beforeMs: minuteMs + MINUTE_MS };
    const crowd = new SortedList<ClosedEvent>(newestFirst);
    for (const event of await closedEvents(this.store, scopes.all(), range)) crowd.insert(event);
    this.#kept += crowd.items.length;
    for (const change of changes) this.#apply(crowd, change);
    this.#denseMinutes.set(minuteMs, crowd);
    this.#dropOldest();
  }

  #dropOldest(): void {
    while (this.#kept > this.mostKept && this.#denseMinutes.size > 1) {
      const oldest = Math.min(...this.#denseMinutes.keys());
      this.#kept -= this.#denseMinutes.get(oldest)?.items.length ?? 0;
      this.#denseMinutes.delete(oldest);
    }
  }
}

function isCrowd(bucket: Bucket): boolean {
  return countOf([bucket]) >= DENSE_MINUTE;
}

/** Only `closedIndex` writes these entries. */
function closedValue(value: unknown): ClosedEventValue {
  return value as ClosedEventValue;
}

function placeholder(position: { startMs: Ms; id: number }): ClosedEvent {
  return { v: 1, severity: "info", category: "", template_id: 0, instance_id: 0, ...position };
}
