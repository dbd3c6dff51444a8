import type { Sample } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "../deployment/deployments.ts";
import type { InstanceRows } from "../state/instance_table.ts";
import { FLAT, RATE } from "./comparison.ts";
import { knownAt } from "../intake/known_streams.ts";
import { asTruth } from "./program.ts";
import { viewOfRule } from "./rule_view.ts";
import { NOTHING } from "../intake/sample_columns.ts";
import type { StreamColumns } from "../intake/stream_columns.ts";
import { CLEARING, PENDING } from "../state/state_table.ts";
import { FALSE, TRUE, type Truth, TRUTH_NAMES, UNKNOWN } from "./truth.ts";
import type { KnownStream, RuleStateView } from "../types.ts";
import type { WindowCondition } from "../windows/window_condition.ts";

/** The state of one instance at a moment, read from the engine. Plain data; times and durations in ticks. */
export interface InstanceReading {
  /** Everything up to and including this time is evaluated. */
  at: Ticks;
  /** In the order of the instance's rules. */
  rules: RuleReading[];
  /** Every stream that the rules name, once. */
  streams: StreamReading[];
}

/**
 * The state at the last evaluation, with the truth at the reading. The two can differ while a window moves on
 * to its next instant.
 */
export interface RuleReading extends RuleStateView {
  /** The delay of a PENDING or CLEARING rule. `endsAt` is null while the delay is paused or about to be. */
  delay: { elapsed: Ticks; endsAt: Ticks | null } | null;
  /** When a PENDING rule returns to NORMAL because its truth stays UNKNOWN. */
  givesUpAt: Ticks | null;
  /** The next evaluation if no sample comes before; null when only a sample causes one. */
  nextEvaluatedAt: Ticks | null;
  /** In the order of the expression. */
  comparisons: ComparisonReading[];
}

export interface ComparisonReading {
  truth: RuleStateView["truth"];
  /**
   * The measured value of an operator over time: a mean, a count, seconds of silence; null when unknown or
   * for other operators.
   */
  measured: number | null;
  /** Stays TRUE until the value passes the deadband. */
  latched: boolean;
  /** The next time at which it can change without a sample. */
  changesAt: Ticks | null;
  /** The compared stream first, then the operands that are streams, in order. */
  inputs: InputReading[];
}

/** Why a value is unknown. `history_unread` and `not_covered` apply to windows. */
export const DOUBTS = [
  "unread",
  "no_sample",
  "bad_quality",
  "too_old",
  "history_unread",
  "not_covered",
] as const;
export type Doubt = (typeof DOUBTS)[number];

export interface InputReading {
  stream: number;
  maxAge: Ticks;
  doubt: Doubt | null;
}

export interface StreamReading extends KnownStream {
  /** Samples that have arrived and wait for the watermark. */
  waiting: { count: number; newest: Sample | null };
}

/** Reads the state of a deployed instance; undefined for others. */
export function readInstance(
  rows: Deployments,
  instanceId: number,
  watermark: Ticks,
): InstanceReading | undefined {
  const owner = rows.instances.get(instanceId);
  if (owner === undefined) return undefined;
  const deployedAt = rows.rules.deployedAt[owner.rows[0]!]!;
  if (deployedAt === Infinity) return undefined;
  if (!(deployedAt > watermark)) return readAt(rows, owner, watermark);
  const own = owner.streams.filter((row) => !rows.streams.isTag(row));
  const known = own.map((row) => knownAt(rows, rows.streams.id[row]!, deployedAt));
  known.push(...rows.tags.knownAt(deployedAt));
  let reading: InstanceReading | undefined;
  rows.streams.whileHolding(known, () => reading = readAt(rows, owner, deployedAt));
  return reading;
}

function readAt(rows: Deployments, owner: InstanceRows, at: Ticks): InstanceReading {
  return {
    at,
    rules: owner.rows.map((row, i) => readRule(rows, { row, at, ruleId: owner.ruleIds[i]! })),
    streams: owner.streams.map((row) => readStream(rows, row)),
  };
}

