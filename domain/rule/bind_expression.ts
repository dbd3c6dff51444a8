import type { BoundCalculation, CalculationStep } from "../evaluation/types.ts";
import type { Ticks } from "../shared/time.ts";
import type { Issue } from "../shared/refusal.ts";
import type { DataType } from "../sample/types.ts";
import type { BoundPlaceholder } from "./bind_placeholders.ts";
import { type ExpressionStep, readExpression } from "./expression.ts";
import type { Comparison } from "./types.ts";

interface ExpressionPlace {
  /** The path of the comparison. */
  path: string;
  context: { bound: ReadonlyMap<string, BoundPlaceholder>; problems: Issue[]; used: Map<number, DataType> };
  /** The maximum age of a placeholder's value. */
  maxAgeOf(reference: string): Ticks;
}

/** Binds each placeholder of an expression to its stream or constant; undefined where one is not bound. */
export function bindExpression(
  { expression = "", unit = null }: Comparison,
  { path, context, maxAgeOf }: ExpressionPlace,
): BoundCalculation | undefined {
  const read = readExpression(expression);
  if (!("steps" in read)) return undefined;
  const parts: BoundCalculation["parts"] = [], partOf = new Map<string, number>();
  const bindStep = (step: ExpressionStep): CalculationStep | undefined => {
    if (!("placeholder" in step)) return step;
    const bound = context.bound.get(step.placeholder), known = partOf.get(step.placeholder);
    if (bound === undefined || known !== undefined) return known === undefined ? undefined : { part: known };
    if (bound.kind === "constant") return { constant: Number(bound.value) };
    context.used.set(bound.stream.id, bound.stream.data_type);
    partOf.set(step.placeholder, parts.length);
    parts.push({ stream: bound.stream.id, maxAge: maxAgeOf(`<${step.placeholder}>`) });
    return { part: parts.length - 1 };
  };
  const found = read.steps.map(bindStep), steps = found.filter((step) => step !== undefined);
  if (steps.length < found.length) return undefined;
  if (parts.length > 0) return { parts, steps, unit };
  const message = "Bind at least one placeholder of the expression to a stream";
  context.problems.push({ path: `${path}.expression`, message });
  return undefined;
}
