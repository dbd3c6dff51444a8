/**
 * Kleene truth as numbers, FALSE < UNKNOWN < TRUE: `all` is the minimum of its parts, `any` the maximum, and
 * `not` mirrors the order.
 */
export type Truth = 0 | 1 | 2;

export const FALSE = 0, UNKNOWN = 1, TRUE = 2;

export const TRUTH_NAMES = ["false", "unknown", "true"] as const;

export function truthOfBoolean(value: boolean): Truth {
  return value ? TRUE : FALSE;
}

/** Kleene negation; UNKNOWN stays UNKNOWN. */
export function negated(truth: Truth): Truth {
  return truth === TRUE ? FALSE : truth === FALSE ? TRUE : UNKNOWN;
}
