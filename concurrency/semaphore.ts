import { Refusal } from "../domain/shared/refusal.ts";

export interface SemaphoreOptions {
  /** How many run at once. */
  permits: number;
  /** How many more may wait. */
  maxWaiting: number;
  /** What runs, as in "Too many … are waiting". */
  what: string;
}

/**
 * Runs `permits` tasks at once, lets `maxWaiting` more wait in order of arrival, and refuses the rest with
 * UNAVAILABLE.
 */
export class Semaphore {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly options: SemaphoreOptions) {}

  /** Runs `work` once a permit is free. An abort of the signal ends the wait. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#acquire(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { permits, maxWaiting, what } = this.options;
    if (this.#running < permits) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= maxWaiting) {
      throw new Refusal("UNAVAILABLE", `Too many ${what} wait already; try again shortly`);
    }
    await this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(go);
    });
  }

  /** The permit passes to the task that has waited longest. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
