import type { Ticks } from "../../shared/time.ts";
import type { Code, Limits } from "./comparison.ts";
import type { WindowCondition } from "../windows/window_condition.ts";

/** No operand stream: the operand is a literal. */
export const LITERAL = -1;

/** A comparison with its streams as rows, ready to be judged. */
export interface CompiledCondition extends Omit<RareParts, "low" | "high"> {
  code: Code;
  negate: boolean;
  stream: number;
  limits: Limits;
  maxAge: Ticks;
  acceptUncertain: boolean;
}

/** What few conditions have in place of the one number that they compare with. */
export interface RareParts {
  low: number;
  high: number;
  /** Streams that stand for `low` and `high`, or LITERAL. */
  lowStream: number;
  highStream: number;
  lowMaxAge: Ticks;
  highMaxAge: Ticks;
  list: ListOperands | null;
  window: WindowCondition | null;
}

/** Operands of ONE_OF and of the comparisons of texts. */
export interface ListOperands {
  isText: boolean;
  ignoreCase: boolean;
  /** Literals, as they are compared; beside each in `streams` the row that stands for it, or LITERAL, and its age. */
  literals: readonly (number | string)[];
  streams: readonly number[];
  maxAges: readonly number[];
}
