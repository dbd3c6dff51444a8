import type { BoundCalculation, Operation } from "../evaluation/types.ts";

/** The sign of an operator and its rank; a greater one is computed first. Functions have none. */
const SIGNS: Partial<Record<Operation, { sign: string; rank: number }>> = {
  add: { sign: "+", rank: 1 },
  subtract: { sign: "-", rank: 1 },
  multiply: { sign: "*", rank: 2 },
  divide: { sign: "/", rank: 2 },
};
const NEGATIVE = 3, WHOLE = 4;

interface Written {
  text: string;
  rank: number;
}

/** A calculation as an expression with the names of its parts: `(Pump.Out - Pump.In) / 2`. */
export function calculationText({ steps }: BoundCalculation, names: readonly string[]): string {
  const written: Written[] = [];
  for (const step of steps) {
    if ("constant" in step) {
      written.push({ text: String(step.constant), rank: step.constant < 0 ? NEGATIVE : WHOLE });
    } else if ("part" in step) written.push({ text: quoted(names[step.part] ?? ""), rank: WHOLE });
    else written.push(operationText(step.operation, written.splice(-step.count)));
  }
  return written[0]?.text ?? "";
}

function operationText(operation: Operation, taken: readonly Written[]): Written {
  const [left, right] = taken, binary = SIGNS[operation];
  if (operation === "negate") return { text: `-${within(left, NEGATIVE)}`, rank: NEGATIVE };
  if (binary === undefined) {
    return { text: `${operation}(${taken.map(({ text }) => text).join(", ")})`, rank: WHOLE };
  }
  const { sign, rank } = binary;
  return { text: `${within(left, rank)} ${sign} ${within(right, rank + 1)}`, rank };
}

function within(written: Written | undefined, rank: number): string {
  if (written === undefined) return "";
  return written.rank < rank ? `(${written.text})` : written.text;
}

/** A name that could be read as a calculation is in quotation marks. */
function quoted(name: string): string {
  return /^[\p{L}\p{N}_.]+$/u.test(name) ? name : `"${name}"`;
}
