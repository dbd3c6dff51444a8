import { RULE_LIMITS } from "../../rule/limits.ts";
import type { OperatorShape, OverTime } from "../../rule/operators/entry.ts";
import { OPERATORS } from "../../rule/operators/table.ts";
import { type Ticks, ticksOfSeconds } from "../../shared/time.ts";
import { INCREASE, NEVER_KNOWN, RATE } from "../evaluating/comparison.ts";
import { type CompiledCondition, LITERAL } from "../evaluating/compiled_condition.ts";
import { operandsOf, type StreamRows } from "../evaluating/operands.ts";
import { dataTypeOf, GOOD, NUM, UNCERTAIN } from "../intake/sample_columns.ts";
import type { HistoryNeed } from "./stream_history.ts";
import type { BoundComparison } from "../types.ts";
import type { WindowCondition } from "./window_condition.ts";
import { gridOf } from "./window_grid.ts";
import { isHeld } from "./window_evaluator.ts";

type WindowOperator = OperatorShape & OverTime;

const DEFAULT_WINDOW: Ticks = ticksOfSeconds(RULE_LIMITS.defaultWindowSeconds);

/** The length of the history when a stream provides the time. */
const LONGEST_WINDOW: Ticks = ticksOfSeconds(RULE_LIMITS.windowSeconds);

/** Compiles a comparison over time. One that does not fit its stream or operands is always UNKNOWN. */
export function compileWindow(
  comparison: BoundComparison,
  entry: WindowOperator,
  streams: StreamRows,
): CompiledCondition {
  const { code, types, deadband } = entry, takesValue = entry.value !== null;
  const stream = streams.boundRow(comparison.stream);
  const { maxAge, operands, limit } = comparison;
  const value = operandsOf(operands, { type: NUM, maxAge, streams });
  const counted = operandsOf(limit === undefined ? [] : [limit], { type: NUM, maxAge, streams });
  const isSound = operands.length === Number(takesValue) &&
    (limit !== undefined) === (entry.limit === true);
  const takesType = types.includes(dataTypeOf(streams.typeOf(stream)));
  return {
    code: isSound && takesType && value.fit && counted.fit ? code : NEVER_KNOWN,
    negate: false,
    stream,
    limits: {
      low: takesValue ? Number(value.literals[0]) : 0,
      high: NaN,
      tolerance: comparison.tolerance,
      deadband: deadband === undefined ? 0 : comparison.deadband,
    },
    lowStream: value.streams[0] ?? LITERAL,
    lowMaxAge: value.maxAges[0] ?? 0,
    highStream: LITERAL,
    highMaxAge: 0,
    list: null,
    calculation: null,
    window: windowOf(comparison, entry, {
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
  { code, isBelow, window }: WindowOperator,
  limit: Pick<WindowCondition, "limit" | "limitStream" | "limitMaxAge">,
): WindowCondition {
  const width = window ? comparison.window ?? DEFAULT_WINDOW : NaN;
  return {
    isBelow: isBelow === true,
    width,
    ...limit,
    grid: code >= RATE ? gridOf(width) : null,
    need: needOf(comparison),
    deployedAt: -Infinity,
    isUnfilled: false,
    counted: null,
    counter: code === INCREASE
      ? { tolerance: comparison.tolerance, rollover: comparison.rollover ?? NaN, sum: null }
      : null,
    times: null,
  };
}

/** The history that a comparison needs of its stream; null: none. Time tags never become too old. */
export function needOf(comparison: BoundComparison): HistoryNeed | null {
  const entry = OPERATORS[comparison.operator];
  if (entry.over !== "time" || entry.history === null) return null;
  const { code, history, window } = entry;
  const ages = (isHeld(code) || code === RATE || code === INCREASE) && comparison.maxAge > 0 &&
    comparison.stream >= 0;
  return {
    reach: window ? comparison.window ?? DEFAULT_WINDOW : flatReach(comparison),
    worst: comparison.acceptUncertain ? UNCERTAIN : GOOD,
    maxAge: ages ? comparison.maxAge : Infinity,
    track: history === "goods" ? null : history,
  };
}

function flatReach({ operands: [value] }: BoundComparison): Ticks {
  return value !== undefined && "literal" in value ? ticksOfSeconds(Number(value.literal)) : LONGEST_WINDOW;
}
