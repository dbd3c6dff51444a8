import type { Severity } from "../event/types.ts";
import type { Doubt } from "../evaluation/judging/reading.ts";
import type { BoundComparison, RulePhase } from "../evaluation/types.ts";
import type { Relation } from "../rule/operators/entry.ts";
import type { Quality, SampleValue } from "../sample/types.ts";

export type TruthName = "true" | "false" | "unknown";

/** A value as it was sampled; `time` with the source's full fraction. */
export interface ExplainedSample {
  value: SampleValue | null;
  time: string;
  quality: Quality;
}

/** A stream that a comparison looks at. */
export interface ExplainedInput {
  /**
   * `stream`: what is compared; `of`: the second stream of a distance; `value`: it stands for an operand; `limit`: for
   * the value above which samples are counted.
   */
  role: "stream" | "of" | "value" | "limit";
  stream_id: number;
  stream_name: string;
  uom: string | null;
  /** The newest sample that has been judged; null: there is none. */
  sample: ExplainedSample | null;
  /** The newest good one, where the newest is another. */
  good: ExplainedSample | null;
  age_seconds: number | null;
  /** 0: none. */
  max_age_seconds: number;
  /** Why its value does not count; null: it does. */
  doubt: Doubt | null;
  /** Samples that have arrived and wait to be judged. */
  waiting: number;
  newest_waiting: ExplainedSample | null;
}

/** What the compared value must be for the comparison to be TRUE, or FALSE: the deadband of a latched one counts. */
export interface ExplainedNeed {
  relation: Relation;
  /** As they stand now; null: the stream that stands for it is not known. */
  limits: (SampleValue | null)[];
  /** The distance within which numbers count as equal. */
  tolerance: number;
  text: string;
}

/** A part of a rule's expression. Parts stand in the order of the text, each list before its own parts. */
export interface ExplainedPart {
  /** 0: the whole expression. */
  depth: number;
  kind: "all" | "any" | "not" | "comparison";
  truth: TruthName;
  text: string;
  /** Of a comparison; null for the others. */
  comparison: ExplainedComparison | null;
}

export interface ExplainedComparison {
  operator: BoundComparison["operator"];
  /** What is compared: a sample's value, the distance of two streams, what a window measures; null: not known. */
  value: SampleValue | null;
  latched: boolean;
  deadband: number;
  inputs: ExplainedInput[];
  /** What would make it TRUE; null: it is. */
  to_true: ExplainedNeed | null;
  to_false: ExplainedNeed | null;
  /** When it changes, or may change, without any sample. */
  changes_at: string | null;
}

/** What would take a rule to another state. */
export interface ExplainedStep {
  to: RulePhase;
  /** `time`: only time has to pass; `values`: what streams say has to change; `data`: known values have to come. */
  by: "time" | "values" | "data";
  /** For how long from now on, where time has to pass. */
  seconds: number | null;
  at: string | null;
  /** The parts (their places in `parts`) that must change. */
  parts: number[];
  text: string;
}

export interface ExplainedDelay {
  kind: "on_delay" | "off_delay";
  seconds: number;
  elapsed_seconds: number;
  /** False while its time stops, as nothing is known, or is about to. */
  running: boolean;
  ends_at: string | null;
}

export interface ExplainedRule {
  rule_id: string;
  rule_name: string;
  severity: Severity;
  /** As it was last judged. */
  state: RulePhase;
  /** At the moment that is explained; while a window slides on, it may not have been judged yet. */
  truth: TruthName;
  /** Since when it has been pending or active. */
  start_time: string | null;
  activated_at: string | null;
  /** Since when a clearing rule has been FALSE. */
  end_time: string | null;
  /** Its open event. */
  event_id: number | null;
  delay: ExplainedDelay | null;
  /** When a pending rule gives up because nothing is known. */
  gives_up_at: string | null;
  parts: ExplainedPart[];
  next: ExplainedStep[];
  text: string;
}

/**
 * Where an explanation comes from: `live`, the state that is judged on; `replay`, the state that live running had,
 * judged again from what is stored; `backtest`, judged anew from `judged_from` as if it had been deployed there; `none`:
 * it is not deployed.
 */
export type Basis = "live" | "replay" | "backtest" | "none";

export interface Explanation {
  instance_id: number;
  instance_name: string;
  template_id: number;
  template_version: number | null;
  is_deployed: boolean;
  /** False while nothing is judged: the source is lost, or the instance is not deployed. */
  judging: boolean;
  basis: Basis;
  /** The moment that is explained: all up to it has been judged. */
  at: string | null;
  judged_from: string | null;
  rules: ExplainedRule[];
  /** Streams that the source no longer has. */
  missing_streams: string[];
  text: string;
}
