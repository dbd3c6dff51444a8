import type { Sleep } from "../../concurrency/sleep.ts";

interface Timer {
  atMs: number;
  go: () => void;
}

/** A manual clock: sleepers wake in the order of their times while it advances. */
export class ManualClock {
  readonly #timers = new Set<Timer>();
  constructor(public nowMs = Date.UTC(2026, 0, 31, 8)) {}

  now = () => this.nowMs;

  sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: Timer = { atMs: this.nowMs + ms, go: resolve };
      signal?.addEventListener("abort", () => this.#timers.delete(timer) && reject(signal.reason));
      this.#timers.add(timer);
    });

  get sleepers(): number {
    return this.#timers.size;
  }

  async advance(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    await settled();
    for (let timer = this.#first(endMs); timer !== undefined; timer = this.#first(endMs)) {
      this.#timers.delete(timer);
      this.nowMs = Math.max(this.nowMs, timer.atMs);
      timer.go();
      await settled();
    }
    this.nowMs = endMs;
  }

  #first(endMs: number): Timer | undefined {
    const due = [...this.#timers].filter((timer) => timer.atMs <= endMs);
    return due.sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Lets pending promises settle, for up to 20 steps. */
export async function settled(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve();
}
