import type { Ticks } from "../../shared/time.ts";
import { LITERAL } from "./compiled_condition.ts";
import { BOOL, NUM, STR, type TypeCode } from "../intake/sample_columns.ts";
import type { BoundOperand } from "../types.ts";

/** Gives the compiler access to streams. Every stream of a rule must be bound. */
export interface StreamRows {
  boundRow(stream: number): number;
  typeOf(row: number): TypeCode;
}

export interface Operands {
  literals: (number | string)[];
  streams: number[];
  maxAges: Ticks[];
  /** All operands have the right type. */
  fit: boolean;
}

/**
 * Splits operands into literals (booleans as 0 and 1) and stream rows. `maxAge`: for those without one of
 * their own.
 */
export function operandsOf(
  operands: readonly BoundOperand[],
  { type, maxAge, streams }: { type: TypeCode; maxAge: Ticks; streams: StreamRows },
): Operands {
  const split: Operands = { literals: [], streams: [], maxAges: [], fit: true };
  for (const operand of operands) {
    const row = "stream" in operand ? streams.boundRow(operand.stream) : LITERAL;
    const literal = "literal" in operand ? operand.literal : NaN;
    split.streams.push(row);
    split.literals.push(typeof literal === "boolean" ? Number(literal) : literal);
    split.maxAges.push("stream" in operand ? operand.maxAge ?? maxAge : 0);
    split.fit &&= type === (row === LITERAL ? literalType(literal) : streams.typeOf(row));
  }
  return split;
}

function literalType(literal: number | string | boolean): TypeCode {
  return typeof literal === "number" ? NUM : typeof literal === "string" ? STR : BOOL;
}
