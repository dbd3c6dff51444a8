import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows } from "./columns.ts";

const ABSENT = -1;

/**
 * A binary heap with at most one timer for each row. Timers only move to earlier times: one that was
 * postponed stays, and is checked when it comes up. So a sample that postpones an age does no work here.
 */
export class TimerHeap {
  /** By position in the heap. */
  #time = new Float64Array(0);
  #row = new Int32Array(0);
  #size = 0;
  /** By row. */
  #place = new Int32Array(0);

  ensure(rows: number): void {
    const had = this.#place.length;
    this.#place = int32Rows(this.#place, rows);
    this.#place.fill(ABSENT, had);
  }

  nextTime(): Ticks {
    return this.#size === 0 ? Infinity : this.#time[0]!;
  }

  /** Makes the row come up at `at` or earlier. */
  arm(row: number, at: Ticks): void {
    let place = this.#place[row]!;
    if (place === ABSENT) place = this.#append(row);
    else if (this.#time[place]! <= at) return;
    this.#time[place] = at;
    this.#rise(place);
  }

  /** Removes the earliest row. The heap must not be empty. */
  pop(): number {
    const row = this.#row[0]!;
    this.remove(row);
    return row;
  }

  remove(row: number): void {
    const place = this.#place[row]!;
    if (place === ABSENT) return;
    const last = --this.#size;
    this.#swap(place, last);
    this.#place[row] = ABSENT;
    if (place === last) return;
    this.#rise(place);
    this.#sink(place);
  }

  #append(row: number): number {
    const place = this.#size++;
    this.#time = float64Rows(this.#time, this.#size);
    this.#row = int32Rows(this.#row, this.#size);
    this.#row[place] = row;
    this.#place[row] = place;
    return place;
  }

  #rise(from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.#time[above]! <= this.#time[place]!) return;
      this.#swap(above, place);
      place = above;
    }
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#size) return;
      if (below + 1 < this.#size && this.#time[below + 1]! < this.#time[below]!) below++;
      if (this.#time[below]! >= this.#time[place]!) return;
      this.#swap(below, place);
      place = below;
    }
  }

  #swap(a: number, b: number): void {
    const row = this.#row[a]!, time = this.#time[a]!;
    this.#row[a] = this.#row[b]!;
    this.#time[a] = this.#time[b]!;
    this.#row[b] = row;
    this.#time[b] = time;
    this.#place[this.#row[a]!] = a;
    this.#place[row] = b;
  }
}
