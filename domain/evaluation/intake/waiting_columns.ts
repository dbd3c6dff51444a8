import { batchGrade, batchNumber, GOOD_NUMBER, isUpsert, type SampleBatch } from "../../sample/batch.ts";
import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, uint8Rows } from "../state/columns.ts";
import { NONE, type RowIndex } from "../state/row_index.ts";
import { GOOD, SampleColumns } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";

/**
 * States of an entry. In order: its time is not before that of any entry that was there when it came; plain: in order,
 * and a good sample.
 */
export const DONE = 0, PLAIN = 1, IN_ORDER = 2, BEHIND = 3;

/** What rows must be to be taken in as they come: of a stream of numbers, and newer than this. */
interface Asked {
  above: Ticks;
  numbers: RowIndex;
}

/** Fewer entries that are done with than this are never cleared away. */
const FEW = 1_024;

/**
 * Samples that wait, an entry each in the order in which they came. A stream's own are chained from the newest back, but
 * only when someone asks (`link`): most are judged before anyone does.
 */
export class WaitingColumns {
  readonly samples = new SampleColumns();
  stream = new Int32Array(0);
  /** The stream's next older entry, or NONE; of those that are linked. */
  older = new Int32Array(0);
  state = new Uint8Array(0);
  /** By stream row: its newest entry that is linked, or NONE. */
  newest = new Int32Array(0);
  /** Before `head` nothing is in order any more. */
  head = 0;
  end = 0;
  /** How many entries are done with. */
  done = 0;
  /** No entry that waits is newer; the stream (row) of the entry in order that came last. */
  #last: Ticks = -Infinity;
  #lastStream = NONE;
  /** By stream row: a time of which it may have an entry, as far as others of that time came in order behind it. */
  #tiedAt = new Float64Array(0);
  /** From here on no entry is linked. */
  #unlinked = 0;
  /** What came behind others since it was last asked for. */
  #behind = new Int32Array(0);
  #behindCount = 0;

  /** Makes room for stream rows. */
  ensureStreams(rows: number): void {
    const had = this.newest.length;
    this.newest = int32Rows(this.newest, rows);
    this.#tiedAt = float64Rows(this.#tiedAt, rows);
    this.newest.fill(NONE, had);
    this.#tiedAt.fill(-Infinity, had);
  }

  ensure(rows: number): void {
    if (rows <= this.stream.length && rows <= this.samples.time.length) return;
    this.samples.ensure(rows);
    this.stream = int32Rows(this.stream, rows);
    this.older = int32Rows(this.older, rows);
    this.state = uint8Rows(this.state, rows);
  }

  /** Makes the entry at the end, whose sample is written, one that waits. */
  append(stream: number): number {
    const entry = this.end++, time = this.samples.time[entry], isBehind = time < this.#last;
    this.stream[entry] = stream;
    this.state[entry] = isBehind ? BEHIND : this.#inOrder(entry);
    if (isBehind) {
      this.#roomBehind(1)[this.#behindCount++] = entry;
      return entry;
    }
    if (time === this.#last) this.#tiedAt[this.#lastStream] = time;
    this.#last = time;
    this.#lastStream = stream;
    return entry;
  }

  /**
   * Takes in rows of a batch as long as they replace nothing for sure: samples of streams of numbers, newer than `above`
   * and than all that waits of their stream. Answers the first row that is not.
   */
  appendNew(batch: SampleBatch, given: { from: number; above: Ticks; streams: StreamColumns }): number {
    this.ensure(this.end + batch.count - given.from);
    const { above, streams: { numbers } } = given;
    for (let i = given.from;; i++) {
      i = this.#appendGood(batch, { from: i, above, numbers });
      if (i < batch.count && batch.times[i] < this.#last) {
        i = this.#appendBehind(batch, { from: i, above, numbers });
      }
      if (i === batch.count || !this.#appendOne(batch, i, { above, numbers })) return i;
    }
  }

  /**
   * Good numbers in order. Nearly every sample passes this loop: nothing is called in it, and no column is looked at that
   * it could do without.
   */
  #appendGood(batch: SampleBatch, { from, above, numbers: { dense } }: Asked & { from: number }): number {
    const { stream, state, samples: { time, value, grade } } = this, tiedAt = this.#tiedAt;
    const { streams: ids, times, values, codes, count } = batch;
    let i = from, entry = this.end, last = this.#last, lastStream = this.#lastStream;
    for (; i < count; i++, entry++) {
      const id = ids[i], at = times[i], x = values[i];
      if (codes[i] !== GOOD_NUMBER || x - x !== 0 || !(at >= last && at > above)) break;
      const row = id >= 0 && id < dense.length ? dense[id] - 1 : NONE;
      if (row === NONE) break;
      if (at === last) {
        tiedAt[lastStream] = at;
        if (tiedAt[row] === at) break;
      }
      last = at;
      lastStream = row;
      time[entry] = at;
      value[entry] = x;
      grade[entry] = GOOD;
      stream[entry] = row;
      state[entry] = PLAIN;
    }
    this.#last = last;
    this.#lastStream = lastStream;
    this.end = entry;
    return i;
  }

  /** Good numbers that come behind others, as in pages of several samples a stream. */
  #appendBehind(batch: SampleBatch, { from, above, numbers: { dense } }: Asked & { from: number }): number {
    this.link();
    const { stream, state, samples: { time, value, grade }, older, newest } = this, last = this.#last;
    const { streams: ids, times, values, codes, count } = batch;
    const behind = this.#roomBehind(count - from);
    let i = from, entry = this.end, behindCount = this.#behindCount;
    for (; i < count; i++, entry++) {
      const id = ids[i], at = times[i], x = values[i];
      if (codes[i] !== GOOD_NUMBER || x - x !== 0 || !(at < last && at > above)) break;
      const row = id >= 0 && id < dense.length ? dense[id] - 1 : NONE;
      if (row === NONE || (newest[row] !== NONE && !(time[newest[row]] < at))) break;
      older[entry] = newest[row];
      newest[row] = entry;
      time[entry] = at;
      value[entry] = x;
      grade[entry] = GOOD;
      stream[entry] = row;
      state[entry] = BEHIND;
      behind[behindCount++] = entry;
    }
    this.#behindCount = behindCount;
    this.end = this.#unlinked = entry;
    return i;
  }

