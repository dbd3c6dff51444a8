import type { Ms } from "../../domain/shared/time.ts";

export interface DeadlineLimits {
  /** Between two things that are heard, and before the first. */
  silenceMs?: Ms;
  /** All the time there is. */
  wholeMs: Ms;
}

/** A signal that aborts with another one, after a silence, or after all the time there is. */
export class Deadline implements Disposable {
  readonly #stop = new AbortController();
  readonly #onAbort = () => this.#stop.abort(this.outer.reason);
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #whole: ReturnType<typeof setTimeout>;
  /** What the other side did when the time was over; undefined while it is not, and when the other signal aborted. */
  over: string | undefined;

  constructor(readonly outer: AbortSignal, readonly limits: DeadlineLimits) {
    if (outer.aborted) this.#onAbort();
    outer.addEventListener("abort", this.#onAbort, { once: true });
    this.extend();
    const { wholeMs } = limits;
    this.#whole = setTimeout(() => this.#end(`did not end its answer within ${wholeMs / 1000} s`), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Something was heard: the silence begins anew. */
  extend(): void {
    const { silenceMs } = this.limits;
    if (silenceMs === undefined) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(`said nothing for ${silenceMs / 1000} s`), silenceMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
    this.outer.removeEventListener("abort", this.#onAbort);
  }

  #end(over: string): void {
    this.over ??= over;
    this.#stop.abort(new DOMException("The time is over", "TimeoutError"));
  }
}
