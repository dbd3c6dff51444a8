import type { Ms } from "../../../domain/shared/time.ts";

/** More at once than a plant has people; beyond that the oldest are forgotten. */
const MOST = 10_000;

/** States in memory, each for a limited time, by a token that only its browser has. */
export class ExpiringStates<T> {
  readonly #states = new Map<string, { state: T; untilMs: Ms }>();
  readonly #most: number;

  constructor(
    private readonly now: () => Ms,
    { lifetimeMs, most = MOST }: { lifetimeMs: Ms; most?: number },
  ) {
    this.lifetimeMs = lifetimeMs;
    this.#most = most;
  }

  readonly lifetimeMs: Ms;

  set(token: string, state: T): void {
    const nowMs = this.now();
    this.#states.delete(token);
    for (const [oldest, { untilMs }] of this.#states) {
      if (untilMs > nowMs && this.#states.size < this.#most) break;
      this.#states.delete(oldest);
    }
    this.#states.set(token, { state, untilMs: nowMs + this.lifetimeMs });
  }

  get(token: string): T | undefined {
    const entry = this.#states.get(token);
    if (entry === undefined || entry.untilMs > this.now()) return entry?.state;
    this.#states.delete(token);
    return undefined;
  }

  /** The state, which is forgotten: undefined the second time. */
  take(token: string): T | undefined {
    const state = this.get(token);
    this.#states.delete(token);
    return state;
  }
}
