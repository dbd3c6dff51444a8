import type { SampleBatch } from "../../sample/batch.ts";
import type { NarrowColumn } from "../../shared/narrow_column.ts";
import type { Ticks } from "../../shared/time.ts";
import { NO_TIMES } from "../state/rule_times.ts";

/** Columns of a rule's state that are stored as they are, by width. */
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
 * States of rules, one a row. `rule` is an index into `ruleIds`; `latches` has bit i for the rule's comparison i, and so
 * has `unfilled`, where it waits for a history (absent in what was stored before there were any).
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
 * States of rules that are NORMAL, with no time that bears on anything and no condition that waits for a history: nearly
 * all rules. What is not here is as in a rule that has just been deployed.
 */
export interface QuietStates {
  instance: Int32Array;
  ruleIds: string[];
  deployment: NarrowColumn;
  rule: NarrowColumn;
  truth: NarrowColumn;
  latches: NarrowColumn;
}

/** Streams by id, and whether their first read is in (1). */
export interface StreamStates {
  id: Int32Array;
  read: Uint8Array;
}

/**
 * The state of an engine at its watermark, without the configuration it was deployed from: plain data that can be
 * cloned. `newest`: each stream's newest judged sample; `good`: the newest good one where that is another;
 * `pending`: what waits for the watermark.
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

/** A part of a snapshot that fits one stored value. Chunks can be read back in any order, those of several together. */
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

/** A piece of a text too long for a chunk; its row holds an empty text in its place. */
export interface TextPiece {
  kind: "text";
  section: SampleSection;
  stream: number;
  time: Ticks;
  index: number;
  text: string;
}

/** States with room for `count` rows: each that of a NORMAL rule without times, which is not judged yet. */
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

/** Names as indexes into a table, each name once. */
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
