/** What a calculated value is: its steps one after the other, in double precision. See reference_evaluator.ts. */
import type { BoundCalculation, BoundComparison, Operation } from "../../domain/evaluation/types.ts";
import { heldValue, type Values } from "./reference_values.ts";

/** Undefined: UNKNOWN. */
export function calculatedValue(
  { parts, steps }: BoundCalculation,
  { acceptUncertain }: Pick<BoundComparison, "acceptUncertain">,
  values: Values,
): number | undefined {
  const held = parts.map(({ stream, maxAge }) => heldValue(stream, { maxAge, acceptUncertain }, values));
  return computed(steps, held.map((value) => value === undefined ? undefined : Number(value)));
}

/** UNKNOWN (undefined) while a part is, on a division by 0, and where the result of a step is not finite. */
export function computed(
  steps: BoundCalculation["steps"],
  parts: readonly (number | undefined)[],
): number | undefined {
  if (parts.includes(undefined)) return undefined;
  const results: number[] = [];
  for (const step of steps) {
    const result = "constant" in step
      ? step.constant
      : "part" in step
      ? parts[step.part]
      : operated(step.operation, results.splice(-step.count));
    if (result === undefined) return undefined;
    results.push(result);
  }
  return results[0];
}

function operated(operation: Operation, operands: readonly number[]): number | undefined {
  const [a = NaN, b = NaN] = operands;
  switch (operation) {
    case "negate":
      return -a;
    case "abs":
      return Math.abs(a);
    case "add":
      return finite(a + b);
    case "subtract":
      return finite(a - b);
    case "multiply":
      return finite(a * b);
    case "divide":
      return b === 0 ? undefined : finite(a / b);
    case "min":
      return operands.reduce((least, each) => each < least ? each : least);
    case "max":
      return operands.reduce((most, each) => each > most ? each : most);
    case "sum":
      return sumOf(operands);
    case "avg": {
      const sum = sumOf(operands);
      return sum === undefined ? undefined : sum / operands.length;
    }
  }
}

function sumOf([first = NaN, ...others]: readonly number[]): number | undefined {
  let sum = first;
  for (const each of others) {
    sum += each;
    if (!Number.isFinite(sum)) return undefined;
  }
  return sum;
}

const finite = (value: number) => Number.isFinite(value) ? value : undefined;
