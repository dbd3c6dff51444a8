import { type EventComment, noteAsComment } from "../domain/event/comment.ts";
import { matchesPerson } from "../domain/event/filter.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { Entry } from "../domain/shared/commit.ts";
import { invalid } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";
import {
  closedEvents,
  type ClosedList,
  closedPositions,
  type ClosedRange,
  countsOf,
  newestFirst,
  type Position,
} from "./closed_events.ts";
import { type CommentOnEvent, commentsByTime, type CommentSpan } from "./comments_by_time.ts";
import { DenseMinutes } from "./dense_minutes.ts";
import {
  type EventFilter,
  fits,
  isByNode,
  isIn,
  listOf,
  mergedRows,
  mustRead,
  mustScan,
  narrowestScopes,
  pageOf,
  type Row,
  rowOf,
} from "./event_rows.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { countOf, type CountPosition, findPosition, type Step, stepsSince } from "./hierarchical_counts.ts";
import type { Mirrors } from "./mirrors.ts";
import type { NounContext } from "./write.ts";
import { commentKeys, startMsOf } from "./writes/event.ts";
import { bucketOf, MINUTE_MS } from "./writes/event_index.ts";
import type { Page, PageRequest } from "./page.ts";

/** The most closed events that are scanned for a filter without a matching list. */
export const MOST_SCANNED = 20_000;

/** Rule events: active ones from memory, closed ones by lists and hierarchical counts. */
export class Events {
  private constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    readonly denseMinutes: DenseMinutes,
  ) {}

  static async open(context: NounContext, mirrors: Mirrors): Promise<Events> {
    const denseMinutes = new DenseMinutes(context.store);
    await denseMinutes.open();
    return new Events(context, mirrors, denseMinutes);
  }

  /** Newest start first, then id. */
  active(): EventRecord[] {
    return this.mirrors.activeEvents.list().toReversed();
  }

  async get(id: number): Promise<EventRecord | undefined> {
    const active = this.mirrors.activeEvents.get(id);
    if (active !== undefined) return active;
    const entry = await this.context.store.get(keys.event(id));
    return entry && kinds.event.read(entry.value);
  }

  /** Those that exist, by id. */
  async byIds(ids: readonly number[]): Promise<Map<number, EventRecord>> {
    const found = new Map<number, EventRecord>(), stored = new Set<number>();
    for (const id of ids) {
      const active = this.mirrors.activeEvents.get(id);
      if (active === undefined) stored.add(id);
      else found.set(id, active);
    }
    const entries = await this.context.store.getMany([...stored].map((id) => keys.event(id)));
    for (const entry of entries) {
      if (entry === undefined) continue;
      const event = kinds.event.read(entry.value);
      found.set(event.id, event);
    }
    return found;
  }

  /** The comments on an event, oldest first. */
  async comments(event: EventRecord): Promise<EventComment[]> {
    const stored = await this.context.store.getMany(commentKeys(event));
    const found = stored.flatMap((entry) =>
      entry === undefined ? [] : [kinds.eventComment.read(entry.value)]
    );
    return [...noteAsComment(event), ...found].map(({ v: _v, event_id: _event, ...shown }) => shown);
  }

  /** Comments written in a span, newest first, with their events. VALIDATION_FAILED (`from`) beyond 5,000. */
  commentsBetween(span: CommentSpan, page: PageRequest): Promise<Page<CommentOnEvent>> {
    return commentsByTime(this.context.store, span, page);
  }

  /**
   * Newest start first, then the highest id. The total counts all matching events; `sinceMs` and `fromMs` are
   * rounded down to the minute, `toMs` up. VALIDATION_FAILED when a combination of category, template and
   * instance, or a field of PersonFilter, would scan more than 20,000 closed events.
   */
  list(filter: EventFilter, page: PageRequest): Promise<Page<EventRecord>> {
    if (filter.is_active === true) return Promise.resolve(pageOf(this.#active(filter), page));
    return this.context.store.readLocked("event", () => this.#list(filter, page));
  }

  async #list(filter: EventFilter, page: PageRequest): Promise<Page<EventRecord>> {
    const list = mustScan(filter) ? { scopes: narrowestScopes(filter) } : listOf(filter);
    const span = spanOf(filter), { fromMs, toMs } = span;
    const counts = countsOf(this.context.store, list);
    const [steps, later] = await Promise.all([
      stepsSince(counts, fromMs),
      toMs === Infinity ? [] : stepsSince(counts, Math.max(fromMs, toMs)),
    ]);
    const active = filter.is_active === false ? [] : this.#active(filter);
    const closed = countOf(steps) - countOf(later);
    if (mustScan(filter)) return await this.#scan(filter, { list, span, closed, active, page });
    const total = closed + active.length, limit = Math.max(0, Math.min(page.limit, total - page.offset));
    // The closed events after `toMs` come first in the list, so the page begins behind them.
    const inList = { limit, offset: page.offset + countOf(later) };
    const isDense = !isByNode(filter);
    const rows = limit === 0 ? [] : await this.#page({ list, fromMs, steps, active, page: inList, isDense });
    return { rows: await this.#records(rows), total };
  }

  #active(filter: EventFilter): EventRecord[] {
    const nowMs = this.context.now();
    const { fromMs, toMs } = spanOf({ fromMs: filter.fromMs, toMs: filter.toMs });
    return this.active().filter((event) => {
      const startMs = startMsOf(event);
      return startMs >= fromMs && startMs < toMs && fits(event, filter) &&
        matchesPerson(event, filter, nowMs);
    });
  }

  async #page(query: PageQuery): Promise<Row[]> {
    const { list, fromMs, steps, active, page: { limit, offset } } = query;
    const startsMs = active.map(startMsOf);
    const place = await findPosition(countsOf(this.context.store, list), { steps, startsMs, offset });
    const minuteEvents = query.isDense && place.within &&
      await this.denseMinutes.minute(place.within.startMs);
    const rows = active.slice(place.passed).map(rowOf);
    if (minuteEvents) {
      const first = mergedRows(minuteEvents.filter((event) => isIn(event, list)), rows)[place.skip]!;
      const range = { fromMs, at: first, limit };
      const closed = await this.#closed(list, range);
      return mergedRows(closed, rows.filter((row) => newestFirst(first, row) <= 0)).slice(0, limit);
    }
    const closed = await this.#closed(list, rangeOf(place, { fromMs, limit: place.skip + limit }));
    return mergedRows(closed, rows).slice(place.skip, place.skip + limit);
  }

  #closed(list: ClosedList, range: ClosedRange): Promise<Position[]> {
    if (range.beforeMs === -Infinity) return Promise.resolve([]);
    return closedPositions(this.context.store, list, range);
  }

  /** Scans all closed events of the narrowest list, for a filter without a matching list. */
  async #scan(filter: EventFilter, query: Scan): Promise<Page<EventRecord>> {
    const { list, span: { fromMs, toMs }, active, page } = query;
    if (query.closed > MOST_SCANNED) throw tooMany(filter);
    const closed = await closedEvents(this.context.store, list.scopes, { fromMs, beforeMs: toMs });
    const fitting = closed.filter((event) => fits({ ...event, is_active: false }, filter));
    if (!mustRead(filter)) {
      const { rows, total } = pageOf(mergedRows(fitting, active.map(rowOf)), page);
      return { rows: await this.#records(rows), total };
    }
    const nowMs = this.context.now();
    const records = (await this.#records(fitting)).filter((record) => matchesPerson(record, filter, nowMs));
    const { rows, total } = pageOf(mergedRows(records.map(rowOf), active.map(rowOf)), page);
    return { rows: rows.flatMap(({ record }) => record ?? []), total };
  }

  async #records(rows: readonly Row[]): Promise<EventRecord[]> {
    const stored = rows.filter(({ record }) => record === undefined);
    const entries: (Entry | undefined)[] = await this.context.store.getMany(
      stored.map(({ id }) => keys.event(id)),
    );
    const found = new Map(entries.map((entry, i) => [stored[i]!.id, entry]));
    return rows.flatMap(({ id, record }) => {
      if (record !== undefined) return [record];
      const entry = found.get(id);
      return entry === undefined ? [] : [kinds.event.read(entry.value)];
    });
  }
}

