import type { Timers } from "./timers.ts";

const TURNS_A_YIELD = 64;

/**
 * Turns that need no waiting follow each other as microtasks and would keep pings, timers and new messages out
 * for ever; every few turns the event loop gets a turn of its own.
 */
export class PeriodicYield {
  #taken = 0;
  #yieldToEventLoop: Promise<void> | undefined;

  constructor(readonly timers: Timers) {}

  /** Called before a turn; the turn waits for the promise, if there is one. */
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
