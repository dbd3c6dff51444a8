import { remaining, verdict } from "../../domain/rate_limit/allowance.ts";
import type { RateDecision, RateScope } from "../../domain/rate_limit/types.ts";
import { isWithin, type RateWindow, secondsLeft, windowAt } from "../../domain/rate_limit/window.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Blocks, Seen } from "./blocks.ts";

export interface LimiterOptions {
  scope: RateScope;
  /** Requests allowed per window and subject. */
  limit: number;
  windowMs: number;
  /** The most subjects in memory; beyond that the oldest one is evicted. */
  maxSubjects: number;
  now: () => Ms;
  blocks: Blocks;
  /** Called at the first request of each window. */
  windowBegun: (window: RateWindow) => void;
}

/** One subject in one window; `seen` is the stored value when this process last read or wrote it. */
interface Entry {
  window: RateWindow;
  seen: Seen | undefined;
  taken: number;
  left: number;
  waiting: number;
  taking: Promise<void> | undefined;
}

/**
 * Counts requests in fixed windows of the clock. A request belongs to the window in which it is decided. An evicted
 * subject loses the rest of its block: it may be refused up to a block early when it returns, and never gets more
 * than the limit.
 */
export class RateLimiter {
  readonly #options: LimiterOptions;
  #window: RateWindow = { startMs: 0, endMs: 0 };
  #entries = new Map<string, Entry>();

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** Subjects in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Counts one request of a subject (at most 200 bytes of text). Returns a promise when the store must be read;
   * it rejects with UNAVAILABLE when the store does not answer. A refused request writes nothing.
   */
  take(subject: string): RateDecision | Promise<RateDecision> {
    const nowMs = this.#options.now();
    const entry = this.#entry(subject, nowMs);
    return this.#decide(entry, nowMs) ?? this.#waitFor(subject, entry);
  }

  /** At most as many requests wait for a subject as its window still allows. */
  async #waitFor(subject: string, first: Entry): Promise<RateDecision> {
    for (let entry = first;;) {
      entry.waiting++;
      try {
        await (entry.taking ??= this.#takeBlock(subject, entry));
      } finally {
        entry.waiting--;
      }
      const nowMs = this.#options.now();
      if (!isWithin(entry.window, nowMs)) entry = this.#entry(subject, nowMs);
      const decision = this.#decide(entry, nowMs);
      if (decision !== undefined) return decision;
    }
  }

  /** Undefined when a block must be taken first. */
  #decide(entry: Entry, nowMs: Ms): RateDecision | undefined {
    const { limit } = this.#options;
    const allowed = verdict(entry, limit);
    if (allowed === "take a block") return undefined;
    if (allowed === "spend") entry.left--;
    return this.#decision(entry, { allowed: allowed === "spend", nowMs });
  }

  #decision(entry: Entry, { allowed, nowMs }: { allowed: boolean; nowMs: Ms }): RateDecision {
    const { scope, limit, windowMs } = this.#options;
    return {
      scope,
      allowed,
      limit,
      windowSeconds: windowMs / 1000,
      remaining: allowed ? remaining(entry, limit) : 0,
      resetSeconds: secondsLeft(entry.window, nowMs),
    };
  }

  async #takeBlock(subject: string, entry: Entry): Promise<void> {
    const { scope, limit, blocks } = this.#options;
    try {
      const of = { scope, subject, startMs: entry.window.startMs, limit };
      const { seen, block } = await blocks.take(of, entry.seen);
      entry.seen = seen;
      entry.taken = seen.taken;
      entry.left += block;
    } finally {
      entry.taking = undefined;
    }
  }

  #entry(subject: string, nowMs: Ms): Entry {
    if (!isWithin(this.#window, nowMs)) this.#begin(nowMs);
    return this.#entries.get(subject) ?? this.#add(subject);
  }

  #begin(nowMs: Ms): void {
    this.#window = windowAt(nowMs, this.#options.windowMs);
    this.#entries = new Map();
    this.#options.windowBegun(this.#window);
  }

  #add(subject: string): Entry {
    const entry = { window: this.#window, seen: undefined, taken: 0, left: 0, waiting: 0, taking: undefined };
    const [longest] = this.#entries.keys();
    if (longest !== undefined && this.#entries.size >= this.#options.maxSubjects) {
      this.#entries.delete(longest);
    }
    this.#entries.set(subject, entry);
    return entry;
  }
}
