import { BatchWriter } from "../../domain/sample/batch_writer.ts";
import { horizonAt, isSourceTime } from "../../domain/sample/source_time.ts";
import {
  type DataType,
  LONGEST_TEXT_VALUE,
  type Sample,
  type SampleValue,
} from "../../domain/sample/types.ts";
import { hoursBefore, type Ms, type Ticks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import type { Arrivals } from "./arrivals.ts";
import { type Database, writeRefusal } from "./database.ts";
import type { Announced, Arrived, Rejection, Written } from "./inlet.ts";
import type { IntakeFigures } from "./intake_figures.ts";
import type { Life } from "./life.ts";
import type { StoredSamples } from "./stored_samples.ts";
import type { StoredStream, StreamTable } from "./stream_table.ts";

/** Writes that come within this time share one write to disk. */
const GROUP_MS = 2;
/** A write to disk begins no further one after so many samples. */
const GROUP_SAMPLES = 10_000;

export interface WriterOptions {
  database: Database;
  streams: StreamTable;
  samples: StoredSamples;
  arrivals: Arrivals;
  life: Life;
  figures: IntakeFigures;
  now: () => Ms;
  keepDays: number;
  onArrival: () => void;
}

interface QueuedWrite {
  size: number;
  /** Within the transaction of its group. */
  apply(): Written;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

/** Puts samples on disk, those of several writes at once. */
export class Writer {
  #queue: QueuedWrite[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #arrived = new BatchWriter();

  constructor(private readonly options: WriterOptions) {}

  write(arrived: readonly Arrived[]): Promise<Written> {
    const nowMs = this.options.now();
    return this.#enqueue(arrived.length, () => this.#applyAll(arrived, nowMs));
  }

  /** One bad sample in each stream, at the first free time from `begin` on. */
  async gap(names: readonly string[] | null, begin: Ticks): Promise<void> {
    const { streams, now } = this.options, from = Math.max(begin, this.#oldestTime(now()));
    await this.#enqueue(names?.length ?? streams.size, () => {
      const all = names === null ? streams.all() : names.flatMap((name) => streams.get(name) ?? []);
      for (const stream of all) {
        this.#store(stream, { time: this.#firstFree(stream, from), value: null, quality: "bad" });
      }
      return { stored: all.length, refused: [] };
    });
  }

  async announce(announced: readonly Announced[]): Promise<void> {
    const { streams, figures } = this.options;
    await this.#enqueue(announced.length, () => {
      for (const one of announced) {
        const stream = streams.take(one);
        if (typeof stream === "string") figures.reject(one.stream, stream);
      }
      return { stored: 0, refused: [] };
    });
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#queue.length === 0) return;
    while (this.#queue.length > 0) this.#writeGroup(this.#nextGroup());
    this.options.onArrival();
  }

  #enqueue(size: number, apply: () => Written): Promise<Written> {
    const { promise, resolve, reject } = Promise.withResolvers<Written>();
    this.#queue.push({ size, apply, resolve, reject });
    this.#timer ??= setTimeout(() => this.flush(), GROUP_MS);
    return promise;
  }

  #nextGroup(): QueuedWrite[] {
    let samples = 0;
    const end = this.#queue.findIndex(({ size }) => (samples += size) >= GROUP_SAMPLES);
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end + 1);
  }

  #writeGroup(group: readonly QueuedWrite[]): void {
    const { database, streams, arrivals, life, figures, now } = this.options, before = arrivals.last;
    try {
      const written = database.transaction(() => {
        const results = group.map((write) => write.apply());
        const { completeTo } = life;
        if (this.#arrived.count > 0) arrivals.add(this.#arrived.take(), { completeTo, nowMs: now() });
        life.store();
        return results;
      });
      life.heard();
      figures.arrived(written.reduce((sum, { stored }) => sum + stored, 0));
      group.forEach((write, i) => write.resolve(written[i]!));
    } catch (error) {
      this.#arrived.clear();
      if (database.isOpen) {
        arrivals.undo(before);
        life.undoStore();
        streams.reload();
      }
      const refusal = writeRefusal(error);
      for (const write of group) write.reject(refusal);
    }
  }

  #applyAll(arrived: readonly Arrived[], nowMs: Ms): Written {
    const refused: Rejection[] = [];
    arrived.forEach((one, index) => {
      const reason = this.#apply(one, nowMs);
      if (reason === undefined) return;
      refused.push({ index, reason });
      this.options.figures.reject(one.stream, reason);
    });
    return { stored: arrived.length - refused.length, refused };
  }

  /** Why the sample is refused; undefined: it is stored. */
  #apply(arrived: Arrived, nowMs: Ms): string | undefined {
    const { streams, figures, keepDays } = this.options;
    if (arrived.time !== null && !isSourceTime(arrived.time)) return "Its time is not between 1970 and 2199";
    if (arrived.time !== null && arrived.time < this.#oldestTime(nowMs)) {
      return `Its time is older than the ${keepDays} days that are stored (\`keep_days\`)`;
    }
    const stream = streams.take({ ...arrived, type: typeOf(arrived) });
    if (typeof stream === "string") return stream;
    const isAhead = arrived.time !== null && arrived.time > horizonAt(nowMs);
    const sample = this.#fitted(stream, arrived);
    if (isAhead) {
      figures.ahead++;
      if (sample.quality === "good") sample.quality = "uncertain";
    }
    if (arrived.time === null || isAhead) this.#storeByArrival(stream, { sample, nowMs, arrived });
    else this.#storeByTime(stream, { ...sample, time: arrived.time });
    return undefined;
  }

  #oldestTime(nowMs: Ms): Ticks {
    return ticksFromMs(hoursBefore(24 * this.options.keepDays, nowMs));
  }

  /** The value as the stream's type; another one is bad. */
  #fitted(stream: StoredStream, { value, quality }: Arrived): Omit<Sample, "time"> {
    if (value === null || typeof value === "number" && !Number.isFinite(value)) {
      return { value: null, quality: "bad" };
    }
    const type = dataTypeOf(value);
    if (type === stream.type) {
      return { value: typeof value === "string" ? value.slice(0, LONGEST_TEXT_VALUE) : value, quality };
    }
    if (stream.type !== null) {
      const { figures } = this.options;
      figures.misfits++;
      figures.list(
        stream.name,
        `Stored as bad: the stream holds ${NAMES[stream.type]}, and ${JSON.stringify(value)} is none`,
      );
    }
    return { value: null, quality: "bad" };
  }

  #storeByTime(stream: StoredStream, sample: Sample): void {
    const { samples, figures } = this.options, last = samples.last(stream);
    const known = last !== null && sample.time <= last.time ? samples.at(stream, sample.time) : null;
    if (known !== null && isEqual(known, sample)) figures.duplicates++;
    else this.#store(stream, sample);
  }

  #storeByArrival(
    stream: StoredStream,
    { sample, nowMs, arrived }: { sample: Omit<Sample, "time">; nowMs: Ms; arrived: Arrived },
  ): void {
    const { samples, figures } = this.options, last = samples.last(stream);
    if (arrived.isRepeated && last !== null && isEqual(last, sample)) figures.duplicates++;
    else this.#store(stream, { ...sample, time: this.#stamp(stream, nowMs) });
  }

  /** Samples that arrive within a millisecond are stamped one after the other. */
  #stamp(stream: StoredStream, nowMs: Ms): Ticks {
    const last = this.options.samples.last(stream)?.time ?? -Infinity, from = ticksFromMs(nowMs);
    return last >= from && last < from + TICKS_PER_MS ? last + 1 : this.#firstFree(stream, from);
  }

  /** The first time from `from` on that has no sample. */
  #firstFree(stream: StoredStream, from: Ticks): Ticks {
    const { samples } = this.options;
    let time = from;
    while (time <= (samples.last(stream)?.time ?? -Infinity) && samples.at(stream, time) !== null) time++;
    return time;
  }

  #store(stream: StoredStream, sample: Sample): void {
    const { samples } = this.options, last = samples.last(stream);
    samples.put(stream, sample);
    if (last === null || sample.time >= last.time) stream.last = sample;
    stream.received++;
    this.#arrived.add({ op: "upsert", stream: stream.key, sample });
  }
}

const NAMES: Readonly<Record<DataType, string>> = { NUM: "numbers", STR: "texts", BOOL: "booleans" };

function isReadable(value: Arrived["value"]): value is SampleValue {
  return value !== null && (typeof value !== "number" || Number.isFinite(value));
}

function dataTypeOf(value: SampleValue): DataType {
  return typeof value === "number" ? "NUM" : typeof value === "string" ? "STR" : "BOOL";
}

/** The type that a first value gives its stream. */
function typeOf({ value, quality }: Arrived): DataType | undefined {
  return isReadable(value) && quality !== "bad" ? dataTypeOf(value) : undefined;
}

function isEqual(one: Omit<Sample, "time">, other: Omit<Sample, "time">): boolean {
  return one.value === other.value && one.quality === other.quality;
}
