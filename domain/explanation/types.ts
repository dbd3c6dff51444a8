import type { Severity } from "../event/types.ts";
import type { Doubt } from "../evaluation/judging/reading.ts";
import type { BoundComparison, RulePhase } from "../evaluation/types.ts";
import type { Relation } from "../rule/operators/entry.ts";
import type { Quality, SampleValue } from "../sample/types.ts";

export type TruthName = "true" | "false" | "unknown";

/** A sample, with the source's full fraction in `time`. */
export interface ExplainedSample {
  value: SampleValue | null;
  time: string;
  quality: Quality;
}

/** A stream that a comparison reads. */
export interface ExplainedInput {
  /**
   * `stream`: the compared one; `of`: the second stream of a distance; `value`: an operand; `limit`: the value above
   * which samples are counted.
   */
  role: "stream" | "of" | "value" | "limit";
  stream_id: number;
  stream_name: string;
  uom: string | null;
  /** The newest evaluated sample; null when there is none. */
  sample: ExplainedSample | null;
  /** The newest good sample, when the newest one is not good. */
  good: ExplainedSample | null;
  age_seconds: number | null;
  /** 0: no limit. */
  max_age_seconds: number;
  /** Why its value is unknown; null when it is known. */
  doubt: Doubt | null;
  /** Samples that have arrived and are not evaluated yet. */
  waiting: number;
  newest_waiting: ExplainedSample | null;
}

/** What the value must do for the comparison to become TRUE or FALSE. Includes the deadband of a latched one. */
export interface ExplainedNeed {
  relation: Relation;
  /** The current limits; null when the stream that provides one is unknown. */
  limits: (SampleValue | null)[];
  /** The distance within which two numbers are equal. */
  tolerance: number;
  text: string;
}

/** A part of a rule's expression. Parts are in the order of the expression, each list before its parts. */
export interface ExplainedPart {
  /** 0 for the whole expression. */
  depth: number;
  kind: "all" | "any" | "not" | "comparison";
  truth: TruthName;
  text: string;
  /** Null for parts other than comparisons. */
  comparison: ExplainedComparison | null;
}

export interface ExplainedComparison {
  operator: BoundComparison["operator"];
  /** The compared value: of a sample, the distance of two streams, or measured over a window; null: unknown. */
  value: SampleValue | null;
  latched: boolean;
  deadband: number;
  inputs: ExplainedInput[];
  /** What would make it TRUE; null when it is TRUE. */
  to_true: ExplainedNeed | null;
  to_false: ExplainedNeed | null;
  /** When its truth can change without a new sample. */
  changes_at: string | null;
}

/** A step that would change the state of a rule. */
export interface ExplainedStep {
  to: RulePhase;
  /** `time`: time must pass; `values`: values must change; `data`: unknown values must become known. */
  by: "time" | "values" | "data";
  /** How much time must pass from now on. */
  seconds: number | null;
  at: string | null;
  /** The parts that must change, as indexes into `parts`. */
  parts: number[];
  text: string;
}

export interface ExplainedDelay {
  kind: "on_delay" | "off_delay";
  seconds: number;
  elapsed_seconds: number;
  /** False while the delay is paused because the truth is unknown, or is about to be. */
  running: boolean;
  ends_at: string | null;
}

export interface ExplainedRule {
  rule_id: string;
  rule_name: string;
  severity: Severity;
  /** At the last evaluation. */
  state: RulePhase;
  /** At the explained time. May not be evaluated yet while a window moves on. */
  truth: TruthName;
  /** Start of the pending or active state. */
  start_time: string | null;
  activated_at: string | null;
  /** When a clearing rule became FALSE. */
  end_time: string | null;
  /** The open event. */
  event_id: number | null;
  delay: ExplainedDelay | null;
  /** When a pending rule returns to normal because its truth stays unknown. */
  gives_up_at: string | null;
  parts: ExplainedPart[];
  next: ExplainedStep[];
  text: string;
}

/**
 * Where an explanation comes from. `live`: the current state. `replay`: the live state at a past time,
 * evaluated again from stored state. `backtest`: evaluated from `judged_from` as if deployed there. `none`:
 * not deployed.
 */
export type Basis = "live" | "replay" | "backtest" | "none";

export interface Explanation {
  instance_id: number;
  instance_name: string;
  template_id: number;
  template_version: number | null;
  is_deployed: boolean;
  /** False while nothing is evaluated: the source is lost, or the instance is not deployed. */
  judging: boolean;
  basis: Basis;
  /** The explained time. Everything up to it is evaluated. */
  at: string | null;
  judged_from: string | null;
  rules: ExplainedRule[];
  /** Streams that the source no longer has. */
  missing_streams: string[];
  text: string;
}
