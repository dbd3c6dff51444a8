import type { DataSource, SourceStream } from "../../connectors/source.ts";
import { horizonAt } from "../../domain/sample/source_time.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { mapConcurrent } from "./concurrent.ts";
import { upserts } from "./follow.ts";

/** How long a stream is read after a person viewed it. */
const FOLLOWED_MS = 5 * 60_000;
/** Streams watched at one time; beyond it the one viewed longest ago is dropped. */
export const MOST_WATCHED = 100;
const READS_AT_ONCE = 4;
const MINUTE_MS = 60_000;

interface Watched {
  stream: SourceStream;
  endsMs: Ms;
  /** When it was last read. */
  readMs: Ms;
}

/** Streams that people view but no rule names: their last values are read each round, for a while. */
export class WatchedStreams {
  /** The one viewed longest ago first. */
  readonly #streams = new Map<number, Watched>();
  #spent = { minute: 0, reads: 0 };

  get size(): number {
    return this.#streams.size;
  }

  watch(stream: SourceStream, nowMs: Ms): void {
    const readMs = this.#streams.get(stream.id)?.readMs ?? -Infinity;
    this.#streams.delete(stream.id);
    this.#streams.set(stream.id, { stream, endsMs: nowMs + FOLLOWED_MS, readMs });
    const [oldest] = this.#streams.keys();
    if (oldest !== undefined && this.#streams.size > MOST_WATCHED) this.#streams.delete(oldest);
  }

  /** Reads the newest samples of those not read within `everyMs`, with `perMinute` reads at most. */
  async read(source: DataSource, options: ReadOptions): Promise<SampleChange[]> {
    const due = this.#due(options);
    const reads = await mapConcurrent(due, READS_AT_ONCE, async ({ stream }) => {
      return upserts(stream.id, await newestSamples(source, stream, options.nowMs));
    });
    return reads.flat();
  }

  #due({ nowMs, everyMs, perMinute, only, isFollowed }: ReadOptions): Watched[] {
    for (const [id, { endsMs }] of this.#streams) {
      if (endsMs <= nowMs || isFollowed(id)) this.#streams.delete(id);
    }
    const due = [...this.#streams.values()]
      .filter(({ stream, readMs }) => nowMs - readMs >= everyMs && (only ?? stream.id) === stream.id)
      .sort((a, b) => a.readMs - b.readMs)
      .slice(0, this.#allowed(nowMs, perMinute));
    this.#spent.reads += due.length;
    for (const watched of due) watched.readMs = nowMs;
    return due;
  }

  #allowed(nowMs: Ms, perMinute: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (this.#spent.minute !== minute) this.#spent = { minute, reads: 0 };
    return Math.max(0, perMinute - this.#spent.reads);
  }
}

/** The newest sample; when that is ahead of the clock, the newest that counts too. */
async function newestSamples(source: DataSource, stream: SourceStream, nowMs: Ms): Promise<Sample[]> {
  const horizon = horizonAt(nowMs), newest = await source.latest(stream, { work: "trends" });
  if (newest === null || newest.time <= horizon) return newest === null ? [] : [newest];
  const counting = await source.atOrBefore(stream, horizon, { work: "trends" });
  return counting === null ? [newest] : [counting, newest];
}

export interface ReadOptions {
  nowMs: Ms;
  everyMs: number;
  perMinute: number;
  /** Only this stream. */
  only?: number;
  /** Streams that are read anyway. */
  isFollowed: (stream: number) => boolean;
}
