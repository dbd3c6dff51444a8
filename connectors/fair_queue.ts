/** A waiter in a fair queue: its kind of work, its deadline and its callbacks. */
export interface Waiter<Kind extends string> {
  kind: Kind;
  endsMs: number;
  go(): void;
  refuse(reason: unknown): void;
}

/**
 * A queue shared by kinds of work (start-time fair queueing). Kinds that always wait are served in proportion to their
 * weights, a kind that seldom waits is served soon, and unused shares go to the others. Each kind is first in, first out.
 */
export class FairQueue<Kind extends string> {
  readonly #lines: { kind: Kind; cost: number; startTag: number; waiters: Waiter<Kind>[] }[];
  #virtual = 0;

  /** Weights are whole numbers; `Infinity` precedes all others. Among equals, the first key precedes. */
  constructor(weights: Readonly<Record<Kind, number>>) {
    const entries = Object.entries<number>(weights) as [Kind, number][];
    // Costs are whole numbers, so that rounding errors do not decide the order; a cost of 0 is always next.
    const lap = entries.reduce((product, [, weight]) => weight === Infinity ? product : product * weight, 1);
    this.#lines = entries.map(([kind, weight]) => ({ kind, cost: lap / weight, startTag: 0, waiters: [] }));
  }

  get size(): number {
    return this.#lines.reduce((sum, line) => sum + line.waiters.length, 0);
  }

  waiting(kind: Kind): number {
    return this.#line(kind).waiters.length;
  }

  add(waiter: Waiter<Kind>): void {
    const line = this.#line(waiter.kind);
    if (line.waiters.length === 0) line.startTag = Math.max(line.startTag, this.#virtual);
    line.waiters.push(waiter);
  }

  /** Removes and returns the next waiter. */
  next(): Waiter<Kind> | undefined {
    const waiting = this.#lines.filter((line) => line.waiters.length > 0);
    if (waiting.length === 0) return undefined;
    const line = waiting.reduce((least, one) => one.startTag < least.startTag ? one : least);
    this.#virtual = line.startTag;
    line.startTag += line.cost;
    return line.waiters.shift();
  }

  /** The earliest deadline of the waiters; Infinity for an empty queue. */
  firstEndMs(): number {
    return Math.min(...this.#lines.map(({ waiters }) => waiters[0]?.endsMs ?? Infinity));
  }

  /** Removes the waiters whose deadline has passed. */
  takeOverdue(nowMs: number): Waiter<Kind>[] {
    return this.#lines.flatMap(({ waiters }) => {
      const firstOpen = waiters.findIndex((one) => one.endsMs > nowMs);
      return waiters.splice(0, firstOpen < 0 ? waiters.length : firstOpen);
    });
  }

  takeAll(): Waiter<Kind>[] {
    return this.#lines.flatMap(({ waiters }) => waiters.splice(0));
  }

  #line(kind: Kind) {
    const line = this.#lines.find((one) => one.kind === kind);
    if (line === undefined) throw new TypeError(`No such kind of work: ${kind}`);
    return line;
  }
}
