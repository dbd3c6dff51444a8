import { type CallDeadline, unavailable } from "./deadline.ts";

/** Prefixes that readers may need in one consistent state over several calls. */
export const LOCKED_PREFIXES = ["event", "audit"] as const;
export type LockedPrefix = (typeof LOCKED_PREFIXES)[number];

/** Blocks writes of a prefix during reads of several calls. */
export class PrefixLocks {
  readonly #locks: Readonly<Record<LockedPrefix, ReadWriteLock>>;

  /** `deadline`: how long a reader waits for writes under way. */
  constructor(deadline: CallDeadline) {
    this.#locks = { event: new ReadWriteLock(deadline), audit: new ReadWriteLock(deadline) };
  }

  /** Resolves once the write may start, with a function to call when readers of memory see the write too. */
  async write(prefixes: readonly LockedPrefix[]): Promise<() => void> {
    const locks = LOCKED_PREFIXES.filter((prefix) => prefixes.includes(prefix)).map((prefix) =>
      this.#locks[prefix]
    );
    // All locks are entered without a wait in between: otherwise two writers could wait for each other's readers.
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
  #underWay = 0;
  #holders = 0;
  #held: PromiseWithResolvers<void> | undefined;
  #writersWaiting = 0;
  #drained: PromiseWithResolvers<void> | undefined;

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
    this.#underWay++;
  }

  leave(): void {
    if (--this.#underWay > 0) return;
    this.#drained?.resolve();
    this.#drained = undefined;
  }

  /** First without blocking writers; if a write happened meanwhile, again with writers blocked. */
  async read<T>(read: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0) {
      const { writes, result } = { writes: this.#writes, result: await read() };
      if (writes === this.#writes) return result;
    }
    return await this.#whileHeld(read);
  }

  /** Readers share a hold, but none joins a hold that a writer waits for, so that readers cannot starve writers. */
  async #whileHeld<T>(read: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined && this.#writersWaiting > 0) await this.#held.promise;
    this.#held ??= Promise.withResolvers();
    this.#holders++;
    try {
      await this.#writesDrained();
      return await read();
    } finally {
      if (--this.#holders === 0) this.#open();
    }
  }

  #open(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  async #writesDrained(): Promise<void> {
    if (this.#underWay === 0) return;
    this.#drained ??= Promise.withResolvers();
    await this.deadline.of(this.#drained.promise, () => unavailable("did not answer in time"));
  }
}
