import type { KeyDigest } from "./digest.ts";

/** An interval with the number of its events. */
export interface IntervalCount {
  interval: number;
  count: number;
}

/**
 * Counts events by interval. One counter serves any number of parts of the plant, since each has events in
 * few intervals.
 */
export class IntervalCounter {
  readonly #counts: Uint32Array;

  constructor(intervals: number) {
    this.#counts = new Uint32Array(intervals);
  }

  /** The intervals with events, oldest first. */
  count(digests: readonly KeyDigest[]): IntervalCount[] {
    const met: number[] = [];
    for (const { intervals } of digests) {
      for (const interval of intervals) if (this.#counts[interval]!++ === 0) met.push(interval);
    }
    const found = Uint32Array.from(met).sort();
    return Array.from(found, (interval) => {
      const count = this.#counts[interval]!;
      this.#counts[interval] = 0;
      return { interval, count };
    });
  }
}
