import { compareSumExactly } from "./exact_compare.ts";
import type { HistoryRing } from "./history_ring.ts";
import { WideSum } from "./wide_sum.ts";

interface CounterWindow {
  ring: HistoryRing;
  epoch: number;
  /** The first row in the window; the one before it is usable. */
  first: number;
}

interface CounterReading {
  tolerance: number;
  rollover: number;
}

/**
 * The sum of what the samples in a window count. It follows the window: rows come at its end and leave at its start.
 * What a row counts depends on the usable one before it alone, so it is the same in every window.
 */
export class CounterSum {
  #first: number;
  #end: number;
  /** What the rows from `#base` on count. */
  #parts: number[] = [];
  readonly #base: number;
  #last: number;
  #notFinite = 0;
  #sum = new WideSum();
  readonly #difference = new WideSum();

  constructor(
    private readonly span: CounterWindow & { worst: number },
    private readonly reading: CounterReading,
  ) {
    this.#first = this.#end = this.#base = span.first;
    this.#last = span.ring.value[span.first - 1] ?? NaN;
  }

  canContinue({ ring, epoch, first }: CounterWindow): boolean {
    const { span } = this;
    return span.ring === ring && span.epoch === epoch && this.#first <= first && first <= this.#end;
  }

  get isFinite(): boolean {
    return this.#notFinite === 0;
  }

  get value(): number {
    return this.#sum.high;
  }

  moveTo(first: number): void {
    const { ring } = this.span;
    for (; this.#end < ring.end; this.#end++) {
      const part = this.#countOf(this.#end);
      this.#parts.push(part);
      this.#add(part, 1);
    }
    for (; this.#first < first; this.#first++) this.#add(this.#parts[this.#first - this.#base] ?? 0, -1);
    if (!this.#isExact()) this.#sumAgain();
  }

  /** Whether the sum is below (-1), above (1) or equal to (0) `limit`. */
  compare(limit: number): number {
    const { high, low } = this.#sum, difference = this.#difference.reset(high, low).add(-limit);
    if (this.#isExact() && difference.isExact && Number.isFinite(difference.high)) {
      return Math.sign(difference.high);
    }
    return compareSumExactly(this.#parts.slice(this.#first - this.#base), limit);
  }

  #isExact(): boolean {
    return this.#sum.isExact && Number.isFinite(this.#sum.high);
  }

  #sumAgain(): void {
    this.#sum = new WideSum();
    for (const part of this.#parts.slice(this.#first - this.#base)) {
      if (Number.isFinite(part)) this.#sum.add(part);
    }
  }

  #add(part: number, sign: 1 | -1): void {
    if (Number.isFinite(part)) this.#sum.add(sign * part);
    else this.#notFinite += sign;
  }

  /** What a row counts; 0 for one that does not count as good. */
  #countOf(row: number): number {
    const { ring, worst } = this.span, { tolerance, rollover } = this.reading;
    if ((ring.grade[row] ?? Infinity) > worst) return 0;
    const now = ring.value[row] ?? NaN, before = this.#last;
    this.#last = now;
    if (now >= before) return now - before;
    if (before - now <= tolerance) return 0;
    const over = rollover - before + now + 1;
    return now >= 0 && before <= rollover && over <= rollover / 2 ? over : now;
  }
}
