import { Refusal } from "../../domain/shared/refusal.ts";
import { unavailable } from "../store/deadline.ts";

/**
 * Who waits for a password hash: people that Andon knows (signed in, or on a known device), sign-ins under names and
 * from addresses without a recent wrong password, and all other sign-ins.
 */
export type HashPriority = "known" | "quiet" | "slowed";

/** How many hashes run at once, and how many more may wait. */
const AT_ONCE = 2;
export const MOST_WAITING: Readonly<Record<HashPriority, number>> = { known: 50, quiet: 30, slowed: 10 };

/** After so many quiet sign-ins in a row, one of the slowed ones is next. */
const QUIET_IN_A_ROW = 3;
const RETRY_SECONDS = 2;

/**
 * Runs a few hashes at a time. Known callers come first; a flood of other sign-ins fills only its own queue, and is
 * refused with RATE_LIMITED beyond it.
 */
export class HashQueue {
  #running = 0;
  #quietInARow = 0;
  readonly #waiting: Readonly<Record<HashPriority, (() => void)[]>> = { known: [], quiet: [], slowed: [] };

  async run<T>(priority: HashPriority, work: () => Promise<T>): Promise<T> {
    await this.#enter(priority);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(priority: HashPriority): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++;
      return;
    }
    const queue = this.#waiting[priority];
    if (queue.length >= MOST_WAITING[priority]) throw tooMany(priority);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** The permit passes to the hash that is next. */
  #leave(): void {
    const next = this.#next();
    if (next === undefined) this.#running--;
    else next();
  }

  #next(): (() => void) | undefined {
    const { known, quiet, slowed } = this.#waiting;
    if (known.length > 0) return known.shift();
    const takesQuiet = quiet.length > 0 && (slowed.length === 0 || this.#quietInARow < QUIET_IN_A_ROW);
    this.#quietInARow = takesQuiet ? this.#quietInARow + 1 : 0;
    return takesQuiet ? quiet.shift() : slowed.shift();
  }
}

function tooMany(priority: HashPriority): Refusal {
  if (priority === "known") return unavailable("has too many passwords to verify");
  const text = `Too many sign-ins at once; try again in ${RETRY_SECONDS} s`;
  return new Refusal("RATE_LIMITED", text, { retry_after_seconds: RETRY_SECONDS, scope: "sign_in" });
}
