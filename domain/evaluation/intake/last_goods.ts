import type { Ticks } from "../../shared/time.ts";

/** A value for comparisons: a number (booleans as 0 and 1) or a text. */
export type Comparable = number | string;

/** A usable sample, or a bad one with the value NaN. */
export interface Taken {
  time: Ticks;
  value: Comparable;
  grade: number;
}

/** The two newest usable samples of a stream. */
export class LastGoods {
  newest: Taken | null = null;
  before: Taken | null = null;

  take(sample: Taken): void {
    this.before = this.newest;
    this.newest = sample;
  }

  clear(): void {
    this.newest = this.before = null;
  }

  /** Whether the newest value differs from the one before it. False for the first value. */
  get hasChanged(): boolean {
    return this.newest !== null && this.before !== null && this.newest.value !== this.before.value;
  }
}