  /** Any row that comes in order; answers false for another. */
  #appendOne(batch: SampleBatch, i: number, { above, numbers }: Asked): boolean {
    const row = numbers.rowOf(batch.streams[i]), at = batch.times[i];
    if (row === NONE || !(at >= this.#last && at > above)) return false;
    if (at === this.#last && (row === this.#lastStream || this.#tiedAt[row] === at)) return false;
    if (!isUpsert(batch, i)) return false;
    this.samples.setPlain(this.end, { time: at, value: batchNumber(batch, i), grade: batchGrade(batch, i) });
    this.append(row);
    return true;
  }

  /** The entries that came behind others since the last call; good until the next one comes. Some may be done with. */
  takeBehind(): Int32Array<ArrayBuffer> {
    const rows = this.#behind.subarray(0, this.#behindCount);
    this.#behindCount = 0;
    return rows;
  }

  #roomBehind(more: number): Int32Array {
    return this.#behind = int32Rows(this.#behind, this.#behindCount + more);
  }

  /** Links what is not linked yet. Call it before `newest` and `older`. */
  link(): void {
    const { stream, older, newest, state, end } = this;
    for (let entry = this.#unlinked; entry < end; entry++) {
      const now = state[entry];
      if (now === PLAIN || now === IN_ORDER) {
        const row = stream[entry];
        older[entry] = newest[row];
        newest[row] = entry;
      } else if (now === BEHIND) this.#linkBehind(entry);
    }
    this.#unlinked = end;
  }

  /** Puts an entry in its place among its stream's that are linked. */
  #linkBehind(entry: number): void {
    const { older, newest, samples: { time } } = this, stream = this.stream[entry];
    let newer = NONE, at = newest[stream];
    while (at !== NONE && time[at] > time[entry]) [newer, at] = [at, older[at]];
    older[entry] = at;
    if (newer === NONE) newest[stream] = entry;
    else older[newer] = entry;
  }

  /** The sample of an entry in order has become another. */
  regrade(entry: number): void {
    if (this.state[entry] !== BEHIND) this.state[entry] = this.#inOrder(entry);
  }

  #inOrder(entry: number): number {
    return this.samples.grade[entry] === GOOD ? PLAIN : IN_ORDER;
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
    const { state, end } = this;
    let head = this.head;
    while (head < end && state[head] !== PLAIN && state[head] !== IN_ORDER) head++;
    this.head = head;
    return head < end ? this.samples.time[head] : Infinity;
  }

  /** Takes the first entry in order out; there must be one. */
  shift(): number {
    this.finish(this.head);
    return this.head++;
  }

  /** Whether it is time for `drop` or `compact`. */
  get isMostlyDone(): boolean {
    return this.done > FEW && 3 * this.done > 2 * this.end;
  }

  /** Clears away the first entries, which are done with: the others' numbers are less by so many. */
  drop(count: number): void {
    const { samples: { time, value, grade }, stream, state, end } = this;
    for (const column of [time, value, grade, stream, state]) column.copyWithin(0, count, end);
    if (this.samples.texts.size > 0) this.samples.renumberTexts(lessBy(count, end));
    this.#renumbered(end - count);
    this.done -= count;
  }

  /** Clears away all that is done with. Answers the new numbers of entries, NONE for those that are no more. */
  compact(): Int32Array {
    const { end, state, stream, samples: { time, value, grade } } = this, numbers = new Int32Array(end);
    let to = 0;
    for (let entry = 0; entry < end; entry++) {
      numbers[entry] = state[entry] === DONE ? NONE : to;
      if (state[entry] === DONE) continue;
      time[to] = time[entry];
      value[to] = value[entry];
      grade[to] = grade[entry];
      stream[to] = stream[entry];
      state[to++] = state[entry];
    }
    this.samples.renumberTexts(numbers);
    this.#renumbered(to);
    this.done = 0;
    return numbers;
  }

  #renumbered(count: number): void {
    if (this.#unlinked > 0) this.newest.fill(NONE);
    this.head = this.#unlinked = 0;
    this.end = count;
    if (count === 0) this.#last = -Infinity;
  }
}

/** The numbers of entries when each is less by `count`. */
function lessBy(count: number, end: number): Int32Array {
  return Int32Array.from({ length: end }, (_, entry) => entry - count);
}
