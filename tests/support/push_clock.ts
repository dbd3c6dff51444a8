import { type PushClock, realClock } from "../../routes/push/clock.ts";

/** A manual clock; timers due soon still fire by themselves. */
export class TurnedClock implements PushClock {
  #nowMs = Date.now();
  readonly #timers = new Set<{ at: number; call: () => void }>();

  now = (): number => this.#nowMs;
  soon = realClock.soon;

  after(delayMs: number, call: () => void): () => void {
    const timer = { at: this.#nowMs + delayMs, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Advances the clock, one millisecond at a time. */
  turn(ms: number): void {
    for (const end = this.#nowMs + ms; this.#nowMs < end;) {
      this.#nowMs++;
      for (const timer of this.#timers) {
        if (timer.at > this.#nowMs) continue;
        this.#timers.delete(timer);
        timer.call();
      }
    }
  }
}
