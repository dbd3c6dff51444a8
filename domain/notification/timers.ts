import type { Ms } from "../shared/time.ts";

interface Timer {
  at: Ms;
  key: string;
}

/** Times of keys, found by the earliest: a binary heap in which a changed time leaves its old entry until later. */
export class Timers {
  readonly #times = new Map<string, Ms>();
  #heap: Timer[] = [];

  get size(): number {
    return this.#times.size;
  }

  has(key: string): boolean {
    return this.#times.has(key);
  }

  /** Null removes the key. */
  set(key: string, at: Ms | null): void {
    if (at === null) {
      this.#times.delete(key);
    } else if (this.#times.get(key) !== at) {
      this.#times.set(key, at);
      this.#push({ at, key });
    }
    if (this.#heap.length > 2 * this.#times.size + 64) this.#rebuild();
  }

  /** The keys whose time has come. */
  dueBy(now: Ms): Set<string> {
    const due = new Set<string>(), open = [0];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const timer = this.#heap[i];
      if (timer === undefined || timer.at > now) continue;
      if (this.#isValid(timer)) due.add(timer.key);
      open.push(2 * i + 1, 2 * i + 2);
    }
    return due;
  }

  /** The earliest time of a key that is not left out; Infinity: there is none. */
  next(leavesOut: (key: string) => boolean): Ms {
    let least = Infinity;
    const open = [0];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const timer = this.#heap[i];
      if (timer === undefined || timer.at >= least) continue;
      if (this.#isValid(timer) && !leavesOut(timer.key)) least = timer.at;
      else open.push(2 * i + 1, 2 * i + 2);
    }
    return least;
  }

  #isValid({ at, key }: Timer): boolean {
    return this.#times.get(key) === at;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let i = heap.push(timer) - 1;
    for (let above = (i - 1) >> 1; i > 0 && heap[above]!.at > timer.at; i = above, above = (i - 1) >> 1) {
      heap[i] = heap[above]!;
      heap[above] = timer;
    }
  }

  /** A sorted list is a heap. */
  #rebuild(): void {
    this.#heap = [...this.#times].map(([key, at]) => ({ at, key })).sort((a, b) => a.at - b.at);
  }
}
