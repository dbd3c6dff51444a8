/** A wait that ends when nothing has been heard for too long. */
export class Patience implements Disposable {
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(private readonly mostMs: number, firstMs = mostMs) {
    this.#timer = this.#start(firstMs);
  }

  /** Aborts when the wait is over. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** A sign of life. */
  renew(): void {
    clearTimeout(this.#timer);
    if (!this.#ended.signal.aborted) this.#timer = this.#start(this.mostMs);
  }

  #start(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#ended.abort(), ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
