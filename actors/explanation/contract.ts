import type { StreamRecord } from "../../domain/asset/types.ts";
import type { InstanceReading } from "../../domain/evaluation/evaluating/reading.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { StoredStart } from "../evaluation/contract.ts";

/** A run that takes longer is refused. */
export const RUN_DEADLINE_MS = 30_000;

/** The one explanation actor, on the last shard; the source actor is on the first. */
export const EXPLANATION = "explanation";
export const EXPLANATION_ID = "1";

/** A past time of one instance. `streams`: all that its rules name. */
export interface PastOrder {
  instance: DeployedInstance;
  streams: StreamRecord[];
  at: Ticks;
  /** Null: the run evaluates it as if it had been deployed some time before. */
  start: StoredStart | null;
  /** The watermark from which the newest standard is in force. */
  standardFrom: Ticks;
}

/** The state of an instance's rules. `evaluatedFrom`: null when the run began from a stored state. */
export interface PastReading {
  reading: InstanceReading;
  evaluatedFrom: Ticks | null;
  /** Streams that the source does not have. */
  missing: number[];
}

/**
 * `run` answers the PastReading; `id` names it for `cancel`. Refuses with UNAVAILABLE when too many wait, it was
 * cancelled or took too long, VALIDATION_FAILED when even the shortest run before `at` holds too many samples, and as
 * reads of the source do.
 */
export type ExplanationMessage =
  | { type: "run"; id: string; order: PastOrder }
  | { type: "cancel"; id: string };
