import type { KeyDigest } from "./digest.ts";

/** An interval in which events came. */
export interface IntervalCount {
  interval: number;
  count: number;
}

/** Counts events by their intervals; one for any number of parts of the plant, which hold few of the intervals. */
export class IntervalCounter {
  readonly #counts: Uint32Array;

  constructor(intervals: number) {
    this.#counts = new Uint32Array(intervals);
  }

  /** The intervals with events, oldest first. */
  count(digests: readonly KeyDigest[]): IntervalCount[] {
    const met: number[] = [];
    for (const { intervals } of digests) {
      for (const interval of intervals) if (this.#counts[interval]++ === 0) met.push(interval);
    }
    const found = Uint32Array.from(met).sort();
    return Array.from(found, (interval) => {
      const count = this.#counts[interval];
      this.#counts[interval] = 0;
      return { interval, count };
    });
  }
}
