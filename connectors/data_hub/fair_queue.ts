/** Who waits in a fair queue: the kind of work, how long it may wait, and how it is told. */
export interface Waiter<Kind extends string> {
  kind: Kind;
  endsMs: number;
  go(): void;
  refuse(reason: unknown): void;
}

/**
 * A queue whose turns are shared by kinds of work. The next turn goes to the kind that has had the least of its
 * share (start-time fair queueing): of kinds that always wait each gets turns by its weight, one that comes seldom is
 * next or nearly so, and what a kind leaves goes to the others. Within a kind the first come is the first served.
 */
export class FairQueue<Kind extends string> {
  readonly #lines: { kind: Kind; cost: number; startTag: number; waiters: Waiter<Kind>[] }[];
  #virtual = 0;

  /** Kinds by weight, whole numbers; `Infinity` goes before all others. Of equals the first named goes first. */
  constructor(weights: Readonly<Record<Kind, number>>) {
    const entries = Object.entries<number>(weights) as [Kind, number][];
    // A turn's cost is whole, so that no sums of fractions decide who is next; one of none is always next.
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

  /** Whose turn it is, taken out of the queue. */
  next(): Waiter<Kind> | undefined {
    const waiting = this.#lines.filter((line) => line.waiters.length > 0);
    if (waiting.length === 0) return undefined;
    const line = waiting.reduce((least, one) => one.startTag < least.startTag ? one : least);
    this.#virtual = line.startTag;
    line.startTag += line.cost;
    return line.waiters.shift();
  }

  /** When the first of those waiting gives up; Infinity when nobody waits. */
  firstEndMs(): number {
    return Math.min(...this.#lines.map(({ waiters }) => waiters[0]?.endsMs ?? Infinity));
  }

  /** Takes out those whose time is over at `nowMs`. */
  takeOverdue(nowMs: number): Waiter<Kind>[] {
    return this.#lines.flatMap(({ waiters }) => {
      const kept = waiters.findIndex((one) => one.endsMs > nowMs);
      return waiters.splice(0, kept < 0 ? waiters.length : kept);
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
