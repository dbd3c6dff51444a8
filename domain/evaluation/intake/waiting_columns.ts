import { batchGrade, batchNumber, GOOD_NUMBER, isUpsert, type SampleBatch } from "../../sample/batch.ts";
import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, uint8Rows } from "../state/columns.ts";
import { NONE, type RowIndex } from "../state/row_index.ts";
import { GOOD, SampleColumns } from "./sample_columns.ts";
import type { StreamColumns } from "./stream_columns.ts";

/**
 * States of an entry. IN_ORDER: no entry before it has a later time. PLAIN: in order, and a good sample.
 * BEHIND: arrived out of order.
 */
export const DONE = 0, PLAIN = 1, IN_ORDER = 2, BEHIND = 3;

/** Conditions for the fast paths: a stream of numbers, and a time after `above`. */
interface Asked {
  above: Ticks;
  numbers: RowIndex;
}

/** Up to this many finished entries are never removed. */
const FEW = 1_024;

/**
 * Waiting samples as entries, in order of arrival. The entries of a stream are linked from the newest to the
 * oldest, but only on demand (`link`), since most entries are finished without it.
 */
export class WaitingColumns {
  readonly samples = new SampleColumns();
  stream = new Int32Array(0);
  /** The stream's next older linked entry, or NONE. */
  older = new Int32Array(0);
  state = new Uint8Array(0);
  /** By stream row: its newest linked entry, or NONE. */
  newest = new Int32Array(0);
  /** No entry before `head` waits in order. */
  head = 0;
  end = 0;
  /** Number of finished entries. */
  done = 0;
  /** Time and stream (row) of the last ordered entry, the newest that waits. */
  #last: Ticks = -Infinity;
  #lastStream = NONE;
  /**
   * By stream row: a time at which the stream may already have an entry, when several streams share that
   * time.
   */
  #tiedAt = new Float64Array(0);
  /** Entries from here on are not linked. */
  #unlinked = 0;
  /** The out-of-order entries since the last `takeBehind`. */
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

