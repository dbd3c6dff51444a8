import type { Operator } from "../rule/operators/table.ts";
import type { Literal } from "../rule/types.ts";
import type { DataType, Sample } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";

/** A rule of a deployed instance with every placeholder bound. Durations in ticks. */
export interface BoundRule {
  ruleId: string;
  expression: BoundExpression;
  onDelay: number;
  offDelay: number;
  /** Since when it is deployed where it came with an upgrade; absent: since its instance is. */
  deployedAt?: Ticks;
}

export type BoundExpression =
  | { kind: "comparison"; comparison: BoundComparison }
  | { kind: "all" | "any"; of: BoundExpression[] }
  | { kind: "not"; of: BoundExpression };

/**
 * `stream` and `of` are stream ids, or those of time tags (`TIME_TAG_IDS`). Durations in ticks; a `maxAge` of 0: none.
 * `maxAge` is that of `stream`, and of every operand that has none of its own.
 */
export interface BoundComparison {
  stream: number;
  operator: Operator;
  operands: BoundOperand[];
  of: number | null;
  ofMaxAge?: number;
  /** The value above which samples are counted. */
  limit?: BoundOperand;
  /** Of an operator over a window. */
  window?: Ticks;
  deadband: number;
  tolerance: number;
  ignoreCase: boolean;
  maxAge: number;
  acceptUncertain: boolean;
}

export type BoundOperand = { literal: Literal } | { stream: number; maxAge?: Ticks };

/**
 * What the engine is told of a deployed instance. `streams` lists every stream its rules name, each once; time tags are
 * not among them.
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

/** Since when a rule of a deployed instance is judged. */
export function ruleBeganAt(
  { deployedAt }: BoundRule,
  instance: Pick<DeployedInstance, "deployedAt">,
): Ticks {
  return deployedAt ?? instance.deployedAt;
}

/** An instance as if all its rules had been deployed at one time. */
export function deployedAt({ rules, ...instance }: DeployedInstance, at: Ticks): DeployedInstance {
  return { ...instance, deployedAt: at, rules: rules.map(({ deployedAt: _, ...rule }) => rule) };
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
  /** True where the instance's windows reach further back than has been read: they are UNKNOWN until it is. */
  unfilled?: true;
  /** Where a window looks at the stream: what was known above the watermark, in order of time. */
  recent?: Sample[];
}

/** What was known of an instance's streams at an instant of its rules that lay ahead of the watermark. */
export interface KnownAhead {
  at: Ticks;
  known: KnownStream[];
}

/**
 * What a stream held before: every sample with `since` < time ≤ `upTo` in order of time, and before them at least what
 * was in force at `since` and the two newest good ones, as far as there are such.
 */
export interface StreamPast {
  stream: number;
  since: Ticks;
  upTo: Ticks;
  samples: Sample[];
  /** Of the time between them nothing is told: these are the two newest good ones, and the same of what may be believed. */
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

/** An instance that has been ended: its open events, and by rule id its last activations, oldest first. */
export interface Undeployed {
  open: { ruleIndex: number; ruleId: string; onset: Ticks }[];
  recentActivations: Record<string, Ticks[]>;
}

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
