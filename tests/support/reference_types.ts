/** The input and output of the reference evaluator. */
import type { BoundRule, KnownStream } from "../../domain/evaluation/types.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { SeenTruth, Standard, Truth } from "./reference_values.ts";

export interface ReferenceInstance {
  instanceId: number;
  rules: BoundRule[];
  streams: { id: number; dataType: DataType }[];
}

/**
 * A command takes effect once every instant up to and including `at` (the watermark) is evaluated; `clock` is the
 * time it writes into the event. A deployment is at the clock's time `at`; `known`: what was known there (left
 * out: the newest samples at or before it). `first_read`: a stream that was deployed unread, or the past of a stream for windows, has been read; where
 * that is before the deployment's own time, `known` is what was known of it at the deployment. A close with an
 * `onset` names its event: where that has ended by then it does nothing, if no event ever had that start, it
 * ends the active one. `settled`: up to where all samples were known at a deployment; those after it
 * are in `known`.
 * `lost`: the source no longer has the stream, which is unread until its next first read.
 * `upgrade`: new rules begin at `clock`, where `known` was known; see reference_lives.ts.
 * `others`: what was known by the first read of the instance's other streams.
 */
export type ReferenceCommand =
  | { kind: "close" | "delete"; ruleId: string; at: Ticks; clock: Ticks; onset?: Ticks }
  | { kind: "undeploy"; at: Ticks; clock: Ticks }
  | { kind: "upgrade"; at: Ticks; clock: Ticks; to: ReferenceInstance; known: KnownStream[] }
  | { kind: "lost"; stream: number; at: Ticks }
  | { kind: "deploy"; at: Ticks; known?: KnownStream[]; settled?: Ticks }
  | { kind: "first_read"; stream: number; at: Ticks; known?: KnownStream; others?: KnownStream[] };

export interface ReferenceInput {
  instance: ReferenceInstance;
  /** By stream id, in any order; of two samples of one time the later in the list counts. */
  samples: Record<number, readonly Sample[]>;
  deployedAt: Ticks;
  /** What was known at `deployedAt`; left out: the newest samples at or before it. */
  known?: KnownStream[];
  settled?: Ticks;
  /** The engine's by default. */
  standard?: Standard;
  /** The time zone of the plant; UTC by default. */
  timeZone?: string;
  /** The last watermark: evaluated up to and including it. */
  until: Ticks;
  seen?: SeenTruth;
  /** Activations of the rule before. */
  earlier?: readonly Ticks[];
  /** In the order in which they were given. */
  commands?: readonly ReferenceCommand[];
}

export interface ReferenceEvent {
  instanceId: number;
  deployment: number;
  ruleId: string;
  start: Ticks;
  activatedAt: Ticks;
  endAt: Ticks | null;
  closedAt: Ticks | null;
  reason: "condition_cleared" | "manual" | "deleted" | "undeployed" | "superseded" | null;
  initial: boolean;
  chattering: boolean;
  /** The last data state while it was active. */
  dataState: "known" | "unknown";
}

/** The state of a rule after the evaluation up to `until`: `evaluated`: at its last instant, `truth` at `until` itself. */
export interface ReferenceState {
  ruleId: string;
  phase: "normal" | "pending" | "active" | "clearing" | "held";
  evaluated: Truth;
  truth: Truth;
  onset: Ticks | null;
  activatedAt: Ticks | null;
  falseSince: Ticks | null;
  /** Of each comparison, on the values held at `until`. */
  comparisons: Truth[];
}
