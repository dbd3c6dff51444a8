import type { Ticks } from "../../shared/time.ts";

const FIRST_CAPACITY = 16;

/**
 * The samples of one stream for its windows, in order of time: rows from `head` up to, not including, `end`.
 * `value` is NaN for a sample without a number.
 */
export class HistoryRing {
  time = new Float64Array(FIRST_CAPACITY);
  value = new Float64Array(FIRST_CAPACITY);
  grade = new Uint8Array(FIRST_CAPACITY);
  head = 0;
  end = 0;

  get capacity(): number {
    return this.time.length;
  }

  /** Adds the newest sample. Returns whether rows have moved, in which case derived data must be rebuilt. */
  push(time: Ticks, value: number, grade: number): boolean {
    const isFull = this.end === this.capacity;
    if (isFull) this.#makeRoom();
    this.time[this.end] = time;
    this.value[this.end] = value;
    this.grade[this.end] = grade;
    this.end++;
    return isFull;
  }

  /** Drops rows that were no longer in force at `from`. */
  dropBefore(from: Ticks): void {
    while (this.head + 1 < this.end && this.time[this.head + 1]! <= from) this.head++;
  }

  clear(): void {
    this.head = this.end = 0;
  }

  /** Adds the rows of another ring up to and including `last`. */
  pushAll({ time, value, grade, head }: HistoryRing, last: number): void {
    for (let row = head; row <= last; row++) this.push(time[row]!, value[row]!, grade[row]!);
  }

  /** The last row at or before a time; `head - 1` if there is none. */
  lastAt(time: Ticks): number {
    let low = this.head, high = this.end;
    if (high > low && this.time[high - 1]! <= time) return high - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The newest row with an accepted grade; `head - 1` if there is none. */
  newestUsable(worst: number): number {
    let row = this.end - 1;
    while (row >= this.head && this.grade[row]! > worst) row--;
    return row;
  }

  /** The first row after a time with an accepted grade; `end` if there is none. */
  firstUsableAfter(time: Ticks, worst: number): number {
    let row = this.lastAt(time) + 1;
    while (row < this.end && this.grade[row]! > worst) row++;
    return row;
  }

  #makeRoom(): void {
    const count = this.end - this.head;
    const capacity = 2 * count > this.capacity ? 2 * this.capacity : this.capacity;
    const time = new Float64Array(capacity), value = new Float64Array(capacity);
    const grade = new Uint8Array(capacity);
    time.set(this.time.subarray(this.head, this.end));
    value.set(this.value.subarray(this.head, this.end));
    grade.set(this.grade.subarray(this.head, this.end));
    [this.time, this.value, this.grade] = [time, value, grade];
    this.head = 0;
    this.end = count;
  }
}
