import type { Ms } from "../../domain/shared/time.ts";
import { unavailable } from "./failure.ts";

/** Waits for one work at a time and can give up on it, without a timer for each. */
export class TurnDeadline {
  #giveUp: ((error: Error) => void) | undefined;
  #sinceMs: Ms = 0;

  /** The work's result. UNAVAILABLE when `check` gave up first; the result is ignored then. */
  async wait<T>(work: Promise<T>, nowMs: Ms): Promise<T> {
    this.#sinceMs = nowMs;
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#giveUp = reject;
        work.then(resolve, reject);
      });
    } finally {
      this.#giveUp = undefined;
    }
  }

  /** Gives up on the work once it has taken longer than the limit. */
  check(nowMs: Ms, limitMs: number): void {
    if (this.#giveUp === undefined || nowMs - this.#sinceMs < limitMs) return;
    this.#giveUp(unavailable(`The actor's work took longer than ${limitMs} ms and was given up; try again`));
  }
}
