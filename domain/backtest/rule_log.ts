import type { Transition } from "../evaluation/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import type { BacktestFigures } from "./types.ts";

const SECONDS_PER_DAY = 86_400;

/** Counts the events, the active time and the blind time of one rule in a backtest. Times in ticks. */
export class RuleLog {
  events = 0;
  chattering = 0;
  #activeTicks = 0;
  #blindTicks = 0;
  #activeSince: Ticks | null = null;
  #blindSince: Ticks | null;

  /** A rule's truth is UNKNOWN until its first evaluation. */
  constructor(from: Ticks) {
    this.#blindSince = from;
  }

  opened({ onset, chattering }: Extract<Transition, { kind: "opened" }>): void {
    this.events++;
    if (chattering) this.chattering++;
    this.#activeSince = onset;
  }

  closed(endAt: Ticks): void {
    if (this.#activeSince !== null) this.#activeTicks += endAt - this.#activeSince;
    this.#activeSince = null;
  }

  truth(truth: "true" | "false" | "unknown", at: Ticks): void {
    if (this.#blindSince !== null) this.#blindTicks += at - this.#blindSince;
    this.#blindSince = truth === "unknown" ? at : null;
  }

  /** The totals at `at`. An open event and a blind span count up to there. */
  totals(at: Ticks): RuleTotals {
    const until = (since: Ticks | null) => since === null ? 0 : at - since;
    return {
      events: this.events,
      active_at_end: Number(this.#activeSince !== null),
      chattering: this.chattering,
      active_seconds: (this.#activeTicks + until(this.#activeSince)) / TICKS_PER_SECOND,
      blind_seconds: (this.#blindTicks + until(this.#blindSince)) / TICKS_PER_SECOND,
    };
  }
}

export type RuleTotals = Pick<
  BacktestFigures,
  "events" | "active_at_end" | "chattering" | "active_seconds" | "blind_seconds"
>;

/** The figures of several rules over a span of `spanSeconds`. */
export function figuresOf(rules: readonly RuleTotals[], spanSeconds: number): BacktestFigures {
  const sum = (field: keyof RuleTotals) => rules.reduce((total, rule) => total + rule[field], 0);
  const events = sum("events"), active_seconds = sum("active_seconds"), blind_seconds = sum("blind_seconds");
  const ruleSeconds = Math.max(1, rules.length) * spanSeconds;
  return {
    events,
    active_at_end: sum("active_at_end"),
    rate_per_day: events / spanSeconds * SECONDS_PER_DAY,
    chattering: sum("chattering"),
    active_seconds,
    active_share: active_seconds / ruleSeconds,
    blind_seconds,
    blind_share: blind_seconds / ruleSeconds,
  };
}
