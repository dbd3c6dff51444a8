import type { Log } from "../../domain/shared/log.ts";
import { isoFromMs, isoFromTicks, type Ms } from "../../domain/shared/time.ts";
import type { CollectedState } from "../../domain/source/types.ts";
import type { SourceStream } from "../source.ts";
import { Arrivals } from "./arrivals.ts";
import { Database } from "./database.ts";
import { connectionFailed, streamUnavailable } from "./failure.ts";
import type { CollectedAddress } from "./identity.ts";
import type { Inlet } from "./inlet.ts";
import { IntakeFigures } from "./intake_figures.ts";
import { Life } from "./life.ts";
import { Packing } from "./packing.ts";
import { Retention } from "./retention.ts";
import type { CollectedFields } from "./settings.ts";
import { StoredSamples } from "./stored_samples.ts";
import { type StoredStream, StreamTable } from "./stream_table.ts";
import { Writer } from "./writer.ts";

const UPKEEP_MS = 1_000;
/** Retention runs at each of so many upkeeps. */
const RETENTION_EVERY = 10;
const GIB = 2 ** 30;
/** Bytes of a page of the file. */
const PAGE = 4_096;

export interface StoreOptions {
  path: string;
  config: CollectedFields;
  sourceLostSeconds: number;
  now: () => Ms;
  random: () => number;
  log?: Log;
  /** What arrives waits for being passed on: it is never deleted before, and writes are refused beyond `keep_gib`. */
  isQueue?: boolean;
  /** The most pages of the file; for tests of a full disk. */
  mostPages?: number;
}

/** The file of one source, what writes to it and what keeps it in shape. */
export class CollectedStore {
  readonly streams: StreamTable;
  readonly samples: StoredSamples;
  readonly arrivals: Arrivals;
  readonly life: Life;
  readonly figures: IntakeFigures;
  readonly packing: Packing;
  readonly retention: Retention;
  readonly #writer: Writer;
  readonly #upkeep: ReturnType<typeof setInterval>;
  #upkeeps = 0;
  /** Told of each write to disk. */
  onArrival: (() => void) | null = null;

  private constructor(readonly database: Database, readonly options: StoreOptions) {
    const { config, now, sourceLostSeconds } = options;
    const streams = this.streams = new StreamTable(database);
    const samples = this.samples = new StoredSamples(database);
    const arrivals = this.arrivals = new Arrivals(database);
    const figures = this.figures = new IntakeFigures(now);
    const life = this.life = new Life({
      database,
      now,
      delaySeconds: config.delay_seconds,
      repeatSeconds: config.repeat_seconds,
      lostSeconds: sourceLostSeconds,
    });
    const parts = { database, streams, samples, arrivals, life, figures, now };
    this.#writer = new Writer({
      ...parts,
      keepDays: config.keep_days,
      onArrival: () => this.onArrival?.(),
    });
    this.packing = new Packing(parts);
    const { mostBytes } = this, { isQueue = false } = options;
    this.retention = new Retention({ ...parts, keepDays: config.keep_days, mostBytes, isQueue });
    this.#upkeep = setInterval(() => this.#keepInShape(), UPKEEP_MS);
  }

  static async open(options: StoreOptions): Promise<CollectedStore> {
    const { isQueue, config, mostPages = isQueue ? Math.floor(config.keep_gib * GIB / PAGE) : undefined } =
      options;
    return new CollectedStore(
      await Database.open({ ...options, mostPages, newId: () => newId(options) }),
      options,
    );
  }

  readonly inlet: Inlet = {
    write: (arrived) => this.#writer.write(arrived),
    announce: (streams) => this.#writer.announce(streams),
    gap: (streams, from) => this.#writer.gap(streams, from),
    alive: (upToMs) => this.life.alive(upToMs),
    streams: () => this.streams.all().map(({ name }) => name),
    aliveTo: () => this.life.aliveTo,
    silent: (reason) => this.life.silent(reason),
    reject: (stream, reason) => this.figures.reject(stream, reason),
  };

  get mostBytes(): number {
    return this.options.config.keep_gib * GIB;
  }

  /** What has come is stored, and so counts as arrived. */
  flush(): void {
    this.#writer.flush();
  }

  /** Reads, unless the store is closed or the read was stopped. */
  // deno-lint-ignore require-await -- what it throws rejects
  async read<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (!this.database.isOpen) throw connectionFailed("The connection is closed");
    return work();
  }

  /** The stored stream of an address. */
  streamOf({ source }: SourceStream): StoredStream {
    const name = (source as CollectedAddress).stream, stream = this.streams.get(name);
    if (stream === undefined) throw streamUnavailable(`Nothing is stored of a stream "${name}"`);
    return stream;
  }

  newId(): string {
    return newId(this.options);
  }

  /** Removes a stream with its samples. */
  remove(stream: StoredStream): void {
    this.database.transaction(() => this.streams.remove(stream));
  }

  state(): CollectedState {
    const { figures, life, streams } = this, nowMs = this.options.now();
    const usedBytes = this.database.usedBytes();
    return {
      streams: streams.size,
      samples: figures.received,
      samples_per_second: figures.samplesPerSecond(),
      last_arrival_at: isoFromMs(life.heardMs),
      seconds_since_last: Math.max(0, nowMs - life.heardMs) / 1_000,
      silent_for: life.silentFor,
      complete_to: isoFromTicks(life.completeTo),
      duplicates: figures.duplicates,
      stamped_by_arrival: figures.ahead,
      wrong_type: figures.misfits,
      rejected: figures.rejected,
      rejections: figures.rejections.map(({ at_ms, ...rest }) => ({ at: isoFromMs(at_ms), ...rest })),
      used_bytes: usedBytes,
      room_days: this.#roomDays(usedBytes),
      newest: this.#newest(),
    };
  }

  close(): void {
    clearInterval(this.#upkeep);
    if (!this.database.isOpen) return;
    this.#writer.flush();
    this.#orLog("The life of the sender could not be stored", () => this.life.store());
    this.database[Symbol.dispose]();
  }

  #roomDays(usedBytes: number): number | null {
    const bytesADay = this.figures.samplesPerDay() * this.packing.bytesASample;
    return bytesADay === 0 ? null : Math.max(0, this.mostBytes - usedBytes) / bytesADay;
  }

  #newest(): CollectedState["newest"] {
    const streams = this.streams.all().flatMap((stream) => {
      const last = this.samples.last(stream);
      return last === null ? [] : [{ stream: stream.name, last }];
    });
    return streams.sort((a, b) => b.last.time - a.last.time).slice(0, NEWEST).map(({ stream, last }) => ({
      stream,
      at: isoFromTicks(last.time),
      value: last.value,
      quality: last.quality,
    }));
  }

  #keepInShape(): void {
    const nowMs = this.options.now();
    this.#orLog("Samples could not be packed", () => this.packing.run(nowMs));
    if (this.#upkeeps++ % RETENTION_EVERY !== 0) return;
    this.#orLog("Old samples could not be deleted", () => this.retention.run(nowMs));
    this.#orLog("The life of the sender could not be stored", () => this.life.store());
  }

  /** Upkeep is tried again at the next turn. */
  #orLog(message: string, work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.options.log?.("warn", message, { reason: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Streams that the state shows with their last value. */
const NEWEST = 20;

function newId({ now, random }: Pick<StoreOptions, "now" | "random">): string {
  return now().toString(36) + random().toString(36).slice(1);
}
