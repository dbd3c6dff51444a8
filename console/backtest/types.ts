import type { Schemas } from "../api/client.ts";
import type { ThresholdTemplate } from "../streams/thresholds.ts";

export type Backtest = Schemas["Backtest"];
export type BacktestEvent = Schemas["BacktestEvent"];

/** The body of POST /api/backtests. */
export type BacktestBody = Readonly<Record<string, unknown>>;

/** Progress of a backtest; `share` is the part of its span evaluated so far. */
export interface BacktestProgress {
  judged_to: string;
  share: number;
  samples: number;
  events: number;
}

/** The rules that a backtest evaluates, with the bindings of each instance; charts draw thresholds from them. */
export interface EvaluatedRules {
  template: ThresholdTemplate;
  /** `id` is null for bindings entered by the user. */
  instances: readonly { id: number | null; bindings: Readonly<Record<string, string>> }[];
}

/** A backtest to run, and the baseline to compare it with. */
export interface BacktestRequest {
  /** Cache key; equal for equivalent requests. */
  key: string;
  body: BacktestBody;
  evaluated: EvaluatedRules;
  /** The stored template, run once. Without `body`, the stored template is the one requested. */
  baseline?: { key: string; body?: BacktestBody };
}

export interface FinishedBacktest {
  request: BacktestRequest;
  backtest: Backtest;
}
