/** Counts values by ranges. Observing allocates nothing. */
export class Histogram {
  /** One count for each range, in rising order; the last counts values above every bound. Not cumulative. */
  readonly counts: Float64Array;
  sum = 0;

  /** @param bounds Upper bounds of the ranges (inclusive), in rising order. */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let range = 0;
    while (range < this.bounds.length && value > this.bounds[range]!) range++;
    this.counts[range]!++;
    this.sum += value;
  }
}