  /** Adds the entry at the end, whose sample is already written. */
  append(stream: number): number {
    const entry = this.end++, time = this.samples.time[entry]!, isBehind = time < this.#last;
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
   * Adds rows of a batch while they certainly replace nothing: numbers newer than `above` and than all
   * waiting samples of their stream. Returns the first other row.
   */
  appendNew(batch: SampleBatch, options: { from: number; above: Ticks; streams: StreamColumns }): number {
    this.ensure(this.end + batch.count - options.from);
    const { above, streams: { numbers } } = options;
    for (let i = options.from;; i++) {
      i = this.#appendGood(batch, { from: i, above, numbers });
      if (i < batch.count && batch.times[i]! < this.#last) {
        i = this.#appendBehind(batch, { from: i, above, numbers });
      }
      if (i === batch.count || !this.#appendOne(batch, i, { above, numbers })) return i;
    }
  }

  /**
   * Adds good numbers in order. Nearly every sample passes this loop, so it calls nothing and reads only the
   * columns it needs.
   */
  #appendGood(batch: SampleBatch, { from, above, numbers: { dense } }: Asked & { from: number }): number {
    const { stream, state, samples: { time, value, grade } } = this, tiedAt = this.#tiedAt;
    const { streams: ids, times, values, codes, count } = batch;
    let i = from, entry = this.end, last = this.#last, lastStream = this.#lastStream;
    for (; i < count; i++, entry++) {
      const id = ids[i]!, at = times[i]!, x = values[i]!;
      if (codes[i] !== GOOD_NUMBER || x - x !== 0 || !(at >= last && at > above)) break;
      const row = id >= 0 && id < dense.length ? dense[id]! - 1 : NONE;
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

  /** Adds good numbers out of order, as in pages with several samples of each stream. */
  #appendBehind(batch: SampleBatch, { from, above, numbers: { dense } }: Asked & { from: number }): number {
    this.link();
    const { stream, state, samples: { time, value, grade }, older, newest } = this, last = this.#last;
    const { streams: ids, times, values, codes, count } = batch;
    const behind = this.#roomBehind(count - from);
    let i = from, entry = this.end, behindCount = this.#behindCount;
    for (; i < count; i++, entry++) {
      const id = ids[i]!, at = times[i]!, x = values[i]!;
      if (codes[i] !== GOOD_NUMBER || x - x !== 0 || !(at < last && at > above)) break;
      const row = id >= 0 && id < dense.length ? dense[id]! - 1 : NONE;
      if (row === NONE || (newest[row] !== NONE && !(time[newest[row]!]! < at))) break;
      older[entry] = newest[row]!;
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

  /** Adds any row that is in order; false for other rows. */
  #appendOne(batch: SampleBatch, i: number, { above, numbers }: Asked): boolean {
    const row = numbers.rowOf(batch.streams[i]!), at = batch.times[i]!;
    if (row === NONE || !(at >= this.#last && at > above)) return false;
    if (at === this.#last && (row === this.#lastStream || this.#tiedAt[row] === at)) return false;
    if (!isUpsert(batch, i)) return false;
    this.samples.setPlain(this.end, { time: at, value: batchNumber(batch, i), grade: batchGrade(batch, i) });
    this.append(row);
    return true;
  }

  /**
   * The out-of-order entries since the last call, some perhaps finished. Valid until the next entry is added.
   */
  takeBehind(): Int32Array<ArrayBuffer> {
    const rows = this.#behind.subarray(0, this.#behindCount);
    this.#behindCount = 0;
    return rows;
  }

  #roomBehind(more: number): Int32Array {
    return this.#behind = int32Rows(this.#behind, this.#behindCount + more);
  }

  /** Links new entries. Must be called before `newest` and `older` are read. */
  link(): void {
    const { stream, older, newest, state, end } = this;
    for (let entry = this.#unlinked; entry < end; entry++) {
      const now = state[entry];
      if (now === PLAIN || now === IN_ORDER) {
        const row = stream[entry]!;
        older[entry] = newest[row]!;
        newest[row] = entry;
      } else if (now === BEHIND) this.#linkBehind(entry);
    }
    this.#unlinked = end;
  }

  /** Inserts an entry into its stream's list. */
  #linkBehind(entry: number): void {
    const { older, newest, samples: { time } } = this, stream = this.stream[entry]!;
    let newer = NONE, at = newest[stream]!;
    while (at !== NONE && time[at]! > time[entry]!) [newer, at] = [at, older[at]!];
    older[entry] = at;
    if (newer === NONE) newest[stream] = entry;
    else older[newer] = entry;
  }

  /** Updates the state of an ordered entry after its sample was replaced. */
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

  /** Marks the ordered entries before `entry` as taken; `count` of them were new. */
  takenUpTo(entry: number, count: number): void {
    this.head = entry;
    this.done += count;
  }

  /** The time of the first ordered entry; Infinity if there is none. */
  firstInOrder(): Ticks {
    const { state, end } = this;
    let head = this.head;
    while (head < end && state[head] !== PLAIN && state[head] !== IN_ORDER) head++;
    this.head = head;
    return head < end ? this.samples.time[head]! : Infinity;
  }

  /** Removes the first ordered entry, which must exist. */
  shift(): number {
    this.finish(this.head);
    return this.head++;
  }

  /** Whether enough entries are finished to call `drop` or `compact`. */
  get isMostlyDone(): boolean {
    return this.done > FEW && 3 * this.done > 2 * this.end;
  }

  /** Removes the first `count` entries, which are finished, and renumbers the others. */
  drop(count: number): void {
    const { samples: { time, value, grade }, stream, state, end } = this;
    for (const column of [time, value, grade, stream, state]) column.copyWithin(0, count, end);
    if (this.samples.texts.size > 0) this.samples.renumberTexts(lessBy(count, end));
    this.#renumbered(end - count);
    this.done -= count;
  }

  /** Removes all finished entries. Returns the new numbers of entries, NONE for removed ones. */
  compact(): Int32Array {
    const { end, state, stream, samples: { time, value, grade } } = this, numbers = new Int32Array(end);
    let to = 0;
    for (let entry = 0; entry < end; entry++) {
      numbers[entry] = state[entry] === DONE ? NONE : to;
      if (state[entry] === DONE) continue;
      time[to] = time[entry]!;
      value[to] = value[entry]!;
      grade[to] = grade[entry]!;
      stream[to] = stream[entry]!;
      state[to++] = state[entry]!;
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

/** The new numbers of entries after removing the first `count`. */
function lessBy(count: number, end: number): Int32Array {
  return Int32Array.from({ length: end }, (_, entry) => entry - count);
}
