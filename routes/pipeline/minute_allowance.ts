import type { LimitDecision } from "../../domain/rate_limit/types.ts";
import { type RateWindow, secondsLeft, WINDOW_MS, windowAt } from "../../domain/rate_limit/window.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AppContext } from "./env.ts";

export interface MinuteLimit {
  scope: Exclude<LimitDecision["scope"], "default" | "ai" | "heavy" | "cross_site">;
  perMinute: number;
  /** As a refusal says it: `beats a minute of one heartbeat`. */
  what: string;
}

/** Counts the requests of each thing in the present minute. */
export class MinuteAllowance {
  #window: RateWindow = { startMs: 0, endMs: 0 };
  readonly #taken = new Map<string, number>();

  constructor(private readonly limit: MinuteLimit) {}

  /** States the decision in the answer's headers. Throws RATE_LIMITED. */
  spend(c: AppContext, key: string, nowMs: Ms): void {
    const { perMinute, scope, what } = this.limit, decision = this.#take(key, nowMs);
    c.set("rateDecisions", [...c.get("rateDecisions") ?? [], decision]);
    if (decision.allowed) return;
    const { resetSeconds } = decision;
    const shown = perMinute.toLocaleString("en");
    throw new Refusal("RATE_LIMITED", `At most ${shown} ${what} are taken; try again in ${resetSeconds} s`, {
      retry_after_seconds: resetSeconds,
      scope,
    });
  }

  #take(key: string, nowMs: Ms): LimitDecision {
    const window = windowAt(nowMs, WINDOW_MS);
    if (window.startMs !== this.#window.startMs) this.#taken.clear();
    this.#window = window;
    const taken = this.#taken.get(key) ?? 0, { perMinute: limit, scope } = this.limit;
    const allowed = taken < limit;
    if (allowed) this.#taken.set(key, taken + 1);
    return {
      ...{ scope, allowed, limit },
      windowSeconds: WINDOW_MS / 1_000,
      remaining: Math.max(0, limit - taken - 1),
      resetSeconds: secondsLeft(window, nowMs),
    };
  }
}
