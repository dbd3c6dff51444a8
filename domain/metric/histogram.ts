/** How often values fell into ranges. Observing allocates nothing. */
export class Histogram {
  /** By range, from the lowest; the last counts what is above every bound. Not cumulative. */
  readonly counts: Float64Array;
  sum = 0;

  /** @param bounds Upper bounds of the ranges, each within its range, in rising order. */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let range = 0;
    while (range < this.bounds.length && value > this.bounds[range]) range++;
    this.counts[range]++;
    this.sum += value;
  }
}
