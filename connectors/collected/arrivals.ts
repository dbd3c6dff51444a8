import { emptyBatch, type SampleBatch } from "../../domain/sample/batch.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { Database, SqlRow } from "./database.ts";

/** What arrived with one write to disk. Its streams are keys of the store. */
export interface Arrival {
  number: number;
  /** Everything up to this time had arrived then. */
  completeTo: Ticks;
  batch: SampleBatch;
}

/** Arrivals that the feed has passed are stored for a while, since a restart reads from its last checkpoint on. */
const PASSED_MS = 15 * 60_000;
/** Of the store's size, what arrivals may take that nobody has read. */
const MOST_SHARE = 0.2;
const BYTES_A_SAMPLE = 24;

/** What arrived, by number, for the feed. */
export class Arrivals {
  #last: number;
  #passed = 0;
  #samples: number;

  constructor(private readonly database: Database) {
    this.#last = Number(database.setting("last_arrival") ?? 0);
    const [newest = null] = database.row("SELECT max(number) FROM arrivals") ?? [];
    this.#last = Math.max(this.#last, Number(newest ?? 0));
    this.#samples = this.#count();
  }

  get last(): number {
    return this.#last;
  }

  /** The number of the oldest; without any that of the next. */
  get first(): number {
    const [oldest = null] = this.database.row("SELECT min(number) FROM arrivals") ?? [];
    return Number(oldest ?? this.#last + 1);
  }

  /** How many samples there are. */
  get samples(): number {
    return this.#samples;
  }

  /** When the oldest arrived; null: there is none. */
  oldestMs(): Ms | null {
    const row = this.database.row("SELECT at FROM arrivals ORDER BY number LIMIT 1");
    return row === undefined ? null : Number(row[0]);
  }

  /** Within a transaction; `undo` after its roll-back. */
  add(batch: SampleBatch, { completeTo, nowMs }: { completeTo: Ticks; nowMs: Ms }): void {
    this.database.run(
      "INSERT INTO arrivals VALUES (?, ?, ?, ?, ?, ?)",
      ++this.#last,
      nowMs,
      completeTo,
      batch.count,
      new Uint8Array(batch.times.buffer as ArrayBuffer),
      batch.texts.length === 0 ? "" : JSON.stringify(batch.texts),
    );
    this.#samples += batch.count;
  }

  undo(number: number): void {
    this.#last = number;
    this.#samples = this.#count();
  }

  /** Whether what came after this number is still there. */
  knows(number: number): boolean {
    if (number > this.#last || number < 0) return false;
    if (number === this.#last) return true;
    return this.database.row("SELECT 1 FROM arrivals WHERE number = ?", number + 1) !== undefined;
  }

  /** The next arrivals: those that begin within so many samples. */
  after(number: number, mostSamples: number): Arrival[] {
    const found: Arrival[] = [];
    for (let samples = 0; samples < mostSamples;) {
      const row = this.database.row(
        "SELECT number, complete_to, count, columns, texts FROM arrivals WHERE number = ?",
        (found.at(-1)?.number ?? number) + 1,
      );
      if (row === undefined) break;
      const arrival = arrivalOf(row);
      found.push(arrival);
      samples += arrival.batch.count;
    }
    this.#passed = Math.max(this.#passed, number);
    return found;
  }

  /** Deletes what the feed has passed some time ago, and the oldest when nobody reads. Within a transaction. */
  prune({ nowMs, mostBytes }: { nowMs: Ms; mostBytes: number }): void {
    this.#delete("number <= ? AND at < ?", this.#passed, nowMs - PASSED_MS);
    while (this.#samples * BYTES_A_SAMPLE > MOST_SHARE * mostBytes) {
      const [oldest = null] = this.database.row("SELECT min(number) FROM arrivals") ?? [];
      if (oldest === null) break;
      this.#delete("number <= ? AND at <= ?", Number(oldest), nowMs);
    }
  }

  /** Deletes what was passed on. Within a transaction. */
  remove(upTo: number): void {
    this.#delete("number <= ? AND at <= ?", upTo, Number.MAX_SAFE_INTEGER);
  }

  #count(): number {
    return Number(this.database.row("SELECT sum(count) FROM arrivals")?.[0] ?? 0);
  }

  #delete(which: string, ...values: [number, number]): void {
    const [samples] = this.database.row(`SELECT sum(count) FROM arrivals WHERE ${which}`, ...values)!;
    if (samples === null) return;
    // Numbers go on when the last arrival is deleted and Andon starts again.
    this.database.set("last_arrival", String(this.#last));
    this.database.run(`DELETE FROM arrivals WHERE ${which}`, ...values);
    this.#samples -= Number(samples);
  }
}

function arrivalOf([number, completeTo, count, columns, texts]: SqlRow): Arrival {
  const batch = emptyBatch(Number(count));
  new Uint8Array(batch.times.buffer as ArrayBuffer).set(columns as Uint8Array);
  batch.texts = texts === "" ? [] : JSON.parse(String(texts)) as string[];
  return { number: Number(number), completeTo: Number(completeTo), batch };
}
