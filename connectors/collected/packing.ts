import type { DataType } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { Database } from "./database.ts";
import { encodeSamples } from "./hour_codec.ts";
import { HOUR, hourOf, merged, type StoredSamples } from "./stored_samples.ts";
import type { StoredStream, StreamTable } from "./stream_table.ts";

/** Hours are packed once they ended this long ago: most corrections have arrived by then. */
const AGE: Ticks = 24 * HOUR;
/** A run packs for this long, so that others have their turn. */
const RUN_MS = 20;
/** Packed hours over which the bytes of a sample are averaged. */
const AVERAGED_HOURS = 100;

export interface PackingOptions {
  database: Database;
  streams: StreamTable;
  samples: StoredSamples;
}

/** Packs the hours of older days, a few at each run: a tenth of the bytes, and quicker to read. */
export class Packing {
  #waiting: StoredStream[] = [];
  /** As measured at the last packing; until then what it is with usual values. */
  bytesASample = 8;

  constructor(private readonly options: PackingOptions) {}

  /** Returns whether a round of all streams has ended. */
  run(nowMs: Ms): boolean {
    const { database, streams } = this.options, before = hourOf(ticksFromMs(nowMs) - AGE);
    const untilMs = performance.now() + RUN_MS;
    if (this.#waiting.length === 0) this.#waiting = streams.all();
    while (this.#waiting.length > 0 && performance.now() < untilMs) {
      const stream = this.#waiting.at(-1)!;
      const hour = this.#oldestRow(stream);
      if (hour === undefined || hour >= before || stream.type === null) this.#waiting.pop();
      else database.transaction(() => this.#pack(stream, { hour, type: stream.type! }));
    }
    return this.#waiting.length === 0;
  }

  #oldestRow({ key }: StoredStream): number | undefined {
    const [time = null] = this.options.database.row("SELECT min(time) FROM samples WHERE stream = ?", key) ??
      [];
    return time === null ? undefined : hourOf(Number(time));
  }

  #pack(stream: StoredStream, { hour, type }: { hour: number; type: DataType }): void {
    const { database, samples } = this.options, from = hour * HOUR, to = from + HOUR - 1;
    const all = merged(samples.packed(stream, hour), samples.window(stream, { from: from - 1, to }));
    const packed = encodeSamples(all, type);
    this.bytesASample += (packed.length / all.length - this.bytesASample) / AVERAGED_HOURS;
    database.run("INSERT OR REPLACE INTO hours VALUES (?, ?, ?, ?)", stream.key, hour, all.length, packed);
    database.run("DELETE FROM samples WHERE stream = ? AND time BETWEEN ? AND ?", stream.key, from, to);
  }
}
