import { Refusal } from "../../domain/shared/refusal.ts";
import { unavailable } from "../store/deadline.ts";

/**
 * Who waits for a password hash: people that Andon knows (signed in, or on a known device), sign-ins under names and
 * from addresses without a recent wrong password, and all other sign-ins.
 */
export type HashPriority = "known" | "quiet" | "slowed";

/** How many hashes run at once, and how many of them for callers that are not known: one stays free of them. */
const AT_ONCE = 2;
const OTHERS_AT_ONCE = 1;
/** How many more may wait. */
export const MOST_WAITING: Readonly<Record<HashPriority, number>> = { known: 50, quiet: 15, slowed: 5 };

/** After so many quiet sign-ins in a row, one of the slowed ones is next. */
const QUIET_IN_A_ROW = 3;
const RETRY_SECONDS = 2;

/**
 * Runs two hashes at a time. Known callers come first and one of the two is free for them; a flood of other sign-ins
 * fills only its own queue, and is refused with RATE_LIMITED beyond it.
 */
export class HashQueue {
  #running = 0;
  #othersRunning = 0;
  #quietInARow = 0;
  readonly #waiting: Readonly<Record<HashPriority, (() => void)[]>> = { known: [], quiet: [], slowed: [] };

  async run<T>(priority: HashPriority, work: () => Promise<T>): Promise<T> {
    if (!this.#take(priority)) await this.#wait(priority);
    try {
      return await work();
    } finally {
      this.#running--;
      if (priority !== "known") this.#othersRunning--;
      this.#startNext();
    }
  }

  /** Takes a permit if one is free for the priority. */
  #take(priority: HashPriority): boolean {
    const isOther = priority !== "known";
    if (this.#running >= AT_ONCE || (isOther && this.#othersRunning >= OTHERS_AT_ONCE)) return false;
    this.#running++;
    if (isOther) this.#othersRunning++;
    return true;
  }

  /** Resolves with a permit. */
  async #wait(priority: HashPriority): Promise<void> {
    const queue = this.#waiting[priority];
    if (queue.length >= MOST_WAITING[priority]) throw tooMany(priority);
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Passes the free permit to the hash that is next. */
  #startNext(): void {
    const priority = this.#nextPriority();
    if (priority !== undefined && this.#take(priority)) this.#waiting[priority].shift()?.();
  }

  #nextPriority(): HashPriority | undefined {
    const { known, quiet, slowed } = this.#waiting;
    if (known.length > 0) return "known";
    if (this.#othersRunning >= OTHERS_AT_ONCE || quiet.length + slowed.length === 0) return undefined;
    const takesQuiet = quiet.length > 0 && (slowed.length === 0 || this.#quietInARow < QUIET_IN_A_ROW);
    this.#quietInARow = takesQuiet ? this.#quietInARow + 1 : 0;
    return takesQuiet ? "quiet" : "slowed";
  }
}

function tooMany(priority: HashPriority): Refusal {
  if (priority === "known") return unavailable("has too many passwords to verify");
  const text = `Too many sign-ins at once; try again in ${RETRY_SECONDS} s`;
  return new Refusal("RATE_LIMITED", text, { retry_after_seconds: RETRY_SECONDS, scope: "sign_in" });
}
