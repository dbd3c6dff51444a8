import type { IdBlock } from "./contract.ts";

const MOST_AHEAD = 1_000;

/** Prefetched event ids, so that opening an event seldom waits for the store. */
export class EventIds {
  #first = 0;
  #left = 0;
  #ahead = 10;

  /** Ids available without a fetch. */
  get left(): number {
    return this.#left;
  }

  /** Ids that a fetch requests beyond the needed ones. */
  get ahead(): number {
    return this.#ahead;
  }

  take(): number {
    this.#left--;
    return this.#first++;
  }

  /** Uses these ids; remaining older ones are discarded. */
  replace({ first, count }: IdBlock): void {
    this.#first = first;
    this.#left = count;
  }

  /** Doubles the prefetch after a shortage. */
  fetchMore(): void {
    this.#ahead = Math.min(MOST_AHEAD, 2 * this.#ahead);
  }
}
