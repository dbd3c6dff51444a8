import { Refusal } from "../../domain/shared/refusal.ts";

/** So many do something at once, so many more wait for a place; who is one too many is refused. */
export class Places {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly limits: { atOnce: number; waiting: number; what: string }) {}

  /** Carries `work` out once there is a place. The signal's abort ends the wait. */
  async inPlace<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { atOnce, waiting, what } = this.limits;
    if (this.#taken < atOnce) {
      this.#taken++;
      return;
    }
    if (this.#waiting.length >= waiting) {
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

  /** Whoever waits longest takes the place that is left. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken--;
    else next();
  }
}
