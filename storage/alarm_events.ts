import { type AlarmColumns, alarmColumns } from "../domain/alarm_statistics/columns.ts";
import { alarmFactOf, isCounted } from "../domain/alarm_statistics/fact.ts";
import { invalid, Refusal } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { isWhole, packDay, type PackedPart } from "./packed_days.ts";
import type { NounContext } from "./write.ts";
import { END_DAY_MS, type EventEndValue } from "./writes/event_end.ts";
import { bucketOf } from "./writes/event_index.ts";

/** The most closed events of one query. */
const MOST_EVENTS = 2_000_000;
/** Packed days that are read at once: some 3 MB in a plant with a million events a year. */
const DAYS_AT_ONCE = 31;
/** Queries that wait for the one under way. */
const MOST_WAITING = 8;

/**
 * Events for statistics: active ones from memory, those that ended today by the index of ends, earlier ones from
 * packed days. A query packs each day that is not packed or has changed since.
 */
export class AlarmEvents {
  #turn: Promise<unknown> = Promise.resolve();
  #queries = 0;

  constructor(
    readonly context: Pick<NounContext, "store" | "now">,
    readonly mirrors: Pick<Mirrors, "activeEvents">,
    readonly mostEvents = MOST_EVENTS,
  ) {}

  /**
   * One query at a time: each uses what the previous ones have packed, and memory holds one result at a time.
   * Events active at any time since then, and some that ended earlier on the same UTC day, in unordered blocks,
   * without retracted and backfilled ones. An event that closes meanwhile may be included twice, once as
   * active. VALIDATION_FAILED (path `hours`) beyond 2,000,000 closed events; UNAVAILABLE when too many queries
   * wait.
   */
  // deno-lint-ignore require-await -- a refusal becomes the promise's rejection
  async since(sinceMs: Ms): Promise<AlarmColumns[]> {
    if (this.#queries > MOST_WAITING) throw tooBusy();
    this.#queries++;
    const query = this.#turn.then(() => this.#since(sinceMs)).finally(() => this.#queries--);
    this.#turn = query.catch(() => {});
    return query;
  }

  /** Active events are read first: an event that closes meanwhile is read twice, not missed. */
  async #since(sinceMs: Ms): Promise<AlarmColumns[]> {
    const todayMs = bucketOf(this.context.now(), END_DAY_MS);
    const active = this.mirrors.activeEvents.list().filter(isCounted).map(alarmFactOf);
    const reading = new AlarmReading(this.context.store, this.mostEvents);
    reading.blocks.push(alarmColumns(active));
    for (let fromMs = bucketOf(sinceMs, END_DAY_MS); fromMs < todayMs;) {
      const toMs = Math.min(todayMs, fromMs + DAYS_AT_ONCE * END_DAY_MS);
      await reading.days(fromMs, toMs);
      fromMs = toMs;
    }
    await reading.unpacked(Math.max(todayMs, bucketOf(sinceMs, END_DAY_MS)), Infinity);
    return reading.blocks;
  }
}

class AlarmReading {
  readonly blocks: AlarmColumns[] = [];
  #events = 0;

  constructor(readonly store: NounContext["store"], readonly mostEvents: number) {}

  /** The marks are read first: a day that changes after that is packed under an outdated mark and read again. */
  async days(fromMs: Ms, toMs: Ms): Promise<void> {
    const marks = await this.store.list({
      prefix: keys.dayMark(0).slice(0, 1),
      start: keys.dayMark(fromMs),
      end: keys.dayMark(toMs),
    });
    const prefix = keys.packedDay(0, 0).slice(0, 1);
    const parts = await this.store.list<PackedPart>({
      prefix,
      start: [...prefix, fromMs],
      end: [...prefix, toMs],
    });
    const ofDay = Map.groupBy(parts, ({ key }) => Number(key[1]));
    for (const { key, versionstamp } of marks) {
      const dayMs = Number(key[1]);
      const found = ofDay.get(dayMs) ?? [];
      const stored = found.map(({ value }) => value);
      const before = 1 + Number(found.at(-1)?.key.at(-1) ?? -1);
      if (isWhole(stored, versionstamp)) this.#add(stored);
      else await this.#pack(dayMs, { mark: versionstamp, before });
    }
  }

  /** The closed events that ended in a span, from the index. */
  async unpacked(fromMs: Ms, toMs: Ms): Promise<EventEndValue[]> {
    const facts = await this.#ended(fromMs, toMs);
    this.#add([alarmColumns(facts)]);
    return facts;
  }

  async #pack(dayMs: Ms, { mark, before }: { mark: string; before: number }): Promise<void> {
    const facts = await this.unpacked(dayMs, dayMs + END_DAY_MS);
    await packDay(this.store, { dayMs, mark, facts, before });
  }

  async #ended(fromMs: Ms, toMs: Ms): Promise<EventEndValue[]> {
    const prefix = keys.eventByEnd(0, 0).slice(0, 1);
    const entries = await this.store.list<EventEndValue>({
      prefix,
      start: [...prefix, fromMs],
      end: [...prefix, toMs],
      limit: this.mostEvents - this.#events + 1,
    });
    return entries.map(({ value }) => value).filter(({ backfilled }) => !backfilled);
  }

  #add(blocks: readonly AlarmColumns[]): void {
    this.blocks.push(...blocks);
    this.#events += blocks.reduce((sum, { key }) => sum + key.length, 0);
    if (this.#events > this.mostEvents) throw tooMany(this.mostEvents);
  }
}

function tooBusy(): Error {
  return new Refusal("UNAVAILABLE", "Too many statistics are being computed; try again in some seconds");
}

function tooMany(most: number): Error {
  const message = `More than ${most} events ended in that time; ask for fewer hours`;
  return invalid("hours", message);
}
