import type { StreamRecord } from "../asset/types.ts";
import type { EventRecord } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import type { DataType } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import type { TrendBucket, TrendValue } from "../trend/types.ts";

/** What one backtest may ask for, and hold. */
export interface BacktestLimits {
  spanDays: number;
  instances: number;
  streams: number;
  /** Samples read in all, and judgements of a rule. */
  samples: number;
  evaluations: number;
  /** Events that the answer lists; all are counted. */
  events: number;
  /** Buckets, or changes of texts and truths, of all series together. */
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

/** What is to be judged: deployed at `from`, up to and including `to`. Units have different `instance.instanceId`. */
export interface BacktestOrder {
  units: BacktestUnit[];
  /** Every stream that a rule names, each once. */
  streams: StreamRecord[];
  from: Ticks;
  to: Ticks;
  points: number;
}

/** An event as live would have made it. */
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

/** Figures of one rule, or of all together: shares are of the time of all that is counted. */
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

/** A stream's course: numbers in buckets, texts and truths by their newest changes. */
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
  /** In order of their start: the first ones, when there are more than the limit. */
  events: BacktestEvent[];
  truncated: boolean;
  series: BacktestSeries[];
  /** Streams without a series, for want of room. */
  series_left_out: number;
  /** Streams that the source no longer has: what names them was judged without. */
  missing_streams: string[];
}

/** How far a run has come. `share` of the span: 0 to 1. */
export interface BacktestProgress {
  judged_to: string;
  share: number;
  samples: number;
  events: number;
}
