import { FALSE, TRUE, type Truth, truthOfBoolean, UNKNOWN } from "./truth.ts";

/**
 * The codes of conditions. An operator and its negation (equals and not_equals) share a code; a flag tells
 * them apart. Booleans are compared as 0 and 1. DEVIATION compares the distance of `x` and `low` with the
 * limit `high`.
 */
export const NEVER_KNOWN = 0,
  GREATER = 1,
  GREATER_OR_EQUAL = 2,
  LESS = 3,
  LESS_OR_EQUAL = 4,
  BETWEEN = 5,
  OUTSIDE = 6,
  DEVIATION = 7,
  EQUAL = 8,
  BIT_SET = 9,
  /** From here on: the operands are a list of numbers or texts. */
  ONE_OF = 10,
  CONTAINS = 11,
  STARTS_WITH = 12,
  ENDS_WITH = 13,
  /** From here on: conditions on samples over time. */
  STALE = 14,
  CHANGED = 15,
  CHANGED_BY = 16,
  FLAT = 17,
  /** From here on: a value measured over a window, compared with a limit. */
  RATE = 18,
  MEAN = 19,
  SPREAD = 20,
  LEAST = 21,
  GREATEST = 22,
  COUNT = 23,
  INCREASE = 24,
  TIMES = 25;

/** Codes that compare a number with limits and latch: they stay TRUE until the value passes the deadband. */
export type LatchingCode =
  | typeof GREATER
  | typeof GREATER_OR_EQUAL
  | typeof LESS
  | typeof LESS_OR_EQUAL
  | typeof BETWEEN
  | typeof OUTSIDE
  | typeof DEVIATION;
export type NumberCode = LatchingCode | typeof EQUAL | typeof BIT_SET;
export type ListCode = typeof ONE_OF | typeof CONTAINS | typeof STARTS_WITH | typeof ENDS_WITH;
/** Codes that compare a measure of a window with a value. The deadband moves the value. */
export type MeasureCode =
  | typeof RATE
  | typeof MEAN
  | typeof SPREAD
  | typeof LEAST
  | typeof GREATEST
  | typeof COUNT
  | typeof INCREASE
  | typeof TIMES;
export type HistoryCode = typeof STALE | typeof CHANGED | typeof CHANGED_BY | typeof FLAT;
export type HeldCode = NumberCode | ListCode;
export type WindowCode = HistoryCode | MeasureCode;
export type Code = typeof NEVER_KNOWN | HeldCode | WindowCode;

/** Operands of a comparison of numbers: `low` alone, or both. `tolerance` is for EQUAL. */
export interface Limits {
  low: number;
  high: number;
  tolerance: number;
  deadband: number;
}

/** Compares without the deadband. */
export function compareNumber(code: Code, x: number, { low, high, tolerance }: Limits): Truth {
  switch (code) {
    case GREATER:
      return truthOfBoolean(x > low);
    case DEVIATION:
      return truthOfBoolean(Math.abs(x - low) > high);
    case GREATER_OR_EQUAL:
      return truthOfBoolean(x >= low);
    case LESS:
      return truthOfBoolean(x < low);
    case LESS_OR_EQUAL:
      return truthOfBoolean(x <= low);
    case BETWEEN:
      return low > high ? UNKNOWN : truthOfBoolean(low <= x && x <= high);
    case OUTSIDE:
      return low > high ? UNKNOWN : truthOfBoolean(x < low || x > high);
    case EQUAL:
      return truthOfBoolean(Math.abs(x - low) <= tolerance);
    case BIT_SET:
      return bitOf(x, low);
    default:
      code satisfies Exclude<Code, NumberCode>;
      return UNKNOWN;
  }
}

/** Compares a latched condition: FALSE once its value has reset. */
export function compareLatched(code: Code, x: number, limits: Limits): Truth {
  const { low, high, deadband } = limits;
  switch (code) {
    case GREATER:
      return x <= low - deadband ? FALSE : TRUE;
    case DEVIATION:
      return Math.abs(x - low) <= high - deadband ? FALSE : TRUE;
    case GREATER_OR_EQUAL:
      return x < low - deadband ? FALSE : TRUE;
    case LESS:
      return x >= low + deadband ? FALSE : TRUE;
    case LESS_OR_EQUAL:
      return x > low + deadband ? FALSE : TRUE;
    case BETWEEN:
      if (low > high) return UNKNOWN;
      return x < low - deadband || x > high + deadband ? FALSE : TRUE;
    case OUTSIDE:
      if (low > high) return UNKNOWN;
      return low + deadband <= x && x <= high - deadband ? FALSE : TRUE;
    default:
      code satisfies Exclude<Code, LatchingCode>;
      return compareNumber(code, x, limits);
  }
}

/**
 * Divides, because `>>` cuts at 32 bits. A negative or fractional value or bit number counts as a bad sample.
 */
function bitOf(x: number, bit: number): Truth {
  if (!isWhole(x) || !isWhole(bit)) return UNKNOWN;
  return truthOfBoolean(Math.floor(x / 2 ** bit) % 2 === 1);
}

function isWhole(x: number): boolean {
  return Number.isInteger(x) && x >= 0;
}

/** Compares a text with operands. Of the operators only ONE_OF takes more than one. */
export function compareText(code: Code, x: string, operands: readonly string[]): Truth {
  switch (code) {
    case ONE_OF:
      return truthOfBoolean(operands.includes(x));
    case CONTAINS:
      return truthOfBoolean(x.includes(operands[0]!));
    case STARTS_WITH:
      return truthOfBoolean(x.startsWith(operands[0]!));
    case ENDS_WITH:
      return truthOfBoolean(x.endsWith(operands[0]!));
    default:
      code satisfies Exclude<Code, ListCode>;
      return UNKNOWN;
  }
}

/** A text as it is compared: in lower case with `ignoreCase`. */
export function folded(text: string, { ignoreCase }: { ignoreCase: boolean }): string {
  return ignoreCase ? text.toLowerCase() : text;
}
