import type { Timers } from "./timers.ts";

const TURNS_A_BREATH = 64;

/**
 * Turns that need no waiting follow each other as microtasks and would keep pings, timers and new messages out
 * for ever; every few turns the event loop gets a turn of its own.
 */
export class Pace {
  #taken = 0;
  #breath: Promise<void> | undefined;

  constructor(readonly timers: Timers) {}

  /** Called before a turn; the turn waits for the promise, if there is one. */
  next(): Promise<void> | undefined {
    if (this.#breath === undefined && ++this.#taken >= TURNS_A_BREATH) {
      this.#breath = new Promise((resolve) => this.timers.soon(() => this.#resume(resolve)));
    }
    return this.#breath;
  }

  #resume(resolve: () => void): void {
    this.#taken = 0;
    this.#breath = undefined;
    resolve();
  }
}
