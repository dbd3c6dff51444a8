import type { EventRecord } from "../../domain/event/types.ts";
import type { BacktestOrder, BacktestProgress, BacktestResult } from "../../domain/backtest/types.ts";

/** The one backtest actor, on the last shard; the source actor is on the first. */
export const BACKTEST = "backtest";
export const BACKTEST_ID = "1";

/** Channel on which it publishes a `RunProgress` after each part of a run. */
export const BACKTEST_PROGRESS = "backtest_progress";

export interface RunProgress extends BacktestProgress {
  run: string;
}

/** A run that takes longer is refused. */
export const RUN_DEADLINE_MS = 15 * 60_000;

/** The events of a run as records, up to its limit. Their ids have no meaning. */
export interface BacktestRecords {
  records: EventRecord[];
  truncated: boolean;
  samples: number;
  evaluations: number;
  missing_streams: string[];
}

/**
 * `run` answers the BacktestResult, `records` BacktestRecords; `id` names them for the others. Refuses with UNAVAILABLE when too many wait, it was
 * cancelled or took too long, VALIDATION_FAILED when it holds more than a limit, and as reads of the source do.
 */
export type BacktestMessage =
  | { type: "run" | "records"; id: string; order: BacktestOrder }
  | { type: "cancel"; id: string };

export type { BacktestOrder, BacktestResult };
