import { type CallDeadline, unavailable } from "./deadline.ts";

/** Prefixes of which a reader may need one state over several calls. */
export const LOCKED_PREFIXES = ["event", "audit"] as const;
export type LockedPrefix = (typeof LOCKED_PREFIXES)[number];

/** Keeps a prefix still for readers that look at it several times. */
export class PrefixLocks {
  readonly #locks: Readonly<Record<LockedPrefix, ReadWriteLock>>;

  /** `deadline`: how long a reader waits for writes on their way. */
  constructor(deadline: CallDeadline) {
    this.#locks = { event: new ReadWriteLock(deadline), audit: new ReadWriteLock(deadline) };
  }

  /** Answers once what is written may go; the caller calls the answer when readers of memory see it as well. */
  async write(prefixes: readonly LockedPrefix[]): Promise<() => void> {
    const locks = LOCKED_PREFIXES.filter((prefix) => prefixes.includes(prefix)).map((prefix) =>
      this.#locks[prefix]
    );
    // All are entered at once, with no wait between: two writers could else wait for each other's readers.
    for (let closed = firstHeld(locks); closed !== undefined; closed = firstHeld(locks)) {
      await closed.opened();
    }
    for (const lock of locks) lock.enter();
    return () => {
      for (const lock of locks) lock.leave();
    };
  }

  read<T>(prefix: LockedPrefix, read: () => Promise<T>): Promise<T> {
    return this.#locks[prefix].read(read);
  }
}

function firstHeld(locks: readonly ReadWriteLock[]): ReadWriteLock | undefined {
  return locks.find((lock) => lock.isHeld);
}

class ReadWriteLock {
  #writes = 0;
  #onTheWay = 0;
  #holders = 0;
  #held: PromiseWithResolvers<void> | undefined;
  #writersWaiting = 0;
  #calm: PromiseWithResolvers<void> | undefined;

  constructor(readonly deadline: CallDeadline) {}

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  async opened(): Promise<void> {
    this.#writersWaiting++;
    await this.#held?.promise;
    this.#writersWaiting--;
  }

  enter(): void {
    this.#writes++;
    this.#onTheWay++;
  }

  leave(): void {
    if (--this.#onTheWay > 0) return;
    this.#calm?.resolve();
    this.#calm = undefined;
  }

  /** First without holding anybody up; when a write came between, with the writers held. */
  async read<T>(read: () => Promise<T>): Promise<T> {
    if (this.#onTheWay === 0) {
      const { writes, result } = { writes: this.#writes, result: await read() };
      if (writes === this.#writes) return result;
    }
    return await this.#whileHeld(read);
  }

  /** Readers share a hold, but none joins one that a writer waits for: writers get their turn between two holds. */
  async #whileHeld<T>(read: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined && this.#writersWaiting > 0) await this.#held.promise;
    this.#held ??= Promise.withResolvers();
    this.#holders++;
    try {
      await this.#calmed();
      return await read();
    } finally {
      if (--this.#holders === 0) this.#open();
    }
  }

  #open(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  async #calmed(): Promise<void> {
    if (this.#onTheWay === 0) return;
    this.#calm ??= Promise.withResolvers();
    await this.deadline.of(this.#calm.promise, () => unavailable("did not answer in time"));
  }
}
