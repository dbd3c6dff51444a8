import type { Ticks } from "../../shared/time.ts";
import type { CompiledCalculation } from "./calculation.ts";
import type { Code, Limits } from "./comparison.ts";
import type { WindowCondition } from "../windows/window_condition.ts";

/** Marks an operand that is a literal, not a stream. */
export const LITERAL = -1;

/** A compiled comparison, with its streams as rows. */
export interface CompiledCondition extends Omit<RareParts, "low" | "high"> {
  code: Code;
  negate: boolean;
  stream: number;
  limits: Limits;
  maxAge: Ticks;
  acceptUncertain: boolean;
}

/** The operands that few conditions have. Most compare with a single number. */
export interface RareParts {
  low: number;
  high: number;
  /** The streams of `low` and `high`, or LITERAL. */
  lowStream: number;
  highStream: number;
  lowMaxAge: Ticks;
  highMaxAge: Ticks;
  list: ListOperands | null;
  /** How the compared value is calculated; null: it is that of the stream. */
  calculation: CompiledCalculation | null;
  window: WindowCondition | null;
}

/** Operands of ONE_OF and of comparisons of texts. */
export interface ListOperands {
  isText: boolean;
  ignoreCase: boolean;
  /**
   * Literals in their compared form. For each, `streams` has the row of its stream or LITERAL, and `maxAges`
   * its age limit.
   */
  literals: readonly (number | string)[];
  streams: readonly number[];
  maxAges: readonly number[];
}
