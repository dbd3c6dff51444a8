import { type AlarmColumns, alarmColumns } from "../domain/alarm_statistics/columns.ts";
import { alarmFactOf, isCounted } from "../domain/alarm_statistics/fact.ts";
import { Refusal, validationRefusal } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { AlarmEvents } from "./statistics_contract.ts";
import { keys } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { isWhole, packDay, type PackedPart } from "./packed_days.ts";
import type { NounContext } from "./write.ts";
import { END_DAY_MS, type EventEndValue } from "./writes/event_end.ts";
import { bucketOf } from "./writes/event_index.ts";

/** Closed events of one look. */
const MOST_EVENTS = 2_000_000;
/** Of packed days so many are read at once: some 3 MB in a plant with a million events a year. */
const DAYS_AT_ONCE = 31;
/** Looks that wait for the one under way. */
const MOST_WAITING = 8;

/**
 * Events for statistics: the active ones from memory, those that ended today by the index of ends, those of the days
 * before packed. A day that is not packed, or no more as it was, is packed by the look that meets it.
 */
export class AlarmEventStore implements AlarmEvents {
  #turn: Promise<unknown> = Promise.resolve();
  #looks = 0;

  constructor(
    readonly context: Pick<NounContext, "store" | "now">,
    readonly mirrors: Pick<Mirrors, "activeEvents">,
    readonly mostEvents = MOST_EVENTS,
  ) {}

  /** One look after the other: each finds what the one before has packed, and memory holds one at a time. */
  // deno-lint-ignore require-await -- a refusal becomes the promise's rejection
  async since(sinceMs: Ms): Promise<AlarmColumns[]> {
    if (this.#looks > MOST_WAITING) throw tooBusy();
    this.#looks++;
    const look = this.#turn.then(() => this.#since(sinceMs)).finally(() => this.#looks--);
    this.#turn = look.catch(() => {});
    return look;
  }

  /** What is active is looked at first: what closes meanwhile is met twice, not missed. */
  async #since(sinceMs: Ms): Promise<AlarmColumns[]> {
    const todayMs = bucketOf(this.context.now(), END_DAY_MS);
    const active = this.mirrors.activeEvents.list().filter(isCounted).map(alarmFactOf);
    const look = new Look(this.context.store, this.mostEvents);
    look.blocks.push(alarmColumns(active));
    for (let fromMs = bucketOf(sinceMs, END_DAY_MS); fromMs < todayMs;) {
      const toMs = Math.min(todayMs, fromMs + DAYS_AT_ONCE * END_DAY_MS);
      await look.days(fromMs, toMs);
      fromMs = toMs;
    }
    await look.unpacked(Math.max(todayMs, bucketOf(sinceMs, END_DAY_MS)), Infinity);
    return look.blocks;
  }
}

class Look {
  readonly blocks: AlarmColumns[] = [];
  #events = 0;

  constructor(readonly store: NounContext["store"], readonly mostEvents: number) {}

  /** The marks are read first: what changes after that is packed under a mark that has passed, so not believed. */
  async days(fromMs: Ms, toMs: Ms): Promise<void> {
    const [markPrefix] = keys.dayMark(0);
    const marks = await this.store.list({
      prefix: [markPrefix],
      start: keys.dayMark(fromMs),
      end: keys.dayMark(toMs),
    });
    const [partPrefix] = keys.packedDay(0, 0);
    const parts = await this.store.list<PackedPart>({
      prefix: [partPrefix],
      start: [partPrefix, fromMs],
      end: [partPrefix, toMs],
    });
    const ofDay = Map.groupBy(parts, ({ key }) => Number(key[1]));
    for (const { key, versionstamp } of marks) {
      const dayMs = Number(key[1]);
      const found = ofDay.get(dayMs) ?? [];
      const stored = found.map(({ value }) => value);
      const before = 1 + Number(found.at(-1)?.key.at(-1) ?? -1);
      if (isWhole(stored, versionstamp)) this.#take(stored);
      else await this.#pack(dayMs, { mark: versionstamp, before });
    }
  }

  /** The closed events that ended in a time, as they stand in the index. */
  async unpacked(fromMs: Ms, toMs: Ms): Promise<EventEndValue[]> {
    const facts = await this.#ended(fromMs, toMs);
    this.#take([alarmColumns(facts)]);
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

  #take(blocks: readonly AlarmColumns[]): void {
    this.blocks.push(...blocks);
    this.#events += blocks.reduce((sum, { key }) => sum + key.length, 0);
    if (this.#events > this.mostEvents) throw tooMany(this.mostEvents);
  }
}

function tooBusy(): Error {
  return new Refusal("UNAVAILABLE", "Too many statistics are being made; try again in some seconds");
}

function tooMany(most: number): Error {
  const message = `More than ${most} events ended in that time; ask for fewer hours`;
  return validationRefusal([{ path: "hours", message }]);
}
