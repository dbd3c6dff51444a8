import type { HistoryRing } from "./history_ring.ts";

/**
 * The rows of a ring that are the minimum (or maximum) of all rows from themselves on. The extreme of a
 * window of any length is the first of them that reaches into it. Rows must be pushed in order of time.
 */
export class ExtremeStack {
  #rows = new Int32Array(0);
  #start = 0;
  #end = 0;

  /** `sign`: 1 for minima, -1 for maxima. */
  constructor(private readonly ring: HistoryRing, private readonly sign: 1 | -1) {}

  clear(): void {
    this.#rows = new Int32Array(this.ring.capacity);
    this.#start = this.#end = 0;
  }

  push(row: number): void {
    const { value, head } = this.ring, { sign } = this;
    while (this.#end > this.#start && sign * value[this.#rows[this.#end - 1]!]! >= sign * value[row]!) {
      this.#end--;
    }
    while (this.#start < this.#end && this.#rows[this.#start]! < head) this.#start++;
    this.#rows[this.#end++] = row;
  }

  /**
   * The extreme of the values held after `from`; NaN when there is none. `endOf` returns the end of a row's
   * value.
   */
  after(from: number, endOf: (row: number) => number): number {
    let low = this.#start, high = this.#end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (endOf(this.#rows[middle]!) > from) high = middle;
      else low = middle + 1;
    }
    return low === this.#end ? NaN : this.ring.value[this.#rows[low]!]!;
  }
}
