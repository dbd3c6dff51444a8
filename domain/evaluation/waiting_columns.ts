import { batchGrade, batchNumber, isNumberOrNone, isUpsert, type SampleBatch } from "../sample/batch.ts";
import type { Ticks } from "../shared/time.ts";
import { int32Rows, uint8Rows } from "./columns.ts";
import { NONE } from "./row_index.ts";
import { SampleColumns } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";

/** States of an entry. In order: its time is not before that of any entry that was there when it came. */
export const DONE = 0, IN_ORDER = 1, BEHIND = 2;

/** Fewer entries that are done with than this are never cleared away. */
const FEW = 1_024;

/** Samples that wait, an entry each in the order in which they came, a stream's own chained from the newest back. */
export class WaitingColumns {
  readonly samples = new SampleColumns();
  stream = new Int32Array(0);
  /** The stream's next older entry, or NONE. */
  older = new Int32Array(0);
  state = new Uint8Array(0);
  /** By stream row: its newest entry, or NONE. */
  newest = new Int32Array(0);
  /** Before `head` nothing is in order any more. */
  head = 0;
  end = 0;
  /** How many entries are done with. */
  done = 0;
  /** No entry that waits is newer. */
  #last: Ticks = -Infinity;
  /** Room for `compact`. */
  #moved = new Int32Array(0);

  /** Makes room for stream rows. */
  ensureStreams(rows: number): void {
    const had = this.newest.length;
    this.newest = int32Rows(this.newest, rows);
    this.newest.fill(NONE, had);
  }

  ensure(rows: number): void {
    if (rows <= this.stream.length && rows <= this.samples.time.length) return;
    this.samples.ensure(rows);
    this.stream = int32Rows(this.stream, rows);
    this.older = int32Rows(this.older, rows);
    this.state = uint8Rows(this.state, rows);
  }

  /** Makes the entry at the end, whose sample is written, one that waits; its chain is the caller's. */
  append(stream: number): number {
    const entry = this.end++, time = this.samples.time[entry];
    this.stream[entry] = stream;
    this.state[entry] = time < this.#last ? BEHIND : IN_ORDER;
    if (time > this.#last) this.#last = time;
    return entry;
  }

  /**
   * Takes in rows of a batch as long as they are plain: numbers (or none) of known streams, newer than `above`, that are not older
   * than anything that waits and replace nothing. Answers the first row that is not.
   */
  appendPlain(batch: SampleBatch, given: { from: number; above: Ticks; streams: StreamColumns }): number {
    this.ensure(this.end + batch.count - given.from);
    const { stream, older, state, newest, samples } = this,
      { streams, above } = given,
      { times, count } = batch;
    let i = given.from, entry = this.end, last = this.#last;
    for (; i < count; i++, entry++) {
      const row = streams.numberRow(batch.streams[i]), time = times[i];
      if (row === NONE || !(time > above && time >= last && isUpsert(batch, i) && isNumberOrNone(batch, i))) {
        break;
      }
      if (time === last && samples.time[newest[row]] === time) break;
      samples.setPlain(entry, { time, value: batchNumber(batch, i), grade: batchGrade(batch, i) });
      last = time;
      stream[entry] = row;
      older[entry] = newest[row];
      newest[row] = entry;
      state[entry] = IN_ORDER;
    }
    this.#last = last;
    this.end = entry;
    return i;
  }

  finish(entry: number): void {
    this.state[entry] = DONE;
    this.done++;
  }

  /** The entries in order before `entry` are done with, `count` of them. */
  takenUpTo(entry: number, count: number): void {
    this.head = entry;
    this.done += count;
  }

  /** The time of the first entry in order; Infinity when there is none. */
  firstInOrder(): Ticks {
    while (this.head < this.end && this.state[this.head] !== IN_ORDER) this.head++;
    return this.head < this.end ? this.samples.time[this.head] : Infinity;
  }

  /** Takes the first entry in order out; there must be one. */
  shift(): number {
    this.finish(this.head);
    return this.head++;
  }

  /** Whether it is time for `compact`. */
  get isMostlyDone(): boolean {
    return this.done > FEW && 3 * this.done > 2 * this.end;
  }

  /** Clears away what is done with. Answers the new numbers of entries, NONE for those that are no more. */
  compact(): Int32Array {
    const moved = this.#moved = int32Rows(this.#moved, this.end), count = this.#moveUp(moved);
    renumber(this.older.subarray(0, count), moved);
    renumber(this.newest, moved);
    this.samples.renumberTexts(moved);
    this.head = this.done = 0;
    this.end = count;
    if (count === 0) this.#last = -Infinity;
    return moved;
  }

  #moveUp(moved: Int32Array): number {
    const { stream, older, state, end } = this, { time, value, grade } = this.samples;
    const start = doneUpTo(state, end);
    let to = 0;
    moved.fill(NONE, 0, start);
    for (let entry = start; entry < end; entry++) {
      if (state[entry] === DONE) {
        moved[entry] = NONE;
        continue;
      }
      time[to] = time[entry];
      value[to] = value[entry];
      grade[to] = grade[entry];
      stream[to] = stream[entry];
      older[to] = older[entry];
      state[to] = state[entry];
      moved[entry] = to++;
    }
    return to;
  }
}

// Loops of their own: what comes seldom and takes long is compiled in its midst, not for what stands behind it.

function doneUpTo(state: Uint8Array, end: number): number {
  let start = 0;
  while (start < end && state[start] === DONE) start++;
  return start;
}

function renumber(entries: Int32Array, numbers: Int32Array): void {
  for (let i = 0; i < entries.length; i++) if (entries[i] !== NONE) entries[i] = numbers[entries[i]];
}
