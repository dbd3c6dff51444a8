/** A queue whose head is taken without moving the rest. */
export class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#head];
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#head++];
    if (this.#head > 1_024 && this.#head * 2 > this.#items.length) this.#compact();
    return item;
  }

  /** All of them, in order. */
  items(): T[] {
    return this.#items.slice(this.#head);
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
  }

  #compact(): void {
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
