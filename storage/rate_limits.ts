import type { RateScope } from "../domain/rate_limit/types.ts";
import { WINDOW_MS } from "../domain/rate_limit/window.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Ms } from "../domain/shared/time.ts";
import { Blocks } from "./rate_limit/blocks.ts";
import { RateLimiter } from "./rate_limit/limiter.ts";
import { OldWindows } from "./rate_limit/old_windows.ts";
import type { KvStore } from "./store/store.ts";

export interface RateLimitsOptions {
  store: KvStore;
  now: () => Ms;
  log: Log;
  /** The default is a minute. */
  windowMs?: number;
  /** The most subjects in memory per limiter; the default is 100,000. */
  maxSubjects?: number;
}

const MAX_SUBJECTS = 100_000;

/**
 * The rate limiters of a store. A process takes small blocks of a window's allowance by checked writes and spends
 * them in memory: one process allows exactly the limit, several together never more.
 */
export class RateLimits {
  readonly #limiters = new Map<string, RateLimiter>();
  readonly #blocks: Blocks;
  readonly #oldWindows: OldWindows;

  constructor(readonly options: RateLimitsOptions) {
    this.#blocks = new Blocks(options.store);
    this.#oldWindows = new OldWindows(options.store, options.log);
  }

  /** The limiter of a scope: the same object for the same scope and limit. */
  limiter(scope: RateScope, limit: number): RateLimiter & { readonly size: number } {
    const name = `${scope} ${limit}`;
    const limiter = this.#limiters.get(name) ?? this.#newLimiter(scope, limit);
    this.#limiters.set(name, limiter);
    return limiter;
  }

  /** Waits for the deletion of old windows under way. */
  settled(): Promise<void> {
    return this.#oldWindows.settled();
  }

  close(): Promise<void> {
    return this.#oldWindows.close();
  }

  #newLimiter(scope: RateScope, limit: number): RateLimiter {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`A limit of ${limit} is not a positive whole number`);
    }
    const { now, windowMs = WINDOW_MS, maxSubjects = MAX_SUBJECTS } = this.options;
    return new RateLimiter({
      scope,
      limit,
      windowMs,
      maxSubjects,
      now,
      blocks: this.#blocks,
      windowBegun: (window) => this.#oldWindows.sweep(window),
    });
  }
}
