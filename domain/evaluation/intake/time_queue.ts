import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows } from "../state/columns.ts";
import { DONE } from "./waiting_columns.ts";

/** A queue of rows in order of time: those from `start` up to, not including, `end`. */
export class TimeQueue {
  row = new Int32Array(0);
  time = new Float64Array(0);
  start = 0;
  end = 0;

  /** The time of the first unfinished row; drops finished ones before it. Infinity if there is none. */
  firstTime(state: Uint8Array): Ticks {
    while (this.start < this.end) {
      if (state[this.row[this.start]!] !== DONE) return this.time[this.start]!;
      this.start++;
    }
    return Infinity;
  }

  /** Removes the first row, which must exist. */
  shift(): number {
    return this.row[this.start++]!;
  }

  rows(): Int32Array<ArrayBuffer> {
    return this.row.slice(this.start, this.end);
  }

  /** Adds rows, sorted by `time` (by row). */
  merge(rows: Int32Array, time: Float64Array): void {
    this.#makeRoom(rows.length);
    let from = this.end - 1, to = this.end += rows.length;
    for (let next = rows.length - 1; next >= 0;) {
      const at = time[rows[next]!]!, isLater = from >= this.start && this.time[from]! > at;
      this.row[--to] = isLater ? this.row[from]! : rows[next--]!;
      this.time[to] = isLater ? this.time[from--]! : at;
    }
  }

  /** Adds one row. */
  insert(row: number, at: Ticks): void {
    this.#makeRoom(1);
    let to = this.end++;
    for (; to > this.start && this.time[to - 1]! > at; to--) {
      this.row[to] = this.row[to - 1]!;
      this.time[to] = this.time[to - 1]!;
    }
    this.row[to] = row;
    this.time[to] = at;
  }

  /** The least row number; Infinity if there is none. */
  leastRow(): number {
    let least = Infinity;
    for (let i = this.start; i < this.end; i++) least = Math.min(least, this.row[i]!);
    return least;
  }

  /** Subtracts `count` from each row number. */
  lower(count: number): void {
    for (let i = this.start; i < this.end; i++) this.row[i]! -= count;
  }

  /** Renumbers the rows. Rows with a negative number are removed. */
  renumber(numbers: Int32Array): void {
    let to = 0;
    for (let i = this.start; i < this.end; i++) {
      const number = numbers[this.row[i]!]!;
      if (number < 0) continue;
      this.row[to] = number;
      this.time[to++] = this.time[i]!;
    }
    this.start = 0;
    this.end = to;
  }

  /** Makes room, if possible by moving the rows to the front. */
  #makeRoom(more: number): void {
    if (this.end + more <= this.row.length) return;
    this.row.copyWithin(0, this.start, this.end);
    this.time.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
    this.row = int32Rows(this.row, this.end + more);
    this.time = float64Rows(this.time, this.end + more);
  }
}
