/**
 * Kleene truth as numbers in the order FALSE < UNKNOWN < TRUE, so that `all` is the least of its parts, `any` the
 * greatest, and `not` the mirror image.
 */
export type Truth = 0 | 1 | 2;

export const FALSE = 0, UNKNOWN = 1, TRUE = 2;

export const TRUTH_NAMES = ["false", "unknown", "true"] as const;

export function truthOfBoolean(value: boolean): Truth {
  return value ? TRUE : FALSE;
}

/** Kleene negation: UNKNOWN stays. */
export function negated(truth: Truth): Truth {
  return truth === TRUE ? FALSE : truth === FALSE ? TRUE : UNKNOWN;
}
