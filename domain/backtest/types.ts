import type { StreamRecord } from "../asset/types.ts";
import type { EventRecord } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import type { DataType } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import type { TrendBucket, TrendValue } from "../trend/types.ts";

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

/** An event as a live evaluation would raise it. */
export type BacktestEvent =
  & Pick<
    EventRecord,
    | "event_name"
    | "event_description"
    | "severity"
    | "is_active"
    | "start_time"
    | "activated_at"
    | "end_time"
    | "closed_at"
    | "close_reason"
    | "enrichment"
    | "category"
    | "rule_id"
    | "plant_node_floc_id"
    | "data_state"
    | "flags"
    | "trigger"
  >
  & { template_instance: string | null; instance_id: number | null };

/** Figures of one rule, or of all together. With several rules the shares are of their total time. */
export interface BacktestFigures {
  events: number;
  active_at_end: number;
  rate_per_day: number;
  chattering: number;
  active_seconds: number;
  active_share: number;
  /** Time in which the rule's truth was UNKNOWN. */
  blind_seconds: number;
  blind_share: number;
}

export interface BacktestRuleFigures extends BacktestFigures {
  instance_id: number | null;
  template_instance: string | null;
  rule_id: string;
  rule_name: string;
}

/** The series of a stream: numbers in buckets, texts and booleans as their newest changes. */
export interface BacktestSeries {
  stream_name: string;
  data_type: DataType;
  uom: string | null;
  held: TrendValue | null;
  samples: number;
  buckets: TrendBucket[];
  changes: TrendValue[];
  truncated: boolean;
}

export interface BacktestResult {
  from: string;
  to: string;
  samples: number;
  evaluations: number;
  summary: BacktestFigures;
  rules: BacktestRuleFigures[];
  /** Sorted by start; the first ones when there are more than the limit. */
  events: BacktestEvent[];
  truncated: boolean;
  series: BacktestSeries[];
  /** Number of streams without a series, because of the limit on buckets. */
  series_left_out: number;
  /** Streams that the source no longer has. Their rules were evaluated without them. */
  missing_streams: string[];
}

/** The progress of a run. `share` of the span: 0 to 1. */
export interface BacktestProgress {
  judged_to: string;
  share: number;
  samples: number;
  events: number;
}
