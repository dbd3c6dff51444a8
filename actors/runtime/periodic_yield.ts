import type { Timers } from "./timers.ts";

const TURNS_A_YIELD = 64;

/**
 * Turns that never wait run as microtasks and would block pings, timers and new messages.
 * Yields to the event loop every few turns.
 */
export class PeriodicYield {
  #taken = 0;
  #yieldToEventLoop: Promise<void> | undefined;

  constructor(readonly timers: Timers) {}

  /** Called before each turn. The turn waits for the promise, if there is one. */
  next(): Promise<void> | undefined {
    if (this.#yieldToEventLoop === undefined && ++this.#taken >= TURNS_A_YIELD) {
      this.#yieldToEventLoop = new Promise((resolve) => this.timers.soon(() => this.#resume(resolve)));
    }
    return this.#yieldToEventLoop;
  }

  #resume(resolve: () => void): void {
    this.#taken = 0;
    this.#yieldToEventLoop = undefined;
    resolve();
  }
}
