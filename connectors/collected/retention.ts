import { hoursBefore, type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Database } from "./database.ts";
import type { Life } from "./life.ts";
import { HOUR, hourOf, type StoredSamples } from "./stored_samples.ts";
import type { StoredStream, StreamTable } from "./stream_table.ts";

export interface RetentionOptions {
  database: Database;
  streams: StreamTable;
  samples: StoredSamples;
  arrivals: Arrivals;
  life: Life;
  keepDays: number;
  mostBytes: number;
  /** All that arrived waits until it is passed on. */
  isQueue: boolean;
}

/** Below the limit by so much, so that the next samples have room. */
const ROOM_LEFT = 0.98;
/** In a queue samples are kept for so long, and only while it is less than so full, to tell what is sent again. */
const RECENT: Ticks = HOUR / 6, MOST_RECENT = 0.5;

/** Deletes whole hours: those older than `keep_days`, and the oldest ones while there are more bytes than `keep_gib`. */
export class Retention {
  constructor(private readonly options: RetentionOptions) {}

  run(nowMs: Ms): void {
    const { database, keepDays, mostBytes, arrivals, isQueue } = this.options;
    if (isQueue) return this.#keepRecent();
    database.transaction(() => arrivals.prune({ nowMs, mostBytes }));
    this.#deleteBefore(hourOf(ticksFromMs(hoursBefore(24 * keepDays, nowMs))) * HOUR);
    while (database.usedBytes() > ROOM_LEFT * mostBytes) {
      const oldest = this.oldest();
      if (oldest === undefined) return;
      this.#deleteBefore((hourOf(oldest) + 1) * HOUR);
    }
  }

  /** The time of the oldest sample, or the begin of its hour. */
  oldest(): Ticks | undefined {
    const { database, streams } = this.options;
    const [hour = null] = database.row("SELECT min(hour) FROM hours") ?? [];
    let oldest = hour === null ? Infinity : Number(hour) * HOUR;
    for (const { key } of streams.all()) {
      const [time = null] = database.row("SELECT min(time) FROM samples WHERE stream = ?", key) ?? [];
      if (time !== null) oldest = Math.min(oldest, Number(time));
    }
    return oldest === Infinity ? undefined : oldest;
  }

  #keepRecent(): void {
    const { database, streams, samples, mostBytes, life } = this.options;
    const kept = database.usedBytes() < MOST_RECENT * mostBytes ? RECENT : 0;
    database.transaction(() => {
      for (const stream of streams.all()) {
        const last = samples.last(stream);
        if (last !== null) this.#deleteRows(stream, last.time - kept);
      }
      life.forgetBefore(Infinity);
    });
  }

  /** A stream without a newer sample goes too. Where values repeat, it keeps its last one, which still counts. */
  #deleteBefore(time: Ticks): void {
    const { database, streams, samples, life } = this.options;
    database.transaction(() => {
      for (const stream of streams.all()) {
        const last = samples.last(stream);
        if (last === null || last.time >= time) this.#deleteRows(stream, time);
        else if (life.repeats) {
          this.#deleteRows(stream, last.time);
          samples.put(stream, last);
        } else streams.remove(stream);
      }
      database.run("DELETE FROM hours WHERE hour < ?", hourOf(time));
      life.forgetBefore(time);
    });
  }

  #deleteRows({ key }: StoredStream, time: Ticks): void {
    this.options.database.run("DELETE FROM samples WHERE stream = ? AND time < ?", key, time);
  }
}
