import type { Ms } from "../domain/shared/time.ts";

const WINDOW_MS = 5 * 60_000;
const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 8_000;
const MAX_KEYS = 10_000;

/** One attempt to sign in. Name and address are counted separately. */
export interface Attempt {
  name: string;
  address: string;
}

/**
 * Slows wrong passwords down: after five wrong ones for a name or an address within 5 minutes, the next attempts wait
 * 1 s, 2 s, 4 s, at most 8 s. An attempt counts as wrong from its start, so that concurrent attempts gain nothing.
 * Holds at most 10,000 names and addresses; beyond that the least recently used are dropped.
 */
export class SignInSlowdown {
  readonly #failures = new Map<string, Ms[]>();

  constructor(private readonly now: () => Ms, private readonly maxKeys = MAX_KEYS) {}

  /** Counts an attempt and returns how long it must wait, in milliseconds. */
  begin(attempt: Attempt): number {
    const earlier = keysOf(attempt).map((key) => this.#count(key));
    return delayAfter(Math.max(...earlier));
  }

  /** The password was right: resets the count of the name, and does not count this attempt against the address. */
  succeeded({ name, address }: Attempt): void {
    this.#failures.delete(nameKey(name));
    this.#failures.get(addressKey(address))?.pop();
  }

  get size(): number {
    return this.#failures.size;
  }

  /** Returns the number of wrong attempts so far and counts one more. */
  #count(key: string): number {
    const nowMs = this.now();
    const recent = (this.#failures.get(key) ?? []).filter((at) => at > nowMs - WINDOW_MS);
    const earlier = recent.length;
    this.#failures.delete(key);
    this.#failures.set(key, [...recent, nowMs].slice(-2 * FREE_FAILURES));
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= this.maxKeys) break;
      this.#failures.delete(oldest);
    }
    return earlier;
  }
}

function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES), LONGEST_DELAY_MS);
}

function keysOf({ name, address }: Attempt): string[] {
  return [nameKey(name), addressKey(address)];
}

function nameKey(name: string): string {
  return `name ${name.toLowerCase()}`;
}

function addressKey(address: string): string {
  return `address ${address}`;
}
