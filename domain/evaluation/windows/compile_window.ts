import { RULE_LIMITS } from "../../rule/limits.ts";
import type { WindowOperator } from "../../rule/types.ts";
import { type Ticks, ticksOfSeconds } from "../../shared/time.ts";
import {
  CHANGED,
  COUNT,
  FLAT,
  GREATEST,
  LEAST,
  MEAN,
  NEVER_KNOWN,
  RATE,
  SPREAD,
  STALE,
} from "../judging/comparison.ts";
import { type CompiledCondition, LITERAL } from "../judging/compiled_condition.ts";
import type { TrackNeed } from "./held_track.ts";
import { operandsOf, type StreamRows } from "../judging/operands.ts";
import { GOOD, NUM, UNCERTAIN } from "../intake/sample_columns.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { BoundComparison } from "../types.ts";
import type { WindowCondition } from "./window_condition.ts";
import { gridOf } from "./window_grid.ts";
import { isHeld } from "./window_judge.ts";

interface WindowCode {
  code: number;
  isBelow?: true;
  track: TrackNeed | null;
}

const WINDOW_OPERATORS: Record<WindowOperator, WindowCode> = {
  stale_for: { code: STALE, track: null },
  changed: { code: CHANGED, track: null },
  flat_for: { code: FLAT, track: "range" },
  rate_above: { code: RATE, track: "cover" },
  rate_below: { code: RATE, isBelow: true, track: "cover" },
  avg_above: { code: MEAN, track: "mean" },
  avg_below: { code: MEAN, isBelow: true, track: "mean" },
  stddev_above: { code: SPREAD, track: "spread" },
  min_below: { code: LEAST, isBelow: true, track: "least" },
  max_above: { code: GREATEST, track: "greatest" },
  count_above: { code: COUNT, track: "cover" },
};

const DEFAULT_WINDOW: Ticks = ticksOfSeconds(RULE_LIMITS.defaultWindowSeconds);

/** The longest time that flat_for can look back to where a stream says how long. */
const LONGEST_WINDOW: Ticks = ticksOfSeconds(RULE_LIMITS.windowSeconds);

/** A comparison over time, ready to be judged; one that does not fit its stream or operands is never known. */
export function compileWindow(
  comparison: BoundComparison,
  operator: WindowOperator,
  streams: StreamRows,
): CompiledCondition {
  const { code } = WINDOW_OPERATORS[operator];
  const stream = streams.boundRow(comparison.stream);
  const { maxAge, operands, limit } = comparison;
  const value = operandsOf(operands, { type: NUM, maxAge, streams });
  const counted = operandsOf(limit === undefined ? [] : [limit], { type: NUM, maxAge, streams });
  const isSound = operands.length === (code === CHANGED ? 0 : 1) &&
    (limit !== undefined) === (code === COUNT);
  const takesType = code === CHANGED || code === STALE || streams.typeOf(stream) === NUM;
  return {
    code: isSound && takesType && value.fit && counted.fit ? code : NEVER_KNOWN,
    negate: false,
    stream,
    limits: {
      low: code === CHANGED ? 0 : Number(value.literals[0]),
      high: NaN,
      tolerance: comparison.tolerance,
      deadband: comparison.deadband,
    },
    ...{ lowStream: value.streams[0] ?? LITERAL, lowMaxAge: value.maxAges[0] ?? 0 },
    ...{ highStream: LITERAL, highMaxAge: 0, list: null },
    window: windowOf(comparison, operator, {
      limit: Number(counted.literals[0]),
      limitStream: counted.streams[0] ?? LITERAL,
      limitMaxAge: counted.maxAges[0] ?? 0,
    }),
    maxAge,
    acceptUncertain: comparison.acceptUncertain,
  };
}

function windowOf(
  comparison: BoundComparison,
  operator: WindowOperator,
  limit: Pick<WindowCondition, "limit" | "limitStream" | "limitMaxAge">,
): WindowCondition {
  const { code, isBelow = false } = WINDOW_OPERATORS[operator];
  const width = code === STALE || code === FLAT ? NaN : comparison.window ?? DEFAULT_WINDOW;
  return {
    ...{ isBelow, width, ...limit },
    grid: code >= RATE ? gridOf(width) : null,
    need: needOf(comparison),
    deployedAt: -Infinity,
    isUnfilled: false,
    counted: null,
  };
}

/** What a comparison asks of its stream's past; null: nothing. A tag of the plant's time never ages. */
export function needOf(comparison: BoundComparison): HistoryNeed | null {
  const { operator } = comparison;
  if (!isWindowOperator(operator) || operator === "stale_for") return null;
  const { code, track } = WINDOW_OPERATORS[operator];
  const ages = isHeld(code) && comparison.maxAge > 0 && comparison.stream >= 0;
  return {
    reach: code === FLAT ? flatReach(comparison) : comparison.window ?? DEFAULT_WINDOW,
    worst: comparison.acceptUncertain ? UNCERTAIN : GOOD,
    maxAge: ages ? comparison.maxAge : Infinity,
    track,
  };
}

function flatReach({ operands: [value] }: BoundComparison): Ticks {
  return value !== undefined && "literal" in value ? ticksOfSeconds(Number(value.literal)) : LONGEST_WINDOW;
}

export function isWindowOperator(operator: BoundComparison["operator"]): operator is WindowOperator {
  return Object.hasOwn(WINDOW_OPERATORS, operator);
}
