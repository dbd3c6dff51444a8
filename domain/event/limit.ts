import type { BoundExpression, BoundRule } from "../evaluation/types.ts";
import { LIMIT_OPERATORS, type LimitOperator } from "./limit_operators.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";

/** A limit that a rule holds a stream to. */
export interface RuleLimit {
  operator: LimitOperator;
  value: number;
  deadband: number;
  /** The off-delay of the rule; null where it has other conditions too, or an end of its own. */
  clears_after_seconds: number | null;
}

/**
 * The constant limit that a rule holds a stream to: that of its first comparison with one, outside of any "not".
 * Null: it has none.
 */
export function limitOfRule(rule: BoundRule | undefined, stream: number): RuleLimit | null {
  if (rule === undefined) return null;
  const found = limitIn(rule.expression, stream);
  if (found === undefined) return null;
  const isAlone = rule.expression.kind === "comparison" && rule.until === undefined;
  return { ...found, clears_after_seconds: isAlone ? rule.offDelay / TICKS_PER_SECOND : null };
}

type Limit = Omit<RuleLimit, "clears_after_seconds">;

function limitIn(expression: BoundExpression, stream: number): Limit | undefined {
  switch (expression.kind) {
    case "not":
      return undefined;
    case "all":
    case "any":
    case "at_least":
      for (const part of expression.of) {
        const found = limitIn(part, stream);
        if (found !== undefined) return found;
      }
      return undefined;
    case "comparison": {
      const { operator, operands: [operand], deadband, calculation } = expression.comparison;
      if (expression.comparison.stream !== stream || calculation !== undefined) return undefined;
      if (!isLimit(operator)) return undefined;
      if (operand === undefined || !("literal" in operand) || typeof operand.literal !== "number") {
        return undefined;
      }
      return { operator, value: operand.literal, deadband };
    }
  }
}

function isLimit(operator: string): operator is LimitOperator {
  return LIMIT_OPERATORS.some((each) => each === operator);
}
