import { batchSample, isPlainNumber, type SampleBatch } from "../sample/batch.ts";
import type { Sample } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import { int32Rows, uint8Rows } from "./columns.ts";
import { GOOD, NUM, SampleColumns, type TypeCode } from "./sample_columns.ts";
import { mergedByTime, rowsByTime } from "./time_order.ts";
import { TimeQueue } from "./time_queue.ts";

const NONE = -1;
/** Fewer entries that are done with than this are never cleared away. */
const FEW = 1_024;

/**
 * Samples above the watermark, waiting to be judged: entries in columns, in two queues. What comes in order of time, as
 * most does, is only appended; the rest is put in order when the queue is advanced. A stream's own entries are chained
 * from the newest back, so that a replacement, a removal and a look-up touch no other stream.
 */
export class PendingSamples {
  /** The samples by entry. */
  samples = new SampleColumns();
  #stream = new Int32Array(0);
  #older = new Int32Array(0);
  /** 1 while the entry waits. */
  #isWaiting = new Uint8Array(0);
  /** By stream row: its newest entry. */
  #newest = new Int32Array(0);
  #end = 0;
  #done = 0;
  readonly #inOrder = new TimeQueue();
  readonly #behind = new TimeQueue();
  /** The times of the queues' first entries, as of the last `order`. */
  #firstInOrder = Infinity;
  #firstBehind = Infinity;
  /** Room for `#compact`. */
  #moved = new Int32Array(0);
  /** Entries that came behind others, not in order yet. */
  #unordered: number[] = [];

  /** Makes room for stream rows. */
  ensureStreams(rows: number): void {
    const had = this.#newest.length;
    this.#newest = int32Rows(this.#newest, rows);
    this.#newest.fill(NONE, had);
  }

