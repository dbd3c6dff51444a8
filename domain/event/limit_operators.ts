/** The comparisons of a value with one limit. */
export const LIMIT_OPERATORS = ["greater_than", "greater_or_equal", "less_than", "less_or_equal"] as const;
export type LimitOperator = (typeof LIMIT_OPERATORS)[number];