interface RulePlace {
  row: number;
  at: Ticks;
  ruleId: string;
}

function readRule(rows: Deployments, { row, at, ruleId }: RulePlace): RuleReading {
  const { rules, evaluator } = rows;
  const phase = rules.phaseOf(row),
    evaluated = asTruth(rules.truth[row]!),
    truth = evaluator.truthOf(row, at);
  const counted = phase === PENDING ? TRUE : phase === CLEARING ? FALSE : null;
  const { elapsed, endsAt } = evaluator.delayAt(row, at);
  const isLasting = (timed: Truth | null) => evaluated === timed && truth === timed;
  const first = rules.firstCondition[row]!, count = rules.programOf(row).comparisons;
  return {
    ...viewOfRule(rules, row, ruleId),
    truth: TRUTH_NAMES[truth],
    delay: counted === null ? null : { elapsed, endsAt: isLasting(counted) ? endsAt : null },
    givesUpAt: phase === PENDING && isLasting(UNKNOWN) ? endsAt : null,
    nextEvaluatedAt: finite(evaluator.nextTimer(row, at)),
    comparisons: Array.from({ length: count }, (_, i) => readComparison(rows, first + i, at)),
  };
}

function readComparison(
  { conditions, streams, evaluator, standardFrom }: Deployments,
  row: number,
  at: Ticks,
): ComparisonReading {
  const { truth, changesAt, measured } = evaluator.comparisonAt(row, at);
  const { code, worstGrade } = conditions.formOf(row), window = conditions.windowOf(row);
  const inputs = conditions.inputsOf(row).map(({ stream, maxAge }, place): InputReading => {
    const isOfHistory = place === 0 && window !== null;
    const own = isOfHistory ? historyDoubt(streams, stream, window) : null;
    const isOfHeldRate = code === RATE && measured === null && at > standardFrom;
    const needsValue = !isOfHistory || code === FLAT || isOfHeldRate;
    const doubt = own ?? (needsValue ? doubtOf(streams, stream, { at, maxAge, worstGrade }) : null);
    return { stream: streams.id[stream]!, maxAge, doubt };
  });
  const isUncovered = window !== null && truth === UNKNOWN && inputs.every(({ doubt }) => doubt === null);
  if (isUncovered) {
    inputs[0]!.doubt = isNeverHeard(streams, conditions.stream[row]!) ? "no_sample" : "not_covered";
  }
  return {
    truth: TRUTH_NAMES[truth],
    measured,
    inputs,
    latched: conditions.latched[row] === 1,
    changesAt: finite(changesAt),
  };
}

function historyDoubt(
  { read }: StreamColumns,
  stream: number,
  { isUnfilled }: WindowCondition,
): Doubt | null {
  return read[stream] === 0 ? "unread" : isUnfilled ? "history_unread" : null;
}

function finite(at: Ticks): Ticks | null {
  return Number.isFinite(at) ? at : null;
}

function doubtOf(
  streams: StreamColumns,
  stream: number,
  { at, maxAge, worstGrade }: { at: Ticks; maxAge: Ticks; worstGrade: number },
): Doubt | null {
  const { read, newest } = streams;
  if (read[stream] === 0) return "unread";
  if (isNeverHeard(streams, stream)) return "no_sample";
  if (newest.grade[stream]! > worstGrade) return "bad_quality";
  const isTooOld = maxAge > 0 && at - newest.time[stream]! >= maxAge && !streams.isTag(stream);
  return isTooOld ? "too_old" : null;
}

function isNeverHeard({ newest }: StreamColumns, stream: number): boolean {
  return newest.grade[stream] === NOTHING;
}

function readStream({ streams, pending }: Deployments, row: number): StreamReading {
  const newest = pending.newestAt(row, Infinity, streams.typeOf(row));
  return { ...streams.holdingOf(row), waiting: { count: pending.waiting(row), newest } };
}
