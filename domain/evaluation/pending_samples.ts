import type { Sample } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import { int32Rows } from "./columns.ts";
import { GOOD, SampleColumns, type TypeCode } from "./sample_columns.ts";
import { rowsByTime } from "./time_order.ts";

const NONE = -1;

/**
 * Samples above the watermark, waiting to be judged: an append-only queue in columns, put in order of time when it
 * is advanced. A stream's own entries are chained from the newest back, so that a replacement, a removal and a
 * look-up touch no other stream. Entries before `#start` are done with.
 */
export class PendingSamples {
  /** The samples by entry. */
  samples = new SampleColumns();
  #stream = new Int32Array(0);
  #older = new Int32Array(0);
  /** By stream row: its newest entry. */
  #newest = new Int32Array(0);
  #start = 0;
  #end = 0;
  #inOrder = true;

  /** Makes room for stream rows. */
  ensureStreams(rows: number): void {
    const had = this.#newest.length;
    this.#newest = int32Rows(this.#newest, rows);
    this.#newest.fill(NONE, had);
  }

  /** Takes a sample in; one of the same stream and time is replaced. Answers false when that changes nothing. */
  offer(stream: number, sample: Sample, type: TypeCode): boolean {
    this.#ensure(this.#end + 1);
    const entry = this.#end;
    this.samples.set(entry, sample, type);
    let newer = NONE, at = this.#newest[stream];
    while (at >= this.#start && this.samples.time[at] > sample.time) {
      newer = at;
      at = this.#older[at];
    }
    if (at >= this.#start && this.samples.time[at] === sample.time) return this.#replace(at, entry);
    this.#append(stream, at);
    if (newer === NONE) this.#newest[stream] = entry;
    else this.#older[newer] = entry;
    return true;
  }

  /** Forgets a stream's entries with `from` ≤ time ≤ `to`. */
  remove(stream: number, { from, to }: { from: Ticks; to: Ticks }): void {
    let newer = NONE;
    for (let at = this.#newest[stream]; at >= this.#start; at = this.#older[at]) {
      const time = this.samples.time[at];
      if (time > to || time < from) {
        newer = at;
        continue;
      }
      this.#stream[at] = NONE;
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
    for (let at = this.#newest[stream]; at >= this.#start; at = this.#older[at]) count++;
    return count;
  }

  /** A stream's newest samples at or before `at`, `most` of them, in order of time. */
  upTo(stream: number, at: Ticks, { type, most }: { type: TypeCode; most: number }): Sample[] {
    const samples: Sample[] = [];
    let entry = this.#newest[stream];
    for (; entry >= this.#start && samples.length < most; entry = this.#older[entry]) {
      const sample = this.samples.time[entry] > at ? null : this.samples.sampleOf(entry, type);
      if (sample !== null) samples.push(sample);
    }
    return samples.reverse();
  }

  has(stream: number, time: Ticks): boolean {
    return this.#find(stream, (e) => this.samples.time[e] === time) !== NONE;
  }

  /** Puts the entries in order of time. Call it before `nextTime` and `shift`. */
  order(): void {
    if (!this.#inOrder) this.#rewrite(rowsByTime(this.#living(), this.samples.time));
    else if (this.#start > 1024 && 2 * this.#start > this.#end) this.#rewrite(this.#living());
  }

  /** The time of the first entry; Infinity when there is none. */
  nextTime(): Ticks {
    while (this.#start < this.#end && this.#stream[this.#start] === NONE) this.#start++;
    return this.#start < this.#end ? this.samples.time[this.#start] : Infinity;
  }

  /** Takes the first entry out: its row in `samples`, good until the next call of `offer` or `order`. */
  shift(): number {
    return this.#start++;
  }

  streamOf(entry: number): number {
    return this.#stream[entry];
  }

  /** Every waiting entry, in order of time. */
  entries(): number[] {
    this.order();
    return [...this.#living()];
  }

  #find(stream: number, wanted: (entry: number) => boolean): number {
    let at = this.#newest[stream];
    while (at >= this.#start && !wanted(at)) at = this.#older[at];
    return at >= this.#start ? at : NONE;
  }

  #replace(entry: number, by: number): boolean {
    const changed = !this.samples.sameRows(entry, by);
    if (changed) this.samples.copyRow(entry, this.samples, by);
    this.samples.clear(by);
    return changed;
  }

  #append(stream: number, older: number): void {
    const entry = this.#end++;
    const { time } = this.samples;
    if (entry > this.#start && time[entry] < time[entry - 1]) this.#inOrder = false;
    this.#stream[entry] = stream;
    this.#older[entry] = older;
  }

  #living(): Int32Array<ArrayBuffer> {
    const living = new Int32Array(this.#end - this.#start);
    let count = 0;
    for (let entry = this.#start; entry < this.#end; entry++) {
      if (this.#stream[entry] !== NONE) living[count++] = entry;
    }
    return living.subarray(0, count);
  }

  /** Keeps these entries only, in this order of time. */
  #rewrite(entries: Int32Array): void {
    const kept = new SampleColumns();
    kept.ensure(entries.length);
    const streams = new Int32Array(entries.length);
    entries.forEach((entry, i) => {
      kept.copyRow(i, this.samples, entry);
      streams[i] = this.#stream[entry];
    });
    for (let entry = 0; entry < this.#end; entry++) {
      if (this.#stream[entry] !== NONE) this.#newest[this.#stream[entry]] = NONE;
    }
    this.samples = kept;
    this.#stream = streams;
    this.#older = new Int32Array(entries.length);
    this.#start = 0;
    this.#end = entries.length;
    this.#inOrder = true;
    for (let i = 0; i < streams.length; i++) {
      this.#older[i] = this.#newest[streams[i]];
      this.#newest[streams[i]] = i;
    }
  }

  #ensure(rows: number): void {
    if (rows <= this.#stream.length && rows <= this.samples.time.length) return;
    this.samples.ensure(rows);
    this.#stream = int32Rows(this.#stream, rows);
    this.#older = int32Rows(this.#older, rows);
  }
}
