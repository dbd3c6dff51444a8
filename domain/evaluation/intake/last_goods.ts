import type { Ticks } from "../../shared/time.ts";

/** What a stream's value is compared by: a number (truths as 0 and 1) or a text. */
export type Comparable = number | string;

/** A sample that can be believed, or a bad one, whose value is NaN. */
export interface Taken {
  time: Ticks;
  value: Comparable;
  grade: number;
}

/** The two newest samples of a stream that can be believed. */
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

  /** Whether the newest differs from the one before it; a first value does not. */
  get hasChanged(): boolean {
    return this.newest !== null && this.before !== null && this.newest.value !== this.before.value;
  }
}
