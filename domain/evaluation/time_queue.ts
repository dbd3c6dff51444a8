import type { Ticks } from "../shared/time.ts";
import { float64Rows, int32Rows } from "./columns.ts";

/** Rows in order of time, taken out at the front. */
export class TimeQueue {
  #row = new Int32Array(0);
  #time = new Float64Array(0);
  #start = 0;
  #end = 0;

  /** Puts a row at the end; false, and nothing is done, when it is older than the last one. */
  append(row: number, time: Ticks): boolean {
    if (this.#start === this.#end) this.#start = this.#end = 0;
    else if (time < this.#time[this.#end - 1]) return false;
    if (this.#end === this.#row.length) this.#makeRoom();
    this.#row[this.#end] = row;
    this.#time[this.#end++] = time;
    return true;
  }

  /** The time of the first row that still waits, those before it taken out; Infinity when there is none. */
  firstTime(isWaiting: Uint8Array): Ticks {
    while (this.#start < this.#end) {
      if (isWaiting[this.#row[this.#start]] === 1) return this.#time[this.#start];
      this.#start++;
    }
    return Infinity;
  }

  /** Takes the first row out; there must be one. */
  shift(): number {
    return this.#row[this.#start++];
  }

  rows(): Int32Array<ArrayBuffer> {
    return this.#row.slice(this.#start, this.#end);
  }

  /** Takes these rows, in order of `time` (by row), in place of all. */
  replace(rows: Int32Array<ArrayBuffer>, time: Float64Array): void {
    this.#row = rows;
    this.#time = Float64Array.from(rows, (row) => time[row]);
    this.#start = 0;
    this.#end = rows.length;
  }

  /** Gives the rows new numbers; those below 0 are taken out. */
  renumber(numbers: Int32Array): void {
    let to = 0;
    for (let i = this.#start; i < this.#end; i++) {
      const number = numbers[this.#row[i]];
      if (number < 0) continue;
      this.#row[to] = number;
      this.#time[to++] = this.#time[i];
    }
    this.#start = 0;
    this.#end = to;
  }

  /** By moving the rows to the front, where that frees half of the room. */
  #makeRoom(): void {
    const count = this.#end - this.#start;
    if (2 * count > this.#row.length) {
      this.#row = int32Rows(this.#row, this.#end + 1);
      this.#time = float64Rows(this.#time, this.#end + 1);
      return;
    }
    this.#row = int32Rows(this.#row, 1);
    this.#time = float64Rows(this.#time, 1);
    this.#row.copyWithin(0, this.#start, this.#end);
    this.#time.copyWithin(0, this.#start, this.#end);
    this.#start = 0;
    this.#end = count;
  }
}