interface PageQuery {
  list: ClosedList;
  fromMs: Ms;
  steps: Step[];
  /** Newest first. */
  active: EventRecord[];
  page: PageRequest;
  /** Whether the entries of a minute with many events tell whether they are in the list. */
  isDense: boolean;
}

/** A scan of the events of a span; `closed`: how many of them are closed. */
interface Scan extends Pick<PageQuery, "list" | "active" | "page"> {
  span: { fromMs: Ms; toMs: Ms };
  closed: number;
}

/** Whole minutes, as the counts have them. */
function spanOf({ sinceMs, fromMs, toMs }: Pick<EventFilter, "sinceMs" | "fromMs" | "toMs">) {
  const first = fromMs ?? sinceMs;
  return {
    fromMs: first === undefined ? -Infinity : bucketOf(first, MINUTE_MS),
    toMs: toMs === undefined ? Infinity : bucketOf(toMs + MINUTE_MS - 1, MINUTE_MS),
  };
}

function rangeOf({ beforeMs }: CountPosition, { fromMs, limit }: { fromMs: Ms; limit: number }): ClosedRange {
  return { fromMs, beforeMs, limit };
}

function tooMany({ fromMs, toMs }: EventFilter): Error {
  const path = fromMs === undefined && toMs === undefined ? "hours" : "from";
  const less = path === "hours" ? "fewer hours" : "a shorter time";
  const message = `More than ${MOST_SCANNED} closed events would have to be scanned for this combination ` +
    `of filters; ask for ${less}, or filter by a template or an instance`;
  return invalid(path, message);
}
