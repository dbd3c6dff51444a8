const COMPACT_AT = 64;

/** A first-in, first-out queue whose `shift` does not move the other items. Items must not be undefined. */
export class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#head++];
    if (this.size === 0) this.#reset();
    else if (this.#head >= COMPACT_AT && this.#head * 2 >= this.#items.length) this.#compact();
    else this.#items[this.#head - 1] = undefined!;
    return item;
  }

  /** A copy of the items, in order. */
  items(): T[] {
    return this.#items.slice(this.#head);
  }

  clear(): void {
    this.#reset();
  }

  #reset(): void {
    this.#items.length = 0;
    this.#head = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
