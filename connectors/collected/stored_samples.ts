import { QUALITIES, type Sample, type SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import type { Database, SqlRow } from "./database.ts";
import { decodeSamples } from "./hour_codec.ts";
import type { Span } from "./repeats.ts";
import type { StoredStream } from "./stream_table.ts";

export const HOUR: Ticks = 3_600 * TICKS_PER_SECOND;
const ROWS_AT_ONCE = 10_000;

export function hourOf(time: Ticks): number {
  return Math.floor(time / HOUR);
}

/** Reads samples from their rows and from packed hours; a row replaces a packed sample of its time. */
export class StoredSamples {
  constructor(private readonly database: Database) {}

  /**
   * The samples with from < time ≤ to, in order of time, in pieces. Use it without waiting in between: hours may be packed
   * meanwhile.
   */
  *pieces(stream: StoredStream, { from, to }: Span): Generator<Sample[]> {
    let read = from;
    const hours = this.database.rows(
      "SELECT hour FROM hours WHERE stream = ? AND hour BETWEEN ? AND ? ORDER BY hour",
      stream.key,
      hourOf(from),
      hourOf(to),
    );
    for (const [hour] of hours) {
      const begin = Number(hour) * HOUR, end = Math.min(to, begin + HOUR - 1);
      yield* this.#rowPieces(stream, { from: read, to: begin - 1 });
      read = Math.max(read, begin - 1);
      yield this.#hour(stream, { hour: Number(hour), span: { from: read, to: end } });
      read = end;
    }
    yield* this.#rowPieces(stream, { from: read, to });
  }

  /** The samples of a span; when they are at least so many, only the first ones, some more than that. */
  window(stream: StoredStream, span: Span, enough = Infinity): Sample[] {
    const samples: Sample[] = [];
    for (const piece of this.pieces(stream, span)) {
      for (const sample of piece) samples.push(sample);
      if (samples.length >= enough) break;
    }
    return samples;
  }

  /** Stores a sample, in place of one of its time. */
  put({ key }: StoredStream, { time, value, quality }: Sample): void {
    this.database.run(
      "INSERT INTO samples VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, quality = excluded.quality",
      key,
      time,
      typeof value === "boolean" ? Number(value) : value,
      QUALITIES.indexOf(quality),
    );
  }

  /** The newest sample. */
  last(stream: StoredStream): Sample | null {
    return stream.last ??= this.atOrBefore(stream, Infinity);
  }

  atOrBefore(stream: StoredStream, at: Ticks): Sample | null {
    if (stream.last && stream.last.time <= at) return stream.last;
    const row = this.database.row(
      "SELECT time, value, quality FROM samples WHERE stream = ? AND time <= ? ORDER BY time DESC LIMIT 1",
      stream.key,
      Math.min(at, Number.MAX_SAFE_INTEGER),
    );
    const newest = row === undefined ? null : sampleOf(row, stream);
    return this.#packedBetween(stream, { from: newest?.time ?? -Infinity, to: at }) ?? newest;
  }

  /** The sample of exactly this time. */
  at(stream: StoredStream, time: Ticks): Sample | null {
    const row = this.database.row(
      "SELECT time, value, quality FROM samples WHERE stream = ? AND time = ?",
      stream.key,
      time,
    );
    if (row !== undefined) return sampleOf(row, stream);
    return this.packed(stream, hourOf(time)).find((sample) => sample.time === time) ?? null;
  }

  /** The first sample after a time and up to another. */
  next(stream: StoredStream, span: Span): Sample | null {
    for (const [sample] of this.pieces(stream, span)) if (sample !== undefined) return sample;
    return null;
  }

  /** What an hour holds packed; nothing when it is not. */
  packed(stream: StoredStream, hour: number): Sample[] {
    const row = this.database.row(
      "SELECT samples FROM hours WHERE stream = ? AND hour = ?",
      stream.key,
      hour,
    );
    return row === undefined ? [] : decodeSamples(row[0] as Uint8Array, stream.type ?? "NUM");
  }

  /** The newest packed sample of a span. */
  #packedBetween(stream: StoredStream, { from, to }: Span): Sample | null {
    const hours = this.database.rows(
      "SELECT hour FROM hours WHERE stream = ? AND hour BETWEEN ? AND ? ORDER BY hour DESC LIMIT 2",
      stream.key,
      from === -Infinity ? Number.MIN_SAFE_INTEGER : hourOf(from),
      to === Infinity ? Number.MAX_SAFE_INTEGER : hourOf(to),
    );
    for (const [hour] of hours) {
      const found = this.packed(stream, Number(hour)).findLast(({ time }) => time > from && time <= to);
      if (found !== undefined) return found;
    }
    return null;
  }

  #hour(stream: StoredStream, { hour, span }: { hour: number; span: Span }): Sample[] {
    const packed = this.packed(stream, hour).filter(({ time }) => time > span.from && time <= span.to);
    return merged(packed, [...this.#rowPieces(stream, span)].flat());
  }

  *#rowPieces(stream: StoredStream, { from, to }: Span): Generator<Sample[]> {
    for (let read = from; read < to;) {
      const rows = this.database.rows(
        "SELECT time, value, quality FROM samples WHERE stream = ? AND time > ? AND time <= ? ORDER BY time LIMIT ?",
        stream.key,
        read,
        to,
        ROWS_AT_ONCE,
      );
      if (rows.length > 0) yield rows.map((row) => sampleOf(row, stream));
      if (rows.length < ROWS_AT_ONCE) return;
      read = Number(rows.at(-1)![0]);
    }
  }
}

/** Samples of two lists in order of time; of two of the same time that of the second. */
export function merged(one: readonly Sample[], other: readonly Sample[]): Sample[] {
  if (other.length === 0) return [...one];
  const byTime = new Map([...one, ...other].map((sample) => [sample.time, sample]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

function sampleOf([time, value, quality]: SqlRow, { type }: StoredStream): Sample {
  const stored = value as SampleValue | null;
  return {
    time: time as Ticks,
    value: type === "BOOL" && stored !== null ? stored === 1 : stored,
    quality: QUALITIES[quality as number]!,
  };
}