  /** Takes a sample in; one of the same stream and time is replaced. Answers false when that changes nothing. */
  offer(stream: number, sample: Sample, type: TypeCode): boolean {
    this.#ensure(this.#end + 1);
    this.samples.set(this.#end, sample, type);
    return this.#link(stream);
  }

  /** The same with row i of a batch, an upsert. */
  offerRow(stream: number, { batch, i, type }: { batch: SampleBatch; i: number; type: TypeCode }): boolean {
    if (type !== NUM || !isPlainNumber(batch, i)) return this.offer(stream, batchSample(batch, i), type);
    this.#ensure(this.#end + 1);
    this.samples.setNumber(this.#end, batch, i);
    return this.#link(stream);
  }

  /** Forgets a stream's entries with `from` ≤ time ≤ `to`. */
  remove(stream: number, { from, to }: { from: Ticks; to: Ticks }): void {
    let newer = NONE;
    for (let at = this.#first(stream); at !== NONE; at = this.#next(at)) {
      const time = this.samples.time[at];
      if (time > to || time < from) {
        newer = at;
        continue;
      }
      this.#finish(at);
      if (newer === NONE) this.#newest[stream] = this.#older[at];
      else this.#older[newer] = this.#older[at];
    }
  }

  /** The newest sample of a stream at or before `at`; null when there is none. */
  newestAt(stream: number, at: Ticks, type: TypeCode): Sample | null {
    const entry = this.#find(stream, (e) => this.samples.time[e] <= at);
    return entry === NONE ? null : this.samples.sampleOf(entry, type);
  }

  /** The newest good sample of a stream at or before `at`; null when there is none. */
  newestGoodAt(stream: number, at: Ticks, type: TypeCode): Sample | null {
    const { time, grade } = this.samples;
    const entry = this.#find(stream, (e) => time[e] <= at && grade[e] === GOOD);
    return entry === NONE ? null : this.samples.sampleOf(entry, type);
  }

  /** How many samples of a stream wait. */
  waiting(stream: number): number {
    let count = 0;
    for (let at = this.#first(stream); at !== NONE; at = this.#next(at)) count++;
    return count;
  }

  /** A stream's newest samples at or before `at`, `most` of them, in order of time. */
  upTo(stream: number, at: Ticks, { type, most }: { type: TypeCode; most: number }): Sample[] {
    const samples: Sample[] = [];
    let entry = this.#first(stream);
    for (; entry !== NONE && samples.length < most; entry = this.#next(entry)) {
      const sample = this.samples.time[entry] > at ? null : this.samples.sampleOf(entry, type);
      if (sample !== null) samples.push(sample);
    }
    return samples.reverse();
  }

  has(stream: number, time: Ticks): boolean {
    return this.#find(stream, (e) => this.samples.time[e] === time) !== NONE;
  }

  /** Puts the entries in order of time. Call it before `nextTime` and `shiftAt`. */
  order(): void {
    if (this.#unordered.length > 0) {
      const { time } = this.samples;
      const fresh = rowsByTime(Int32Array.from(this.#unordered), time);
      this.#behind.replace(mergedByTime(this.#behind.rows(), fresh, time), time);
      this.#unordered = [];
    }
    if (this.#done > FEW && 2 * this.#done > this.#end) this.#compact();
    this.#firstInOrder = this.#inOrder.firstTime(this.#isWaiting);
    this.#firstBehind = this.#behind.firstTime(this.#isWaiting);
  }

  /** The time of the first entry; Infinity when there is none. */
  nextTime(): Ticks {
    return this.#firstInOrder < this.#firstBehind ? this.#firstInOrder : this.#firstBehind;
  }

  /** Takes an entry of the time `at` out, the first's: its row in `samples`, good until the next `offer` or `order`. */
  shiftAt(at: Ticks): number | undefined {
    let entry: number;
    if (this.#firstInOrder === at) {
      entry = this.#inOrder.shift();
      this.#firstInOrder = this.#inOrder.firstTime(this.#isWaiting);
    } else if (this.#firstBehind === at) {
      entry = this.#behind.shift();
      this.#firstBehind = this.#behind.firstTime(this.#isWaiting);
    } else return undefined;
    this.#finish(entry);
    return entry;
  }

  streamOf(entry: number): number {
    return this.#stream[entry];
  }

  /** Every waiting entry, in order of time. */
  entries(): number[] {
    this.order();
    return [...this.#waitingRows()];
  }

  #first(stream: number): number {
    const entry = this.#newest[stream];
    return entry !== NONE && this.#isWaiting[entry] === 1 ? entry : NONE;
  }

  /** Entries are taken out in order of time: behind one that is done with, all are. */
  #next(entry: number): number {
    const older = this.#older[entry];
    return older !== NONE && this.#isWaiting[older] === 1 ? older : NONE;
  }

  #find(stream: number, wanted: (entry: number) => boolean): number {
    let at = this.#first(stream);
    while (at !== NONE && !wanted(at)) at = this.#next(at);
    return at;
  }

  /** Puts the entry at the end, whose sample is written, into its stream's chain and a queue. */
  #link(stream: number): boolean {
    const entry = this.#end, { time } = this.samples, own = time[entry];
    let newer = NONE, at = this.#first(stream);
    while (at !== NONE && time[at] > own) {
      newer = at;
      at = this.#next(at);
    }
    if (at !== NONE && time[at] === own) return this.#replace(at, entry);
    this.#end++;
    this.#stream[entry] = stream;
    this.#older[entry] = at;
    this.#isWaiting[entry] = 1;
    if (newer === NONE) this.#newest[stream] = entry;
    else this.#older[newer] = entry;
    if (!this.#inOrder.append(entry, own)) this.#unordered.push(entry);
    return true;
  }

  #replace(entry: number, by: number): boolean {
    const changed = !this.samples.sameRows(entry, by);
    if (changed) this.samples.copyRow(entry, this.samples, by);
    this.samples.clear(by);
    return changed;
  }

  #finish(entry: number): void {
    this.#isWaiting[entry] = 0;
    this.#done++;
  }

  #waitingRows(): Int32Array<ArrayBuffer> {
    const rows = mergedByTime(this.#inOrder.rows(), this.#behind.rows(), this.samples.time);
    return rows.filter((entry) => this.#isWaiting[entry] === 1);
  }

  /** Clears away what is done with: the entries that wait move up. */
  #compact(): void {
    const moved = this.#moved = int32Rows(this.#moved, this.#end), newest = this.#newest;
    let count = 0;
    for (let entry = 0; entry < this.#end; entry++) {
      const isWaiting = this.#isWaiting[entry] === 1, stream = this.#stream[entry];
      moved[entry] = isWaiting ? count++ : NONE;
      if (newest[stream] === entry && !isWaiting) newest[stream] = NONE;
    }
    for (let entry = 0; entry < this.#end; entry++) if (moved[entry] !== NONE) this.#move(entry, moved);
    this.#inOrder.renumber(moved);
    this.#behind.renumber(moved);
    this.#end = count;
    this.#done = 0;
  }

  /** To where no entry is that waits: entries move in their order, and up. */
  #move(entry: number, moved: Int32Array): void {
    const to = moved[entry], stream = this.#stream[entry], older = this.#older[entry];
    this.samples.copyRow(to, this.samples, entry);
    if (to !== entry) this.samples.forgetText(entry);
    this.#stream[to] = stream;
    this.#older[to] = older === NONE ? NONE : moved[older];
    this.#isWaiting[to] = 1;
    if (this.#newest[stream] === entry) this.#newest[stream] = to;
  }

  #ensure(rows: number): void {
    if (rows <= this.#stream.length && rows <= this.samples.time.length) return;
    this.samples.ensure(rows);
    this.#stream = int32Rows(this.#stream, rows);
    this.#older = int32Rows(this.#older, rows);
    this.#isWaiting = uint8Rows(this.#isWaiting, rows);
  }
}
