import type { Ticks } from "../shared/time.ts";
import { float64Rows, int32Rows } from "./columns.ts";

const ABSENT = -1;

/**
 * A binary heap with at most one timer a row, in typed columns. A timer is only ever moved forward to an earlier
 * time: one that has become later stays where it is and is asked again when it comes up, so that a sample which
 * postpones an age costs nothing here.
 */
export class TimerHeap {
  #time = new Float64Array(0);
  #place = new Int32Array(0);
  #heap = new Int32Array(0);
  #size = 0;

  ensure(rows: number): void {
    const had = this.#place.length;
    this.#time = float64Rows(this.#time, rows);
    this.#place = int32Rows(this.#place, rows);
    this.#place.fill(ABSENT, had);
  }

  nextTime(): Ticks {
    return this.#size === 0 ? Infinity : this.#time[this.#heap[0]];
  }

  /** Sees to it that the row comes up at `at` or before. */
  arm(row: number, at: Ticks): void {
    const place = this.#place[row];
    if (place !== ABSENT && this.#time[row] <= at) return;
    this.#time[row] = at;
    this.#heap = int32Rows(this.#heap, this.#size + 1);
    this.#rise(row, place === ABSENT ? this.#size++ : place);
  }

  /** Takes the earliest row out. The heap must not be empty. */
  pop(): number {
    const row = this.#heap[0];
    this.remove(row);
    return row;
  }

  remove(row: number): void {
    const place = this.#place[row];
    if (place === ABSENT) return;
    this.#place[row] = ABSENT;
    const last = this.#heap[--this.#size];
    if (last === row) return;
    this.#rise(last, place);
    this.#sink(last, this.#place[last]);
  }

  #rise(row: number, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = this.#heap[above];
      if (this.#time[other] <= this.#time[row]) break;
      this.#put(other, place);
      place = above;
    }
    this.#put(row, place);
  }

  #sink(row: number, from: number): void {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#size) break;
      if (below + 1 < this.#size && this.#time[this.#heap[below + 1]] < this.#time[this.#heap[below]]) {
        below++;
      }
      const other = this.#heap[below];
      if (this.#time[other] >= this.#time[row]) break;
      this.#put(other, place);
      place = below;
    }
    this.#put(row, place);
  }

  #put(row: number, place: number): void {
    this.#heap[place] = row;
    this.#place[row] = place;
  }
}
