import type { Ms } from "../../domain/shared/time.ts";

/** How long a message may come after a later one: when a session is repaired, they are sent again beside new ones. */
const LATE_MS = 5_000;

/** The numbers of the messages of a subscription, by which one that is lost shows. */
export class Sequence {
  #next: number | undefined;
  #missingSinceMs = 0;
  readonly #missing = new Set<number>();

  /** A sign of life has the number of the next message. */
  take(number: number, { isData, nowMs }: { isData: boolean; nowMs: Ms }): void {
    const next = this.#next ?? number;
    this.#missing.delete(isData ? number : NaN);
    if (number > next && this.#missing.size === 0) this.#missingSinceMs = nowMs;
    for (let missing = next; missing < number; missing++) this.#missing.add(missing);
    this.#next = Math.max(next, isData ? number + 1 : number);
  }

  /** Nothing is missing up to the newest message. */
  get isWhole(): boolean {
    return this.#missing.size === 0;
  }

  /** The message after which all has to be sent again. */
  get whole(): number {
    return Math.min(this.#next ?? 1, ...this.#missing) - 1;
  }

  /** Whether messages are lost; told once. */
  takeLoss(nowMs: Ms): boolean {
    if (this.isWhole || nowMs - this.#missingSinceMs < LATE_MS) return false;
    this.#missing.clear();
    return true;
  }
}
