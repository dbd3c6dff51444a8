import type { Operator } from "../rule/operators/table.ts";
import type { Literal } from "../rule/types.ts";
import type { DataType, Sample } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";

/** A rule of a deployed instance with its placeholders bound. Durations in ticks. */
export interface BoundRule {
  ruleId: string;
  expression: BoundExpression;
  /** What ends its events in place of the expression; absent: it has no end of its own. */
  until?: BoundExpression;
  onDelay: number;
  offDelay: number;
  /** The start of a rule that came with an upgrade; absent: it began with its instance. */
  deployedAt?: Ticks;
}

export type BoundExpression =
  | { kind: "comparison"; comparison: BoundComparison }
  | { kind: "all" | "any"; of: BoundExpression[] }
  | { kind: "at_least"; atLeast: number; of: BoundExpression[] }
  | { kind: "not"; of: BoundExpression };

/**
 * `stream` and `of` are stream ids or ids of time tags (`TIME_TAG_IDS`). Durations in ticks. `maxAge` applies
 * to `stream` and to operands without their own; 0: no limit.
 */
export interface BoundComparison {
  /** The compared stream; of a calculated value the first stream in it. */
  stream: number;
  /** The value is calculated, not read. */
  calculation?: BoundCalculation;
  operator: Operator;
  operands: BoundOperand[];
  of: number | null;
  ofMaxAge?: number;
  /** Samples above this value are counted. */
  limit?: BoundOperand;
  /** What is counted: its operands are constants. */
  trigger?: BoundTrigger;
  /** For an operator over a window. */
  window?: Ticks;
  deadband: number;
  tolerance: number;
  rollover?: number;
  ignoreCase: boolean;
  maxAge: number;
  acceptUncertain: boolean;
}

/** A value calculated from the held values of several streams. */
export interface BoundCalculation {
  /** The streams of its placeholders, in their order, with the age from which a value is too old; 0: no limit. */
  parts: { stream: number; maxAge: Ticks }[];
  /** In postfix order. */
  steps: CalculationStep[];
  unit: string | null;
}

/** `part`: index of the part whose value it is. `count`: of the values that an operation takes. */
export type CalculationStep =
  | { constant: number }
  | { part: number }
  | { operation: Operation; count: number };

export const OPERATIONS = [
  ...["negate", "add", "subtract", "multiply", "divide"] as const,
  ...["abs", "min", "max", "avg", "sum"] as const,
] as const;
export type Operation = typeof OPERATIONS[number];

export interface BoundTrigger
  extends Pick<BoundComparison, "operator" | "operands" | "deadband" | "tolerance" | "ignoreCase"> {}

export type BoundOperand = { literal: Literal } | { stream: number; maxAge?: Ticks };

/**
 * A deployed instance as the engine gets it. `streams` lists every stream that its rules name, once, without
 * time tags.
 */
export interface DeployedInstance {
  instanceId: number;
  deployment: number;
  deployedAt: Ticks;
  rules: BoundRule[];
  streams: { id: number; dataType: DataType }[];
  /** By rule id: the last two activations (ticks, oldest first) of an earlier deployment. */
  recentActivations: Record<string, Ticks[]>;
}

/** The start of a rule of a deployed instance. */
export function ruleBeganAt(
  { deployedAt }: BoundRule,
  instance: Pick<DeployedInstance, "deployedAt">,
): Ticks {
  return deployedAt ?? instance.deployedAt;
}

/** The instance as if all its rules had been deployed at one time. */
export function deployedAt({ rules, ...instance }: DeployedInstance, at: Ticks): DeployedInstance {
  return { ...instance, deployedAt: at, rules: rules.map(({ deployedAt: _, ...rule }) => rule) };
}

/**
 * What is known of a stream at a deployment or first read. `read: false`: never read, so UNKNOWN. `sample`:
 * the newest sample of any quality at or before the instant; `good`: the newest good one, if that is another.
 */
export interface KnownStream {
  stream: number;
  read: boolean;
  sample: Sample | null;
  good: Sample | null;
  /**
   * The instance's windows reach further back than has been read, so they are UNKNOWN until the history is
   * read.
   */
  unfilled?: true;
  /** For a stream with windows: the samples known above the watermark, in order of time. */
  recent?: Sample[];
}

/**
 * What was known of an instance's streams at the start of its rules, when that was ahead of the watermark.
 */
export interface KnownAhead {
  at: Ticks;
  known: KnownStream[];
}

/**
 * The history of a stream: every sample with `since` < time ≤ `upTo` in order of time, and before them, if
 * there are any, the sample in force at `since` and the two newest good ones.
 */
export interface StreamPast {
  stream: number;
  since: Ticks;
  upTo: Ticks;
  samples: Sample[];
  /** Contains only the two newest good samples, and the two newest usable ones. */
  newestOnly?: true;
}

/** How far back from the watermark the windows on a stream reach. */
export interface StreamReach {
  stream: number;
  reach: Ticks;
}

/** A sample that decided a transition. */
export interface DecidingSample {
  stream: number;
  sample: Sample;
}

/** The comparison of which an event speaks: its index in the rule, and what it measures; null: a held value. */
export interface Decided {
  comparison: number;
  measured: number | null;
}

interface TransitionOf {
  instanceId: number;
  deployment: number;
  ruleIndex: number;
  ruleId: string;
  /** The event's onset t0. With instance, rule and deployment it identifies the event. */
  onset: Ticks;
}

/** A decision of the engine, in order of time. */
export type Transition =
  | (TransitionOf & {
    kind: "opened";
    activatedAt: Ticks;
    initial: boolean;
    chattering: boolean;
    dataState: "known" | "unknown";
    trigger: DecidingSample[];
    decided: Decided;
  })
  | (TransitionOf & { kind: "closed"; endAt: Ticks; closedAt: Ticks })
  | (TransitionOf & { kind: "data_state"; dataState: "known" | "unknown"; at: Ticks });

/** The result of an undeployment: open events, and the last activations by rule id, oldest first. */
export interface Undeployed {
  open: { ruleIndex: number; ruleId: string; onset: Ticks }[];
  recentActivations: Record<string, Ticks[]>;
}

/** What happened to offered samples. */
export interface OfferCounts {
  accepted: number;
  /** At or before the watermark: not evaluated here. A correction does that. */
  late: number;
  duplicate: number;
  /** Of a stream that no deployed instance uses. */
  unbound: number;
}

/**
 * A change of a stream's samples at or before the watermark, with the earliest and latest time it affects.
 */
export interface LateSpan {
  stream: number;
  from: Ticks;
  to: Ticks;
}

/** Receives changes of a rule's truth. */
export type OnTruth = (
  change: { instanceId: number; ruleIndex: number; truth: RuleStateView["truth"]; at: Ticks },
) => void;

export const RULE_PHASES = ["normal", "pending", "active", "clearing", "held"] as const;
export type RulePhase = (typeof RULE_PHASES)[number];

/** A rule's state in readable form. */
export interface RuleStateView {
  ruleId: string;
  phase: RulePhase;
  truth: "true" | "false" | "unknown";
  onset: Ticks | null;
  activatedAt: Ticks | null;
  falseSince: Ticks | null;
}
