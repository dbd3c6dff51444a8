import type { IdBlock } from "./contract.ts";

const MOST_AHEAD = 1_000;

/** Ids for events, fetched ahead, so that an opening seldom waits for the store. */
export class EventIds {
  #first = 0;
  #left = 0;
  #ahead = 10;

  /** How many there are without a fetch. */
  get left(): number {
    return this.#left;
  }

  /** How many a fetch brings beyond what is needed. */
  get ahead(): number {
    return this.#ahead;
  }

  take(): number {
    this.#left--;
    return this.#first++;
  }

  /** Goes on with these; what is left of the last ones is given up. */
  replace({ first, count }: IdBlock): void {
    this.#first = first;
    this.#left = count;
  }

  /** Those fetched ahead were too few: the next fetches bring twice as many. */
  fetchMore(): void {
    this.#ahead = Math.min(MOST_AHEAD, 2 * this.#ahead);
  }
}
