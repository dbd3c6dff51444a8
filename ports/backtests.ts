import type { BacktestRecords } from "../actors/backtest/contract.ts";
import type { BacktestOrder, BacktestProgress, BacktestResult } from "../domain/backtest/types.ts";

/** Runs backtests. */
export interface BacktestPort {
  /** Refuses with UNAVAILABLE when the signal aborts, which stops the run. */
  run(order: BacktestOrder, options: BacktestOptions): Promise<BacktestResult>;
  /** The same, with the events as records to be stored. */
  records(order: BacktestOrder, options: BacktestOptions): Promise<BacktestRecords>;
}

export interface BacktestOptions {
  signal: AbortSignal;
  onProgress?: (progress: BacktestProgress) => void;
}
