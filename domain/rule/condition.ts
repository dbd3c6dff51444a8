/** Comparison operators of evaluation.md section 2 that stand on held values alone. */
export type HeldOperator =
  | "greater_than"
  | "greater_or_equal"
  | "less_than"
  | "less_or_equal"
  | "equals"
  | "not_equals"
  | "between"
  | "outside"
  | "in"
  | "not_in"
  | "contains"
  | "not_contains"
  | "starts_with"
  | "ends_with"
  | "is_true"
  | "is_false"
  | "bit_set"
  | "bit_clear"
  | "deviation_above";

/** Those that look at samples over time, and not at the held value alone. */
export type WindowOperator =
  | "changed"
  | "stale_for"
  | "flat_for"
  | "rate_above"
  | "rate_below"
  | "avg_above"
  | "avg_below"
  | "stddev_above"
  | "min_below"
  | "max_above"
  | "count_above";

export type Operator = HeldOperator | WindowOperator;

export type Literal = number | string | boolean;

/** A literal, or a text that is a `<PLACEHOLDER>` or (for numbers and truths) a stream name or a time tag. */
export type Operand = Literal;

export interface Comparison {
  stream: string;
  operator: Operator;
  /** One operand; two for between and outside; a list for in and not_in; absent for is_true, is_false and changed. */
  value?: Operand | Operand[];
  /** The second stream of deviation_above. */
  of?: string;
  /** The value above which count_above counts a sample. */
  limit?: Operand;
  /** Of changed and of the operators over a window; 60 when it is left out. */
  window_seconds?: number;
  deadband?: number;
  tolerance?: number;
  ignore_case?: boolean;
  max_age_seconds?: number;
  accept_uncertain?: boolean;
}

export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition };
