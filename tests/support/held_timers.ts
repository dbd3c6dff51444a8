/**
 * Timers of one length, which no other timer has: they run when the test says so, so that what they end has begun by
 * then on any machine. All other timers are the real ones.
 */
export class HeldTimers implements Disposable {
  readonly #real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout };
  readonly #held = new Map<unknown, () => void>();

  constructor(ms: number) {
    const { set, clear } = this.#real;
    globalThis.setTimeout = ((call: () => void, after?: number, ...given: []) => {
      const id = set(call, after, ...given);
      if (after === ms) this.#held.set(id, call);
      return id;
    }) as typeof setTimeout;
    globalThis.clearTimeout = (id) => {
      this.#held.delete(id);
      clear(id);
    };
  }

  /** Their time has come. */
  pass(): void {
    for (const [id, call] of [...this.#held]) {
      globalThis.clearTimeout(id as number);
      call();
    }
  }

  [Symbol.dispose](): void {
    globalThis.setTimeout = this.#real.set;
    globalThis.clearTimeout = this.#real.clear;
  }
}
