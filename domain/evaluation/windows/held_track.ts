import type { Ticks } from "../../shared/time.ts";
import { compareMeanExactly, compareSpreadExactly, type HeldSpan } from "./exact_compare.ts";
import { ExtremeStack } from "./extreme_stack.ts";
import type { HistoryRing } from "./history_ring.ts";
import { SumColumn } from "./sum_column.ts";
import { isTame, WideSum } from "./wide_sum.ts";

/**
 * Which samples count as held, and for how long: the worst accepted grade, and the maximum age (Infinity:
 * none).
 */
export interface HeldKind {
  worst: number;
  maxAge: Ticks;
}

/** What a track provides, besides how much of a window is covered. */
export type TrackNeed = "cover" | "times" | "mean" | "spread" | "least" | "greatest" | "range";

/**
 * The held values of a stream over time. Prefix sums and stacks of extremes answer a window of any length in
 * a few steps. Where rounding could change a comparison, it is repeated with whole numbers, so the result is
 * always exact.
 */
export class HeldTrack {
  #cover = new Float64Array(0);
  #sums: SumColumn | null = null;
  #squares: SumColumn | null = null;
  #least: ExtremeStack | null = null;
  #greatest: ExtremeStack | null = null;
  readonly #spread = new WideSum();
  readonly #limit = new WideSum();
  readonly #heldFor = (row: number, until: Ticks) =>
    this.ring.grade[row]! <= this.kind.worst ? Math.min(until - this.ring.time[row]!, this.kind.maxAge) : 0;

  constructor(
    private readonly ring: HistoryRing,
    private readonly kind: HeldKind,
    needs: ReadonlySet<TrackNeed>,
  ) {
    const isSpread = needs.has("spread"), isRange = needs.has("range");
    if (isSpread || needs.has("mean")) this.#sums = new SumColumn(ring, "value", this.#heldFor);
    if (isSpread) this.#squares = new SumColumn(ring, "square", this.#heldFor);
    if (isRange || needs.has("least")) this.#least = new ExtremeStack(ring, 1);
    if (isRange || needs.has("greatest")) this.#greatest = new ExtremeStack(ring, -1);
    this.rebuild();
  }

  /** Rebuilds everything from the rows of the ring. */
  rebuild(): void {
    this.#cover = new Float64Array(this.ring.capacity);
    this.#sums?.clear();
    this.#squares?.clear();
    this.#least?.clear();
    this.#greatest?.clear();
    for (let row = this.ring.head; row < this.ring.end; row++) this.push(row);
  }

  /** Adds a row that was added to the ring. */
  push(row: number): void {
    const isFirst = row === this.ring.head;
    const held = isFirst ? 0 : this.#heldFor(row - 1, this.ring.time[row]!);
    this.#cover[row] = isFirst ? 0 : this.#cover[row - 1]! + held;
    this.#sums?.push(row, held);
    this.#squares?.push(row, held);
    if (this.ring.grade[row]! > this.kind.worst) return;
    this.#least?.push(row);
    this.#greatest?.push(row);
  }

  /** How much of (from, to] has a known value. */
  covered(from: Ticks, to: Ticks): Ticks {
    return this.#coveredUpTo(to) - this.#coveredUpTo(from);
  }

  /** Whether a value is known at `at`. `covered` cannot show this, because an instant has no length. */
  isHeldAt(at: Ticks): boolean {
    const { head, time, grade } = this.ring, row = this.ring.lastAt(at);
    return row >= head && grade[row]! <= this.kind.worst && at - time[row]! < this.kind.maxAge;
  }

  /** The minimum held from `from` on, including the value in force there; NaN when there is none. */
  least(from: Ticks): number {
    return this.#least?.after(from, this.#endOf) ?? NaN;
  }

  greatest(from: Ticks): number {
    return this.#greatest?.after(from, this.#endOf) ?? NaN;
  }

  /** The mean, with floating-point precision; NaN when it is not tracked or nothing is covered. */
  mean(from: Ticks, to: Ticks): number {
    return (this.#sums?.between(from, to).high ?? NaN) / this.covered(from, to);
  }

  /** The standard deviation, with floating-point precision; NaN as for `mean`. */
  spread(from: Ticks, to: Ticks): number {
    const squares = (this.#squares?.between(from, to).high ?? NaN) / this.covered(from, to);
    return Math.sqrt(Math.max(0, squares - this.mean(from, to) ** 2));
  }

  /** The sign of the difference: mean weighted by time minus `limit`. Part of the window must be covered. */
  compareMean(from: Ticks, to: Ticks, limit: number): number {
    const sums = this.#sums;
    if (sums === null || !isTame(limit)) return compareMeanExactly(this.#spans(from, to), limit);
    const sum = sums.between(from, to).addProduct(-limit, this.covered(from, to));
    if (sum.isExact || Math.abs(sum.high) > DOUBT * (sums.greatest + sum.greatest)) {
      return Math.sign(sum.high);
    }
    return compareMeanExactly(this.#spans(from, to), limit);
  }

  /**
   * The sign of the difference: standard deviation weighted by time minus `limit`. Part of the window must be
   * covered.
   */
  compareSpread(from: Ticks, to: Ticks, limit: number): number {
    const sums = this.#sums, squares = this.#squares;
    if (limit < 0) return 1;
    if (sums === null || squares === null || !isTame(limit)) {
      return compareSpreadExactly(this.#spans(from, to), limit);
    }
    const length = this.covered(from, to);
    const first = sums.between(from, to), second = squares.between(from, to);
    const all = this.#spread.reset().addProduct(length, second.high).addProduct(length, second.low);
    all.subtractSquareOf(first);
    all.subtractSquareOf(this.#limit.reset().addProduct(limit, length));
    const isExact = first.isExact && second.isExact && all.isExact;
    const doubt = DOUBT * (length * squares.greatest + Math.abs(first.high) * sums.greatest + all.greatest);
    return isExact || Math.abs(all.high) > doubt
      ? Math.sign(all.high)
      : compareSpreadExactly(this.#spans(from, to), limit);
  }

  readonly #endOf = (row: number): Ticks => {
    const { time, end } = this.ring;
    return Math.min(row + 1 < end ? time[row + 1]! : Infinity, time[row]! + this.kind.maxAge);
  };

  #coveredUpTo(at: Ticks): Ticks {
    const { head, end } = this.ring;
    const row = this.ring.lastAt(at);
    if (row < head) return head === end ? 0 : this.#cover[head]!;
    return this.#cover[row]! + this.#heldFor(row, at);
  }

  #spans(from: Ticks, to: Ticks): HeldSpan[] {
    const { head, end, time, value, grade } = this.ring;
    const spans: HeldSpan[] = [];
    for (let row = Math.max(head, this.ring.lastAt(from)); row < end; row++) {
      const length = Math.min(to, this.#endOf(row)) - Math.max(from, time[row]!);
      if (length > 0 && grade[row]! <= this.kind.worst) spans.push({ value: value[row]!, length });
    }
    return spans;
  }
}

/** Upper bound for the error of a sum, as a share of its greatest intermediate value, with a margin. */
const DOUBT = 2 ** -70;
