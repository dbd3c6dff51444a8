import type { Ticks } from "../../shared/time.ts";
import type { CounterSum } from "./counter_sum.ts";
import type { Trigger, TriggerCount } from "./trigger_count.ts";
import type { HistoryRing } from "./history_ring.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { WindowGrid } from "./window_grid.ts";

/** The part of a condition over time that other conditions do not have. */
export interface WindowCondition {
  /** TRUE below the limit, not above it. */
  isBelow: boolean;
  /** Ticks; NaN when the operand is the time (stale_for, flat_for). */
  width: Ticks;
  grid: WindowGrid | null;
  /** For count_above: samples above this value, or above the value of this stream (row), are counted. */
  limit: number;
  limitStream: number;
  limitMaxAge: Ticks;
  /** The history needed of its stream; null: none. */
  need: HistoryNeed | null;
  deployedAt: Ticks;
  /** The history has not been read yet, so the condition is UNKNOWN. */
  isUnfilled: boolean;
  counted: Counted | null;
  /** For the increase of a counter. */
  counter: Counter | null;
  /** For the times at which a comparison became TRUE. */
  times: { trigger: Trigger; count: TriggerCount | null } | null;
}

/** How the increase of a counter is read, and what it was last. */
export interface Counter {
  /** A fall of at most this counts nothing. */
  tolerance: number;
  /** The largest value that it shows; NaN: it does not start again by itself. */
  rollover: number;
  sum: CounterSum | null;
}

/** The last count of a window: rows from `from` up to, not including, `to` of a ring in the state `epoch`. */
export interface Counted {
  ring: HistoryRing;
  epoch: number;
  limit: number;
  from: number;
  to: number;
  count: number;
}
