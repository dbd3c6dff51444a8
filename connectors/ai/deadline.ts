import type { Ms } from "../../domain/shared/time.ts";

/** A signal that aborts with another one, after a silence, or after all the time there is. */
export class Deadline implements Disposable {
  readonly #stop = new AbortController();
  readonly #onAbort = () => this.#stop.abort(this.outer.reason);
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #whole: ReturnType<typeof setTimeout> | undefined;
  /** True when the time was over; false when the other signal aborted. */
  isOver = false;

  constructor(readonly outer: AbortSignal, readonly silenceMs: Ms, wholeMs?: Ms) {
    if (outer.aborted) this.#onAbort();
    outer.addEventListener("abort", this.#onAbort, { once: true });
    this.extend();
    if (wholeMs !== undefined) this.#whole = setTimeout(() => this.#end(), wholeMs);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Something was heard: the silence begins anew. */
  extend(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#end(), this.silenceMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#whole);
    this.outer.removeEventListener("abort", this.#onAbort);
  }

  #end(): void {
    this.isOver = true;
    this.#stop.abort(new DOMException("The time is over", "TimeoutError"));
  }
}
