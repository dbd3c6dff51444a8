import type { StreamRecord } from "../asset/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import type { Ticks } from "../shared/time.ts";

export type {
  BacktestEvent,
  BacktestFigures,
  BacktestResult,
  BacktestRuleFigures,
  BacktestSeries,
} from "./schema.ts";

/** The limits of one backtest. */
export interface BacktestLimits {
  spanDays: number;
  instances: number;
  streams: number;
  /** Samples read, and evaluations of rules, over all instances. */
  samples: number;
  evaluations: number;
  /** Events that the answer lists. All events are counted. */
  events: number;
  /** Buckets, or changes of texts and booleans, over all series. */
  buckets: number;
}

export const BACKTEST_LIMITS: Readonly<BacktestLimits> = {
  spanDays: 366,
  instances: 200,
  streams: 500,
  samples: 5_000_000,
  evaluations: 50_000_000,
  events: 10_000,
  buckets: 60_000,
};

/** Buckets of a series; 0: no series. */
export const BACKTEST_POINTS = { min: 0, max: 2_000, default: 300 } as const;

/** One instance of a backtest. `instanceId` is null for one that is not stored. */
export interface BacktestUnit {
  instanceId: number | null;
  deployment: Deployment;
}

/**
 * What to evaluate: deployed at `from`, up to and including `to`. Each unit has its own
 * `instance.instanceId`.
 */
export interface BacktestOrder {
  units: BacktestUnit[];
  /** Every stream that a rule names, once. */
  streams: StreamRecord[];
  from: Ticks;
  to: Ticks;
  points: number;
}

/** The progress of a run. `share` of the span: 0 to 1. */
export interface BacktestProgress {
  judged_to: string;
  share: number;
  samples: number;
  events: number;
}
