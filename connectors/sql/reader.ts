import type { Sample } from "../../domain/sample/types.ts";
import { QUALITIES } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { connectionFailed } from "../source_failure.ts";
import type { PageOptions, ReadOptions, SourceStream, WindowAsk, WindowPart } from "../source.ts";
import { readRaw, readValue } from "./column_type.ts";
import type { Found } from "./connection.ts";
import type { Query } from "./connections.ts";
import { NoSuchColumn, streamUnavailable } from "./failure.ts";
import type { SqlAddress } from "./identity.ts";
import type { Layout, Place, RowShape } from "./layout.ts";
import { MOST_OF_ONE_TIME, PAGE_ROWS } from "./limits.ts";
import { readQuality } from "./quality.ts";
import { rowsSql } from "./queries.ts";
import { FIRST_TIME, LAST_TIME } from "./time_column.ts";

/** Tables that one query reads for a window, and for the newest row. */
const TABLES_AT_ONCE = 2, NEWEST_TABLES = 3;
/** A page of one time is asked for again with so many times its rows. */
const GROWTH = 8;
/** Rows of one time that are looked at for the newest sample. */
const NEWEST_ROWS = 8;

export interface ReaderOptions {
  layout: Layout;
  query: Query;
}

/** A stream that is read, and how far. */
interface Unit {
  stream: SourceStream;
  place: Place;
  from: Ticks;
  to: Ticks;
  hasSamples: boolean;
}

/** A key of a unit in one query, with the samples that it gave. */
interface Entry {
  key: string;
  unit: Unit;
  samples: Sample[];
  rows: number;
  /** The time of its last row. */
  last: Ticks;
}

/** Reads rows as samples. */
export class Reader {
  constructor(private readonly options: ReaderOptions) {}

  /** Windows of streams whose rows are in the same tables. Parts of a stream are in order of time. */
  async *windows(
    asks: readonly WindowAsk[],
    options: PageOptions = {},
    isAgain = false,
  ): AsyncGenerator<WindowPart> {
    const { layout } = this.options;
    await layout.refresh(options);
    let units: Unit[] = [];
    for (const { stream, from, to } of asks) {
      const place = layout.placeOf(stream.source as SqlAddress);
      if (place === undefined) yield unavailablePart(stream, from);
      else units.push({ stream, place, from, to, hasSamples: false });
    }
    let rows = options.pageSize ?? PAGE_ROWS;
    while (units.length > 0) {
      let read: Reach[];
      try {
        read = await this.#page(units, rows, options);
      } catch (error) {
        if (!(error instanceof NoSuchColumn) || isAgain) throw error;
        // The table was changed since its columns were read.
        layout.forget();
        yield* this.windows(units.map(({ stream, from, to }) => ({ stream, from, to })), options, true);
        return;
      }
      const isStuck = read.every(({ unit, upTo }) => upTo <= unit.from);
      if (isStuck && rows > MOST_OF_ONE_TIME) {
        throw connectionFailed(`More than ${MOST_OF_ONE_TIME} rows of a stream have the same time`);
      }
      rows = isStuck ? rows * GROWTH : options.pageSize ?? PAGE_ROWS;
      const missing = await this.#missing(read, options);
      for (const { unit, samples, upTo } of read) {
        const done = upTo >= unit.to;
        if (missing.has(unit.place)) yield unavailablePart(unit.stream, unit.from);
        else if (done || samples.length > 0) {
          yield { stream: unit.stream, samples, upTo: Math.max(upTo, unit.from), done, failure: null };
        }
        unit.hasSamples ||= samples.length > 0;
        unit.from = Math.max(upTo, unit.from);
      }
      units = units.filter(({ from, to }) => from < to);
    }
  }

