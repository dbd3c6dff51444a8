import type { Ticks } from "../../shared/time.ts";
import type { HistoryRing } from "./history_ring.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { WindowGrid } from "./window_grid.ts";

/** What a condition over time has beside what every condition has. */
export interface WindowCondition {
  /** Which side of its value makes it TRUE. */
  isBelow: boolean;
  /** Ticks; NaN where the value says how long (stale_for, flat_for). */
  width: Ticks;
  grid: WindowGrid | null;
  /** Of count_above: the value above which a sample is counted, or the stream (row) that stands for it. */
  limit: number;
  limitStream: number;
  limitMaxAge: Ticks;
  /** What it asks of its stream's past; null: nothing. */
  need: HistoryNeed | null;
  deployedAt: Ticks;
  /** The history that it needs has not been read yet: it is UNKNOWN until then. */
  isUnfilled: boolean;
  counted: Counted | null;
}

/** A count as of the last look at it: rows from `from` to before `to` of a ring, as they stood in `epoch`. */
export interface Counted {
  ring: HistoryRing;
  epoch: number;
  limit: number;
  from: number;
  to: number;
  count: number;
}
