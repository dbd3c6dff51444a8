import { float64Rows, int32Rows, RowBlocks } from "./columns.ts";

/** A limit that every sample passes. */
export const ALWAYS = -Infinity;

/** Not in the columns. */
const NOWHERE = -1;

/** What conditions turn on, by stream (row) and in order: beside each limit the rule (row) whose condition it is. */
export class LimitColumns {
  limit = new Float64Array(0);
  rule = new Int32Array(0);
  /** By stream: where its limits begin, how many there are, and how many of them every sample passes. */
  #first = new Int32Array(0);
  #count = new Int32Array(0);
  readonly #blocks = new RowBlocks();

  /** Makes room for streams. */
  ensureStreams(streams: number): void {
    const had = this.#first.length;
    this.#first = int32Rows(this.#first, streams);
    this.#count = int32Rows(this.#count, streams);
    this.#first.fill(NOWHERE, had);
  }

  has(stream: number): boolean {
    return this.#first[stream] !== NOWHERE;
  }

  firstOf(stream: number): number {
    return this.#first[stream];
  }

  /** One past the last. */
  endOf(stream: number): number {
    return this.#first[stream] + this.#count[stream];
  }

  /** Makes these a stream's, which has none. */
  set(stream: number, limits: readonly number[], rules: readonly number[]): void {
    const count = limits.length, first = this.#blocks.take(count);
    this.limit = float64Rows(this.limit, this.#blocks.end);
    this.rule = int32Rows(this.rule, this.#blocks.end);
    const order = limits.map((_, i) => i).sort((a, b) => limits[a] - limits[b]);
    order.forEach((from, i) => {
      this.limit[first + i] = limits[from];
      this.rule[first + i] = rules[from];
    });
    this.#first[stream] = first;
    this.#count[stream] = count;
  }

  forget(stream: number): void {
    if (this.has(stream)) this.#blocks.give(this.#first[stream], this.#count[stream]);
    this.#first[stream] = NOWHERE;
  }

  /** The place of a stream's first limit that is not below `x`, one past the last where there is none. */
  placeOf(stream: number, x: number): number {
    const { limit } = this;
    let low = this.#first[stream], high = low + this.#count[stream];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limit[middle] < x) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
