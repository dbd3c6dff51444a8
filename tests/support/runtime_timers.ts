import type { Timers } from "../../actors/runtime/timers.ts";

interface Waiting {
  atMs: number;
  run: () => void;
}

/** Timers whose time the test moves. `soon` stays real. */
export class FakeTimers implements Timers {
  #nowMs = 1_000_000;
  #waiting = new Set<Waiting>();

  now = (): number => this.#nowMs;

  after = (delayMs: number, run: () => void): () => void => {
    const entry = { atMs: this.#nowMs + delayMs, run };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  };

  soon = (run: () => void): void => void setTimeout(run, 0);

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Fires what is due, in order, and lets each come to rest before the next. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (let next = this.#next(endMs); next !== undefined; next = this.#next(endMs)) {
      this.#waiting.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await restOfTheLoop();
    }
    this.#nowMs = endMs;
    await restOfTheLoop();
  }

  #next(endMs: number): Waiting | undefined {
    const due = [...this.#waiting].filter(({ atMs }) => atMs <= endMs);
    return due.sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Everything that needs no outside world has happened afterwards. */
export function restOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
