import type { Ticks } from "../shared/time.ts";
import { DONE } from "./waiting_columns.ts";

/** Rows in order of time, taken out at the front. */
export class TimeQueue {
  #row = new Int32Array(0);
  #time = new Float64Array(0);
  #start = 0;
  #end = 0;

  /** The time of the first row that still waits, those before it taken out; Infinity when there is none. */
  firstTime(state: Uint8Array): Ticks {
    while (this.#start < this.#end) {
      if (state[this.#row[this.#start]] !== DONE) return this.#time[this.#start];
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
}
