import type { BoundComparison, BoundExpression, BoundOperand, BoundRule } from "../types.ts";

/** Maps a stream id to the id that replaces it. */
export type StreamFor = (stream: number) => number;

/** A copy of a rule with other streams. Parts without streams are shared with the original. */
export function reboundRule(rule: BoundRule, streamFor: StreamFor): BoundRule {
  const { expression, until } = rule,
    rebound = { ...rule, expression: reboundExpression(expression, streamFor) };
  if (until !== undefined) rebound.until = reboundExpression(until, streamFor);
  return rebound;
}

function reboundExpression(expression: BoundExpression, streamFor: StreamFor): BoundExpression {
  switch (expression.kind) {
    case "comparison":
      return { kind: "comparison", comparison: reboundComparison(expression.comparison, streamFor) };
    case "not":
      return { kind: "not", of: reboundExpression(expression.of, streamFor) };
    default:
      return { ...expression, of: expression.of.map((part) => reboundExpression(part, streamFor)) };
  }
}

function reboundComparison(comparison: BoundComparison, streamFor: StreamFor): BoundComparison {
  const { stream, of, operands, limit, calculation } = comparison;
  const rebound = { ...comparison, stream: streamFor(stream) };
  if (of !== null) rebound.of = streamFor(of);
  if (operands.some(isStream)) rebound.operands = operands.map((each) => reboundOperand(each, streamFor));
  if (limit !== undefined) rebound.limit = reboundOperand(limit, streamFor);
  if (calculation !== undefined) {
    const parts = calculation.parts.map((part) => ({ ...part, stream: streamFor(part.stream) }));
    rebound.calculation = { ...calculation, parts };
  }
  return rebound;
}

function reboundOperand(operand: BoundOperand, streamFor: StreamFor): BoundOperand {
  return "stream" in operand ? { ...operand, stream: streamFor(operand.stream) } : operand;
}

function isStream(operand: BoundOperand): boolean {
  return "stream" in operand;
}
