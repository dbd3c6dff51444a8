import type { Ms } from "../../domain/shared/time.ts";

/** More callbacks at once than a plant has people; beyond that the oldest are forgotten. */
const MOST = 10_000;

/** The states of completed sign-ins, so that none is completed twice. After `lifetimeMs` they have expired anyway. */
export class SpentStates {
  readonly #spent = new Map<string, Ms>();

  constructor(private readonly now: () => Ms, private readonly lifetimeMs: Ms) {}

  /** False for a state that was spent. */
  spend(state: string): boolean {
    const nowMs = this.now();
    for (const [old, spentMs] of this.#spent) {
      if (spentMs + this.lifetimeMs > nowMs && this.#spent.size < MOST) break;
      this.#spent.delete(old);
    }
    if (this.#spent.has(state)) return false;
    this.#spent.set(state, nowMs);
    return true;
  }

  /** It may be spent again, since what it was spent on failed. */
  release(state: string): void {
    this.#spent.delete(state);
  }
}
