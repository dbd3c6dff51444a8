import type { HeldOperator, Literal } from "../rule/types.ts";
import type { DataType, Sample } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";

/** A rule of a deployed instance with every placeholder bound. Durations in ticks. */
export interface BoundRule {
  ruleId: string;
  expression: BoundExpression;
  onDelay: number;
  offDelay: number;
}

export type BoundExpression =
  | { kind: "comparison"; comparison: BoundComparison }
  | { kind: "all" | "any"; of: BoundExpression[] }
  | { kind: "not"; of: BoundExpression };

/** `stream` and `of` are stream ids. `maxAge` in ticks, 0: none. */
export interface BoundComparison {
  stream: number;
  operator: HeldOperator;
  operands: BoundOperand[];
  of: number | null;
  deadband: number;
  tolerance: number;
  ignoreCase: boolean;
  maxAge: number;
  acceptUncertain: boolean;
}

export type BoundOperand = { literal: Literal } | { stream: number };

/** What the engine is told of a deployed instance. `streams` lists every stream its rules name, each once. */
export interface DeployedInstance {
  instanceId: number;
  deployment: number;
  deployedAt: Ticks;
  rules: BoundRule[];
  streams: { id: number; dataType: DataType }[];
  /** By rule id: the last two activations (ticks, oldest first) of an earlier deployment. */
  recentActivations: Record<string, Ticks[]>;
}

/**
 * What is known of a stream at a deployment or a first read. `read: false`: never read yet, so UNKNOWN. `sample` is
 * the newest sample of any quality at or before the instant; `good` the newest good one when that is another.
 */
export interface KnownStream {
  stream: number;
  read: boolean;
  sample: Sample | null;
  good: Sample | null;
}

/** A sample that decided a transition. */
export interface DecidingSample {
  stream: number;
  sample: Sample;
}

interface TransitionOf {
  instanceId: number;
  deployment: number;
  ruleIndex: number;
  ruleId: string;
  /** The event's onset t0. Together with instance, rule and deployment it is the event's identity. */
  onset: Ticks;
}

/** What the engine decides, in the order of time. */
export type Transition =
  | (TransitionOf & {
    kind: "opened";
    activatedAt: Ticks;
    initial: boolean;
    chattering: boolean;
    dataState: "known" | "unknown";
    trigger: DecidingSample[];
  })
  | (TransitionOf & { kind: "closed"; endAt: Ticks; closedAt: Ticks })
  | (TransitionOf & { kind: "data_state"; dataState: "known" | "unknown"; at: Ticks });

/** What became of samples that were offered. */
export interface OfferCounts {
  accepted: number;
  /** At or before the watermark: not judged (corrections revise the past). */
  late: number;
  duplicate: number;
  /** Of a stream no deployed instance is bound to. */
  unbound: number;
}

/** A change of a stream's samples at or before the watermark: the earliest and the latest time that it touches. */
export interface LateSpan {
  stream: number;
  from: Ticks;
  to: Ticks;
}

/** Hears that a rule's truth has changed. */
export type OnTruth = (
  change: { instanceId: number; ruleIndex: number; truth: RuleStateView["truth"]; at: Ticks },
) => void;

export type RulePhase = "normal" | "pending" | "active" | "clearing" | "held";

/** A rule's state as people and snapshots see it. */
export interface RuleStateView {
  ruleId: string;
  phase: RulePhase;
  truth: "true" | "false" | "unknown";
  onset: Ticks | null;
  activatedAt: Ticks | null;
  falseSince: Ticks | null;
}
