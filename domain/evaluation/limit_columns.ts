import { float64Rows, int32Rows, RowBlocks } from "./columns.ts";

/** A limit that every sample passes, and one that none does. */
export const ALWAYS = -Infinity, ASLEEP = Infinity;

/** So many are looked at one after the other. */
const FEW = 8;

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
  set(stream: number, { limits, rules }: { limits: readonly number[]; rules: readonly number[] }): void {
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
    while (high - low > FEW) {
      const middle = (low + high) >> 1;
      if (limit[middle] < x) low = middle + 1;
      else high = middle;
    }
    while (low < high && limit[low] < x) low++;
    return low;
  }

  /** A limit of a rule on a stream becomes another. Answers false where the rule has none from there on. */
  move(stream: number, { rule, from, to }: { rule: number; from: number; to: number }): boolean {
    const first = this.#first[stream], last = first + this.#count[stream] - 1;
    let i = this.placeOf(stream, from);
    while (i <= last && this.rule[i] !== rule) i++;
    if (i > last) return false;
    for (; i < last && this.limit[i + 1] < to; i++) this.#copy(i, i + 1);
    for (; i > first && this.limit[i - 1] > to; i--) this.#copy(i, i - 1);
    this.limit[i] = to;
    this.rule[i] = rule;
    return true;
  }

  #copy(to: number, from: number): void {
    this.limit[to] = this.limit[from];
    this.rule[to] = this.rule[from];
  }
}
