import { withoutPadding } from "../../sample/padding.ts";
import type { OnValues, OperatorShape } from "../../rule/operators/entry.ts";
import { OPERATORS } from "../../rule/operators/table.ts";
import { compileCalculation } from "./calculation.ts";
import { EQUAL, folded, NEVER_KNOWN, ONE_OF } from "./comparison.ts";
import { type CompiledCondition, type ListOperands, LITERAL } from "./compiled_condition.ts";
import { type Operands, operandsOf, type StreamRows } from "./operands.ts";
import { dataTypeOf, NUM, STR, type TypeCode } from "../intake/sample_columns.ts";
import { compileWindow } from "../windows/compile_window.ts";
import type { BoundComparison, BoundOperand } from "../types.ts";

type ValueOperator = OperatorShape & OnValues;

/**
 * Compiles a comparison for evaluation. Types are checked here: a comparison that does not fit its stream or
 * operands is always UNKNOWN. Templates and deployments refuse such comparisons.
 */
export function compileComparison(comparison: BoundComparison, streams: StreamRows): CompiledCondition {
  const entry = OPERATORS[comparison.operator];
  if (entry.over === "values") return compileHeld(comparison, entry, streams);
  const compiled = compileWindow(comparison, entry, streams);
  return entry.comparison ? withTrigger(compiled, comparison, streams) : compiled;
}

/** Adds what is counted. */
function withTrigger(
  compiled: CompiledCondition,
  { trigger, ...comparison }: BoundComparison,
  streams: StreamRows,
): CompiledCondition {
  const entry = trigger === undefined ? undefined : OPERATORS[trigger.operator];
  if (trigger === undefined || entry?.over !== "values" || compiled.window === null) {
    return { ...compiled, code: NEVER_KNOWN };
  }
  const counted = compileHeld({ ...comparison, ...trigger, of: null }, entry, streams);
  if (counted.code === NEVER_KNOWN) return { ...compiled, code: NEVER_KNOWN };
  return { ...compiled, window: { ...compiled.window, times: { trigger: counted, count: null } } };
}

function compileHeld(
  comparison: BoundComparison,
  entry: ValueOperator,
  streams: StreamRows,
): CompiledCondition {
  const { code, negate, types, deadband } = entry;
  const stream = streams.boundRow(comparison.stream);
  const type = streams.typeOf(stream);
  const inOrder = operandsInOrder(comparison, entry);
  const operands = operandsOf(inOrder, { type, maxAge: comparison.maxAge, streams });
  const calculation = comparison.calculation === undefined
    ? null
    : compileCalculation(comparison.calculation, streams);
  const fits = types.includes(dataTypeOf(type)) && operands.fit && takes(entry, operands.literals.length) &&
    (calculation === null || calculation.streams.every((row) => streams.typeOf(row) === NUM));
  const isList = code >= ONE_OF || type === STR;
  return {
    code: !fits ? NEVER_KNOWN : code === EQUAL && isList ? ONE_OF : code,
    negate: negate === true,
    stream,
    limits: {
      low: Number(operands.literals[0] ?? NaN),
      high: Number(operands.literals[1] ?? NaN),
      tolerance: type === NUM ? comparison.tolerance : 0,
      deadband: deadband === undefined ? 0 : comparison.deadband,
    },
    lowStream: isList ? LITERAL : operands.streams[0] ?? LITERAL,
    highStream: isList ? LITERAL : operands.streams[1] ?? LITERAL,
    lowMaxAge: operands.maxAges[0] ?? 0,
    highMaxAge: operands.maxAges[1] ?? 0,
    list: isList ? listOf(comparison, { operands, type }) : null,
    calculation,
    window: null,
    maxAge: comparison.maxAge,
    acceptUncertain: comparison.acceptUncertain,
  };
}

/** Operators by which a text is compared as a whole: samples come without padding, so it counts for nothing. */
const WHOLE_TEXT: ReadonlySet<string> = new Set(["equals", "not_equals", "in", "not_in"]);

function listOf(
  { operator, ignoreCase }: BoundComparison,
  { operands: { literals, streams, maxAges }, type }: { operands: Operands; type: TypeCode },
): ListOperands {
  const isWhole = WHOLE_TEXT.has(operator);
  const texts = literals.map((each) =>
    typeof each === "string" ? folded(isWhole ? withoutPadding(each) : each, { ignoreCase }) : each
  );
  return { literals: texts, streams, maxAges, isText: type === STR, ignoreCase };
}

/** The second stream of a distance comes before its limit. */
function operandsInOrder(
  { of, ofMaxAge, operands }: BoundComparison,
  { of: takesOther, implied }: ValueOperator,
): BoundOperand[] {
  if (implied !== undefined) return [{ literal: implied }];
  return takesOther && of !== null ? [{ stream: of, maxAge: ofMaxAge }, ...operands] : operands;
}

function takes({ of, value, implied }: ValueOperator, count: number): boolean {
  switch (value?.kind) {
    case undefined:
      return count === (implied === undefined ? 0 : 1);
    case "one":
      return count === (of ? 2 : 1);
    case "range":
      return count === 2;
    case "list":
      return count > 0;
  }
}
