import type { NumberOrReference } from "./constants.ts";
import type { Operator } from "./operators/table.ts";

export type Literal = number | string | boolean;

/** A literal, or a text that is a `<PLACEHOLDER>` or (for numbers and booleans) a stream name or time tag. */
export type Operand = Literal;

export interface Comparison {
  /** Either a stream or an expression. */
  stream?: string;
  /** A value calculated from placeholders: docs/rule_operators.md, "Calculated values". */
  expression?: string;
  /** The unit of an expression. */
  unit?: string | null;
  operator: Operator;
  /** One operand, [low, high], a list or nothing, depending on the operator. */
  value?: Operand | Operand[];
  /** The second stream of an operator that compares a distance. */
  of?: string;
  /** The limit of an operator that counts samples above it. */
  limit?: Operand;
  /** For an operator over a window; the default is 60. */
  window_seconds?: NumberOrReference;
  /** Counted by an operator that counts how often it has become TRUE. */
  comparison?: Trigger;
  deadband?: NumberOrReference;
  tolerance?: number;
  /** The largest value of a counter that starts again from 0. */
  rollover?: number;
  ignore_case?: boolean;
  max_age_seconds?: NumberOrReference;
  accept_uncertain?: boolean;
}

/** A comparison of the same stream with constants. */
export interface Trigger {
  operator: Operator;
  value?: Operand | Operand[];
  deadband?: NumberOrReference;
  tolerance?: number;
  ignore_case?: boolean;
}

/** What is counted, as a comparison by itself. */
export function triggerOf({ stream, accept_uncertain, comparison }: Comparison): Comparison | undefined {
  return comparison === undefined ? undefined : { stream, accept_uncertain, ...comparison };
}

export type Condition =
  | Comparison
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | AtLeast;

/** TRUE if at least so many of its conditions are. */
export interface AtLeast {
  at_least: number;
  conditions: Condition[];
}

export function isComparison(condition: Condition): condition is Comparison {
  return "operator" in condition;
}

/** The conditions inside a group or `not`. */
export function partsOf(condition: Exclude<Condition, Comparison>): Condition[] {
  if ("all" in condition) return condition.all;
  if ("any" in condition) return condition.any;
  return "not" in condition ? [condition.not] : condition.conditions;
}
