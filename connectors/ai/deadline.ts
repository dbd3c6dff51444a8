import type { Ms } from "../../domain/shared/time.ts";

export interface DeadlineLimits {
  /** Longest wait for the first piece, and between two pieces. */
  idleMs?: Ms;
  /** Longest time in all. */
  totalMs: Ms;
}

/** A signal that aborts with another signal, after an idle time without data, or after a total time. */
export class Deadline implements Disposable {
  readonly #stop = new AbortController();
  readonly #onAbort = () => this.#stop.abort(this.outer.reason);
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #totalTimer: ReturnType<typeof setTimeout>;
  /** What the server failed to do in time; undefined before that, and when the outer signal aborted. */
  missed: string | undefined;

  constructor(readonly outer: AbortSignal, readonly limits: DeadlineLimits) {
    if (outer.aborted) this.#onAbort();
    outer.addEventListener("abort", this.#onAbort, { once: true });
    this.extend();
    const { totalMs } = limits;
    this.#totalTimer = setTimeout(
      () => this.#expire(`did not finish its answer within ${totalMs / 1000} s`),
      totalMs,
    );
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Restarts the idle time, after data arrived. */
  extend(): void {
    const { idleMs } = this.limits;
    if (idleMs === undefined) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#expire(`sent nothing for ${idleMs / 1000} s`), idleMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#totalTimer);
    this.outer.removeEventListener("abort", this.#onAbort);
  }

  #expire(missed: string): void {
    this.missed ??= missed;
    this.#stop.abort(new DOMException("The deadline has passed", "TimeoutError"));
  }
}
