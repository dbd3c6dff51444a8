import type { HeldOperator } from "../../rule/types.ts";
import {
  BETWEEN,
  BIT_SET,
  CONTAINS,
  DEVIATION,
  ENDS_WITH,
  EQUAL,
  folded,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  NEVER_KNOWN,
  ONE_OF,
  OUTSIDE,
  STARTS_WITH,
} from "./comparison.ts";
import { type CompiledCondition, type ListOperands, LITERAL } from "./compiled_condition.ts";
import { type Operands, operandsOf, type StreamRows } from "./operands.ts";
import { BOOL, NUM, STR, type TypeCode } from "../intake/sample_columns.ts";
import { compileWindow, isWindowOperator } from "../windows/compile_window.ts";
import type { BoundComparison, BoundOperand } from "../types.ts";

interface Operator {
  code: number;
  negate?: true;
  types: readonly TypeCode[];
  /** The operand of an operator that takes none. */
  implied?: BoundOperand;
}

const TRUE_OPERAND: BoundOperand = { literal: true };

const OPERATORS: Record<HeldOperator, Operator> = {
  greater_than: { code: GREATER, types: [NUM] },
  greater_or_equal: { code: GREATER_OR_EQUAL, types: [NUM] },
  less_than: { code: LESS, types: [NUM] },
  less_or_equal: { code: LESS_OR_EQUAL, types: [NUM] },
  between: { code: BETWEEN, types: [NUM] },
  outside: { code: OUTSIDE, types: [NUM] },
  deviation_above: { code: DEVIATION, types: [NUM] },
  bit_set: { code: BIT_SET, types: [NUM] },
  bit_clear: { code: BIT_SET, negate: true, types: [NUM] },
  is_true: { code: EQUAL, types: [BOOL], implied: TRUE_OPERAND },
  is_false: { code: EQUAL, negate: true, types: [BOOL], implied: TRUE_OPERAND },
  equals: { code: EQUAL, types: [NUM, STR, BOOL] },
  not_equals: { code: EQUAL, negate: true, types: [NUM, STR, BOOL] },
  in: { code: ONE_OF, types: [NUM, STR] },
  not_in: { code: ONE_OF, negate: true, types: [NUM, STR] },
  contains: { code: CONTAINS, types: [STR] },
  not_contains: { code: CONTAINS, negate: true, types: [STR] },
  starts_with: { code: STARTS_WITH, types: [STR] },
  ends_with: { code: ENDS_WITH, types: [STR] },
};

/**
 * A comparison ready to be judged. Types are settled here: one that does not fit its stream or operands (a template
 * or deployment refuses it) is never known.
 */
export function compileComparison(comparison: BoundComparison, streams: StreamRows): CompiledCondition {
  const { operator } = comparison;
  return isWindowOperator(operator)
    ? compileWindow(comparison, operator, streams)
    : compileHeld(comparison, OPERATORS[operator], streams);
}

function compileHeld(
  comparison: BoundComparison,
  { code, negate, types, implied }: Operator,
  streams: StreamRows,
): CompiledCondition {
  const stream = streams.boundRow(comparison.stream);
  const type = streams.typeOf(stream);
  const inOrder = implied === undefined ? operandsInOrder(comparison) : [implied];
  const operands = operandsOf(inOrder, { type, maxAge: comparison.maxAge, streams });
  const fits = types.includes(type) && operands.fit && takes(code, { count: operands.literals.length });
  const isList = code >= ONE_OF || type === STR;
  return {
    code: !fits ? NEVER_KNOWN : code === EQUAL && isList ? ONE_OF : code,
    negate: negate === true,
    stream,
    limits: limitsOf(comparison, { operands, type }),
    lowStream: isList ? LITERAL : operands.streams[0] ?? LITERAL,
    highStream: isList ? LITERAL : operands.streams[1] ?? LITERAL,
    lowMaxAge: operands.maxAges[0] ?? 0,
    highMaxAge: operands.maxAges[1] ?? 0,
    list: isList ? listOf(comparison, { operands, type }) : null,
    window: null,
    maxAge: comparison.maxAge,
    acceptUncertain: comparison.acceptUncertain,
  };
}

function listOf(
  { ignoreCase }: BoundComparison,
  { operands: { literals, streams, maxAges }, type }: { operands: Operands; type: TypeCode },
): ListOperands {
  const texts = literals.map((each) => typeof each === "string" ? folded(each, { ignoreCase }) : each);
  return { literals: texts, streams, maxAges, isText: type === STR, ignoreCase };
}

function limitsOf(comparison: BoundComparison, { operands, type }: { operands: Operands; type: TypeCode }) {
  const [low = NaN, high = NaN] = operands.literals;
  return {
    low: Number(low),
    high: Number(high),
    tolerance: type === NUM ? comparison.tolerance : 0,
    deadband: comparison.deadband,
  };
}

/** The other stream of deviation_above stands before its limit. */
function operandsInOrder({ of, ofMaxAge, operator, operands }: BoundComparison): BoundOperand[] {
  return operator === "deviation_above" && of !== null
    ? [{ stream: of, maxAge: ofMaxAge }, ...operands]
    : operands;
}

function takes(code: number, { count }: { count: number }): boolean {
  if (code === ONE_OF) return count > 0;
  return count === (code === BETWEEN || code === OUTSIDE || code === DEVIATION ? 2 : 1);
}
