import type { Sample } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import { NONE } from "../state/row_index.ts";
import { GOOD, type TypeCode } from "./sample_columns.ts";
import { mergedByTime, rowsByTime } from "./time_order.ts";
import { TimeQueue } from "./time_queue.ts";
import { BEHIND, DONE, WaitingColumns } from "./waiting_columns.ts";

/** Up to this many entries are handled one by one; more are cheaper together. */
const FEW = 16;

/**
 * Samples above the watermark that wait for evaluation. Most arrive in order of time and are only appended;
 * others are sorted when the queue advances. The entries of a stream are linked, so that replacing, removing
 * or finding one touches no other stream.
 */
export class PendingSamples {
  readonly columns = new WaitingColumns();
  /** The samples by entry. */
  readonly samples = this.columns.samples;
  /** Entries that arrived out of order, at the last `order`. */
  readonly behind = new TimeQueue();
  /** The time of the first of them, at the last `order`. */
  firstBehind: Ticks = Infinity;

  /** Makes room for stream rows. */
  ensureStreams(rows: number): void {
    this.columns.ensureStreams(rows);
  }

  /** Adds a sample, which replaces one of the same stream and time. False when nothing changes. */
  offer(stream: number, sample: Sample, type: TypeCode): boolean {
    this.columns.ensure(this.columns.end + 1);
    this.samples.set(this.columns.end, sample, type);
    return this.#add(stream);
  }

  /** Removes a stream's entries with `from` ≤ time ≤ `to`. */
  remove(stream: number, { from, to }: { from: Ticks; to: Ticks }): void {
    const { columns } = this;
    let newer = NONE;
    for (let at = this.#first(stream); at !== NONE; at = this.#next(at)) {
      const time = this.samples.time[at]!;
      if (time > to || time < from) {
        newer = at;
        continue;
      }
      columns.finish(at);
      if (newer === NONE) columns.newest[stream] = columns.older[at]!;
      else columns.older[newer] = columns.older[at]!;
    }
  }

  /** The newest sample of a stream at or before `at`; null if there is none. */
  newestAt(stream: number, at: Ticks, type: TypeCode): Sample | null {
    const entry = this.#find(stream, (e) => this.samples.time[e]! <= at);
    return entry === NONE ? null : this.samples.sampleOf(entry, type);
  }

  /** The newest good sample of a stream at or before `at`; null if there is none. */
  newestGoodAt(stream: number, at: Ticks, type: TypeCode): Sample | null {
    const { time, grade } = this.samples;
    const entry = this.#find(stream, (e) => time[e]! <= at && grade[e] === GOOD);
    return entry === NONE ? null : this.samples.sampleOf(entry, type);
  }

  /** Number of waiting samples of a stream. */
  waiting(stream: number): number {
    let count = 0;
    for (let at = this.#first(stream); at !== NONE; at = this.#next(at)) count++;
    return count;
  }

  /** At most `most` of a stream's newest samples at or before `at`, in order of time. */
  upTo(stream: number, at: Ticks, { type, most }: { type: TypeCode; most: number }): Sample[] {
    const samples: Sample[] = [];
    let entry = this.#first(stream);
    for (; entry !== NONE && samples.length < most; entry = this.#next(entry)) {
      const sample = this.samples.time[entry]! > at ? null : this.samples.sampleOf(entry, type);
      if (sample !== null) samples.push(sample);
    }
    return samples.reverse();
  }

  has(stream: number, time: Ticks): boolean {
    return this.#find(stream, (e) => this.samples.time[e] === time) !== NONE;
  }

  /** Sorts the entries by time. Must be called before `nextTime` and `shift`. */
  order(): void {
    const { time } = this.samples, rows = this.columns.takeBehind();
    if (rows.length > FEW) this.behind.merge(rowsByTime(rows, time), time);
    else for (const row of rows) this.behind.insert(row, time[row]!);
    if (this.columns.isMostlyDone) this.#clearAway();
    this.firstBehind = this.behind.firstTime(this.columns.state);
  }

  /**
   * Removes finished entries. They are usually at the front, unless a sample far ahead in time waits long.
   */
  #clearAway(): void {
    const { columns } = this;
    columns.firstInOrder();
    const front = Math.min(columns.head, this.behind.leastRow());
    if (2 * front < columns.end) return this.behind.renumber(columns.compact());
    this.behind.lower(front);
    columns.drop(front);
  }

  /** The time of the first entry; Infinity if there is none. */
  nextTime(): Ticks {
    const inOrder = this.columns.firstInOrder();
    return inOrder < this.firstBehind ? inOrder : this.firstBehind;
  }

  /**
   * Removes the first entry, which must exist. Returns its row in `samples`, valid until the next `offer` or
   * `order`.
   */
  shift(): number {
    if (this.columns.firstInOrder() <= this.firstBehind) return this.columns.shift();
    const entry = this.behind.shift();
    this.firstBehind = this.behind.firstTime(this.columns.state);
    this.columns.finish(entry);
    return entry;
  }

  /**
   * Whether many unordered entries come up to `to` and before the next ordered one, so that handling them
   * together pays.
   */
  isManyBehind(to: Ticks): boolean {
    const { start, end, time } = this.behind, some = start + FEW;
    return some < end && time[some]! <= to && time[some]! <= this.columns.firstInOrder();
  }

  streamOf(entry: number): number {
    return this.columns.stream[entry]!;
  }

  /** All waiting entries, in order of time. */
  entries(): Int32Array {
    this.order();
    const { state, end } = this.columns, inOrder = new Int32Array(end);
    let count = 0;
    for (let entry = 0; entry < end; entry++) {
      if (state[entry] !== DONE && state[entry] !== BEHIND) inOrder[count++] = entry;
    }
    const behind = this.behind.rows().filter((entry) => state[entry] === BEHIND);
    return mergedByTime(inOrder.subarray(0, count), behind, this.samples.time);
  }

  #first(stream: number): number {
    this.columns.link();
    return this.#orNone(this.columns.newest[stream]!);
  }

  /** Entries finish in order of time, so all entries older than a finished one are finished. */
  #next(entry: number): number {
    return this.#orNone(this.columns.older[entry]!);
  }

  #orNone(entry: number): number {
    return entry !== NONE && this.columns.state[entry] !== DONE ? entry : NONE;
  }

  #find(stream: number, wanted: (entry: number) => boolean): number {
    let at = this.#first(stream);
    while (at !== NONE && !wanted(at)) at = this.#next(at);
    return at;
  }

  /** Adds the entry at the end, whose sample is already written, unless it replaces one of the same time. */
  #add(stream: number): boolean {
    const { columns, samples: { time } } = this, own = time[columns.end]!;
    const there = this.#find(stream, (e) => time[e]! <= own);
    if (there !== NONE && time[there] === own) return this.#replace(there, columns.end);
    columns.append(stream);
    return true;
  }

  #replace(entry: number, by: number): boolean {
    const changed = !this.samples.sameRows(entry, by);
    if (changed) {
      this.samples.copyRow(entry, this.samples, by);
      this.columns.regrade(entry);
    }
    this.samples.clear(by);
    return changed;
  }
}
