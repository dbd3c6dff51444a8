import type { DataSource } from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import { composeTrend } from "../../domain/trend/compose.ts";
import type { Trend } from "../../domain/trend/types.ts";
import { sourceStream, type TrendMessage } from "./contract.ts";
import { readTrend } from "./trend_read.ts";

/** Trends read at one time; up to `MOST_WAITING` wait. */
const READ_AT_ONCE = 4;
const MOST_WAITING = 96;
const CACHE_MS = 60_000;
const CACHE_ENTRIES = 100;

export interface TrendsOptions {
  source: DataSource;
  now: () => Ms;
  /** `max_age_seconds` of the source; 0: a value holds until the next. */
  maxAgeSeconds: number;
}

/** Reads trends of streams from the source, a few at a time; spans in the past are cached for a minute. */
export class Trends {
  readonly #cache = new Map<string, { trend: Promise<Trend>; endsMs: Ms }>();
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  constructor(readonly options: TrendsOptions) {}

  read(request: TrendMessage): Promise<Trend> {
    const nowMs = this.options.now();
    const key = `${request.stream.id}/${request.from}/${request.to}/${request.points}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.endsMs > nowMs) return cached.trend;
    const trend = this.#limited(() => this.#read(request));
    if (request.to < ticksFromMs(nowMs)) this.#keep(key, { trend, endsMs: nowMs + CACHE_MS });
    return trend;
  }

  /** A failed read is not cached. */
  #keep(key: string, entry: { trend: Promise<Trend>; endsMs: Ms }): void {
    this.#cache.delete(key);
    this.#cache.set(key, entry);
    const [oldest] = this.#cache.keys();
    if (oldest !== undefined && this.#cache.size > CACHE_ENTRIES) this.#cache.delete(oldest);
    entry.trend.catch(() => {
      if (this.#cache.get(key) === entry) this.#cache.delete(key);
    });
  }

  async #limited<T>(read: () => Promise<T>): Promise<T> {
    if (this.#reading < READ_AT_ONCE) this.#reading++;
    else if (this.#waiting.length >= MOST_WAITING) throw busy();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await read();
    } finally {
      this.#leave();
    }
  }

  /** The longest waiting read goes next. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#reading--;
    else next();
  }

  async #read({ stream, from, to, points }: TrendMessage): Promise<Trend> {
    const { source, now, maxAgeSeconds } = this.options;
    const at = sourceStream(stream);
    const [held, read] = await Promise.all([
      source.atOrBefore(at, from, { work: "trends" }),
      readTrend(source, { stream: at, dataType: stream.data_type, from, to, points }),
    ]);
    return composeTrend({
      ...read,
      from,
      to,
      points,
      held,
      dataType: stream.data_type,
      maxAge: maxAgeSeconds > 0 ? ticksOfSeconds(maxAgeSeconds) : null,
      now: ticksFromMs(now()),
    });
  }
}

function busy(): Refusal {
  return new Refusal("UNAVAILABLE", "Too many trends are being read; try again shortly");
}
