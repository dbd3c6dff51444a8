import type { SampleBatch } from "../../sample/batch.ts";
import type { NarrowColumn } from "../../shared/narrow_column.ts";
import type { Ticks } from "../../shared/time.ts";
import { NO_TIMES } from "../state/rule_times.ts";

/** The columns of a rule's state that are stored unchanged, by width. */
export const STATE_BYTES = ["phase", "truth", "initial"] as const;
export const STATE_TIMES = [
  "onset",
  "activatedAt",
  "falseSince",
  "elapsed",
  "since",
  "lastActivation",
  "activationBefore",
] as const;

/**
 * States of rules, one in each row. `rule` is an index into `ruleIds`. Bit i of `latches` and `unfilled`
 * belongs to the rule's comparison i; `unfilled`: it waits for a history (absent in old snapshots).
 */
export type RuleStates =
  & {
    instance: Int32Array;
    deployment: Int32Array;
    rule: Int32Array;
    ruleIds: string[];
    latches: Float64Array;
    unfilled?: Float64Array;
  }
  & Record<typeof STATE_BYTES[number], Uint8Array>
  & Record<typeof STATE_TIMES[number], Float64Array>;

/**
 * States of quiet rules: NORMAL, without relevant times and without a condition that waits for a history.
 * Nearly all rules are quiet. Other fields are as right after a deployment.
 */
export interface QuietStates {
  instance: Int32Array;
  ruleIds: string[];
  deployment: NarrowColumn;
  rule: NarrowColumn;
  truth: NarrowColumn;
  latches: NarrowColumn;
}

/** The ids of streams, and 1 for those whose first read is done. */
export interface StreamStates {
  id: Int32Array;
  read: Uint8Array;
}

/**
 * The state of an engine at its watermark, without its configuration, as plain data that can be cloned.
 * `newest`: the newest evaluated sample of each stream; `good`: the newest good one, if that is another;
 * `pending`: samples that wait for the watermark.
 */
export interface EngineSnapshot {
  v: 1;
  watermark: Ticks;
  rules: RuleStates;
  streams: StreamStates;
  newest: SampleBatch;
  good: SampleBatch;
  pending: SampleBatch;
}

export const SAMPLE_SECTIONS = ["newest", "good", "pending"] as const;
export type SampleSection = typeof SAMPLE_SECTIONS[number];

/**
 * A part of a snapshot that fits into one stored value. Chunks, also of several engines, can be read in any
 * order.
 */
export interface SnapshotChunk {
  v: 1;
  watermark: Ticks;
  part:
    | { kind: "rules"; rules: RuleStates }
    | { kind: "quiet_rules"; rules: QuietStates }
    | { kind: "streams"; streams: StreamStates }
    | { kind: "samples"; section: SampleSection; batch: SampleBatch }
    | TextPiece;
}

/** A piece of a text that is too long for a chunk. The sample's row has an empty text instead. */
export interface TextPiece {
  kind: "text";
  section: SampleSection;
  stream: number;
  time: Ticks;
  index: number;
  text: string;
}

/** States of `count` rules that are NORMAL, without times, and not evaluated yet. */
export function emptyStates(count: number): RuleStates & { unfilled: Float64Array } {
  const states = zeroStates(count);
  for (const column of STATE_TIMES) if (NO_TIMES[column] !== 0) states[column].fill(NO_TIMES[column]);
  return states;
}

function zeroStates(count: number): RuleStates & { unfilled: Float64Array } {
  return {
    instance: new Int32Array(count),
    deployment: new Int32Array(count),
    rule: new Int32Array(count),
    ruleIds: [],
    latches: new Float64Array(count),
    unfilled: new Float64Array(count),
    phase: new Uint8Array(count),
    truth: new Uint8Array(count),
    initial: new Uint8Array(count),
    onset: new Float64Array(count),
    activatedAt: new Float64Array(count),
    falseSince: new Float64Array(count),
    elapsed: new Float64Array(count),
    since: new Float64Array(count),
    lastActivation: new Float64Array(count),
    activationBefore: new Float64Array(count),
  };
}

/** Maps names to indexes, without duplicates. */
export class NameTable {
  readonly names: string[] = [];
  readonly #indexOf = new Map<string, number>();

  indexOf(name: string): number {
    const known = this.#indexOf.get(name);
    if (known !== undefined) return known;
    this.#indexOf.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}
