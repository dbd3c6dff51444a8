import type { Ticks } from "../../shared/time.ts";
import type { HistoryRing } from "./history_ring.ts";
import { isTame, WideSum } from "./wide_sum.ts";

/** For how long the value of a row is held up to a time; 0 for a row whose grade is not accepted. */
export type HeldFor = (row: number, until: Ticks) => Ticks;

/**
 * Prefix sums of a ring: for each row, the sum of earlier values (or squares), each times how long it was
 * held.
 */
export class SumColumn {
  /** The greatest intermediate sum, which bounds the rounding error. Infinity: the sums are unusable. */
  greatest = 0;
  #high = new Float64Array(0);
  #low = new Float64Array(0);
  /** The last row whose sum was rounded. */
  #roundedAt = -1;
  readonly #running = new WideSum();
  readonly #difference = new WideSum();

  constructor(
    private readonly ring: HistoryRing,
    private readonly of: "value" | "square",
    private readonly heldFor: HeldFor,
  ) {}

  clear(): void {
    this.#high = new Float64Array(this.ring.capacity);
    this.#low = new Float64Array(this.ring.capacity);
    this.#roundedAt = -1;
    this.greatest = 0;
    this.#running.reset();
  }

  /** Adds a row. The previous row was held for `held`. */
  push(row: number, held: Ticks): void {
    const running = this.#running;
    running.isExact = true;
    if (held > 0) this.#add(running, this.ring.value[row - 1]!, held);
    if (!running.isExact) this.#roundedAt = row;
    this.greatest = Math.max(this.greatest, running.greatest);
    this.#high[row] = running.high;
    this.#low[row] = running.low;
  }

  /** The sum over (from, to]. Valid until the next call. */
  between(from: Ticks, to: Ticks): WideSum {
    const start = this.ring.lastAt(from), sum = this.#difference.reset();
    this.#addUpTo(to, { sum, sign: 1 });
    this.#addUpTo(from, { sum, sign: -1 });
    if (this.#roundedAt > Math.max(start, this.ring.head)) sum.isExact = false;
    return sum;
  }

  #addUpTo(at: Ticks, { sum, sign }: { sum: WideSum; sign: 1 | -1 }): void {
    const last = this.ring.lastAt(at), row = Math.max(last, this.ring.head);
    if (row === this.ring.end) return;
    sum.add(sign * this.#high[row]!).add(sign * this.#low[row]!);
    const held = last === row ? this.heldFor(row, at) : 0;
    if (held > 0) this.#add(sum, this.ring.value[row]!, sign * held);
  }

  #add(sum: WideSum, value: number, held: number): void {
    if (!isTame(value)) {
      sum.isExact = false;
      this.greatest = Infinity;
    } else if (this.of === "value") sum.addProduct(value, held);
    else sum.addSquare(value, held);
  }
}