  /** Those of the units that end without a sample and have no row at any time. */
  async #missing(read: readonly Reach[], options: ReadOptions): Promise<Set<Place>> {
    const empty = read.filter(({ unit, samples, upTo }) =>
      upTo >= unit.to && samples.length === 0 && !unit.hasSamples
    );
    return empty.length === 0
      ? new Set()
      : await this.options.layout.missing(empty.map(({ unit }) => unit.place), options);
  }

  /** The next samples of each unit. */
  async #page(units: readonly Unit[], rows: number, options: ReadOptions): Promise<Reach[]> {
    const { layout } = this.options, { area } = units[0]!.place;
    const from = Math.min(...units.map((unit) => unit.from)), to = Math.max(...units.map((unit) => unit.to));
    const { tables, upTo } = this.#firstTables(area, from, to);
    const count = units.reduce((sum, { place }) => sum + place.keys.length, 0);
    const limit = Math.max(2, Math.floor(rows / count));
    const entries = tables.length === 0 ? [] : await this.#rows(units, { tables, limit, upTo, options });
    return units.map((unit) =>
      reachOf(unit, entries.filter((entry) => entry.unit === unit), { limit, upTo })
    );
    function reachOf(unit: Unit, own: Entry[], page: { limit: number; upTo: Ticks }): Reach {
      const reached = own.map((entry) => entry.rows < page.limit ? Infinity : entry.last - 1);
      const upTo = Math.min(unit.to, page.upTo, ...reached);
      const { skipsNull } = layout.shape;
      const samples = own.flatMap((entry) => entry.samples)
        .filter(({ time, value }) => time > unit.from && time <= upTo && !(skipsNull && value === null));
      return { unit, upTo, samples: inOrder(samples) };
    }
  }

  /** Of many tables only the first are read; `upTo`: how far they reach. */
  #firstTables(area: string, from: Ticks, to: Ticks): { tables: string[]; upTo: Ticks } {
    const { layout } = this.options;
    const all = layout.tables(area, from, to);
    if (all.length <= TABLES_AT_ONCE) return { tables: all, upTo: to };
    let upTo = to;
    // Halved until few tables overlap: partitions are long, so this takes few steps.
    for (let some = all; some.length > TABLES_AT_ONCE && upTo - from > 1;) {
      upTo = from + Math.floor((upTo - from) / 2);
      some = layout.tables(area, from, upTo);
      if (some.length <= TABLES_AT_ONCE) return { tables: some, upTo };
    }
    return { tables: layout.tables(area, from, upTo), upTo };
  }

  async #rows(
    units: readonly Unit[],
    { tables, limit, upTo, options, isNewestFirst = false }: {
      tables: readonly string[];
      limit: number;
      upTo: Ticks;
      options: ReadOptions;
      isNewestFirst?: boolean;
    },
  ): Promise<Entry[]> {
    const { layout: { shape }, query } = this.options, { is: time } = shape.time;
    const values = [...new Set(units.map(({ place }) => place.value))];
    const entries = units.flatMap((unit) =>
      unit.place.keys.map((key): Entry => ({ key, unit, samples: [], rows: 0, last: -Infinity }))
    );
    const bounds = entries.map(({ unit }) => time.bounds(unit.from, Math.min(unit.to, upTo)));
    const found = await query(
      rowsSql({ shape, tables, values, isNewestFirst }),
      [entries.map(({ key }) => key), bounds.map(([low]) => low), bounds.map(([, high]) => high), limit],
      options,
    );
    readRows(found, { shape, values, entries });
    return entries;
  }

  /** The newest sample up to a time; null: none. A missing stream is unavailable. */
  async newest(stream: SourceStream, at: Ticks, options: ReadOptions = {}): Promise<Sample | null> {
    const { layout } = this.options;
    await layout.refresh(options);
    const place = layout.placeOf(stream.source as SqlAddress);
    if (place === undefined) throw missingStream();
    const unit: Unit = {
      ...{ stream, place, from: FIRST_TIME - 1, to: Math.min(at, LAST_TIME), hasSamples: false },
    };
    const tables = layout.tables(place.area, unit.from, unit.to);
    for (const some of [tables.slice(-NEWEST_TABLES), tables.slice(0, -NEWEST_TABLES)]) {
      if (some.length === 0) continue;
      const page = { tables: some, limit: NEWEST_ROWS, upTo: unit.to, isNewestFirst: true, options };
      const entries = await this.#again(() => this.#rows([unit], page));
      const newest = inOrder(entries.flatMap(({ samples }) => samples)).filter(({ time }) => time <= at).at(
        -1,
      );
      if (newest !== undefined) return newest;
    }
    const missing = await layout.missing([place], options);
    if (missing.has(place)) throw missingStream();
    return null;
  }

  /** A table that was changed is unavailable with its columns until they are read again. */
  async #again<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof NoSuchColumn) {
        this.options.layout.forget();
        throw streamUnavailable(String(error.details.reason));
      }
      throw error;
    }
  }

  /** The samples at exactly these times. */
  async at(stream: SourceStream, place: Place, { times, tables, options }: {
    times: readonly Ticks[];
    tables: readonly string[];
    options: ReadOptions;
  }): Promise<Sample[]> {
    if (times.length === 0) return [];
    const units = times.map((time): Unit => ({ stream, place, from: time - 1, to: time, hasSamples: false }));
    const page = { tables, limit: NEWEST_ROWS, upTo: times.at(-1)!, options };
    const entries = await this.#rows(units, page);
    return inOrder(entries.flatMap(({ samples }) => samples));
  }
}

interface Reach {
  unit: Unit;
  samples: Sample[];
  upTo: Ticks;
}

export function missingStream() {
  return streamUnavailable("The table has no row or column of this stream");
}

function unavailablePart(stream: SourceStream, upTo: Ticks): WindowPart {
  return { stream, samples: [], upTo, done: true, failure: missingStream() };
}

function readRows(
  { rows, types }: Found,
  { shape, values, entries }: { shape: RowShape; values: readonly string[]; entries: readonly Entry[] },
): void {
  const columnOf = new Map(values.map((value, i) => [value, i + 2]));
  const qualityAt = values.length + 2;
  for (const row of rows) {
    const entry = entries[Number(row[0]) - 1]!, { place } = entry.unit;
    const time = shape.time.is.ticks(row[1]!), column = columnOf.get(place.value)!;
    entry.rows++;
    entry.last = Math.max(entry.last, time);
    const text = row[column] ?? null;
    if (shape.skipsNull && text === null) continue;
    const value = readValue(text, types[column]!, place.type);
    const quality = shape.quality === null
      ? "good"
      : readQuality(readRaw(row[qualityAt] ?? null, types[qualityAt]!), shape.quality.is);
    entry.samples.push({ time, value, quality: value === null ? "bad" : quality });
  }
}

/** In order of time. Of several rows of one time the one with the higher value counts, then that of the better quality. */
function inOrder(samples: Sample[]): Sample[] {
  const isSorted = samples.every(({ time }, i) => i === 0 || time > samples[i - 1]!.time);
  if (isSorted) return samples;
  const sorted = samples.toSorted((a, b) => a.time - b.time || compare(a, b));
  return sorted.filter(({ time }, i) => sorted[i + 1]?.time !== time);
}

function compare(a: Sample, b: Sample): number {
  if (a.value === b.value) return QUALITIES.indexOf(b.quality) - QUALITIES.indexOf(a.quality);
  if (a.value === null || b.value === null) return a.value === null ? -1 : 1;
  return a.value < b.value ? -1 : 1;
}
