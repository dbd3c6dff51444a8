import type { Issue } from "../shared/refusal.ts";
import type { BoundPlaceholder } from "./bind_placeholders.ts";
import { CONSTANT_LIMITS, type ConstantField, type NumberOrReference } from "./constants.ts";
import { wholeReference } from "./references.ts";
import type { Comparison } from "./types.ts";

interface ConstantContext {
  bound: ReadonlyMap<string, BoundPlaceholder>;
  problems: Issue[];
}

interface ConstantPlace {
  field: ConstantField;
  path: string;
  context: ConstantContext;
}

/** The number of a field; undefined when it cannot be bound, with the reason in `problems`. */
export function bindNumber(
  given: NumberOrReference,
  { field, path, context }: ConstantPlace,
): number | undefined {
  if (typeof given === "number") return given;
  const name = wholeReference(given) ?? "", bound = context.bound.get(name);
  if (bound?.kind !== "constant" || typeof bound.value !== "number") return undefined;
  const { min, max } = CONSTANT_LIMITS[field], { value } = bound;
  if (value >= min && (max === undefined || value <= max)) return value;
  const takes = max === undefined ? `${min} or more` : `${min} to ${max}`;
  const message = `Placeholder "${name}" is ${value}; this takes ${takes}`;
  context.problems.push({ path: `${path}.${field}`, message });
  return undefined;
}

/** A comparison whose numbers are bound. */
export type NumericComparison =
  & Comparison
  & { deadband?: number; window_seconds?: number; max_age_seconds?: number };

/** The comparison without the numbers that cannot be bound; the reasons are in `problems`. */
export function withNumbers(
  comparison: Comparison,
  path: string,
  context: ConstantContext,
): NumericComparison {
  const numberOf = (field: "deadband" | "window_seconds" | "max_age_seconds") => {
    const given = comparison[field];
    return given === undefined ? undefined : bindNumber(given, { field, path, context });
  };
  return {
    ...comparison,
    deadband: numberOf("deadband"),
    window_seconds: numberOf("window_seconds"),
    max_age_seconds: numberOf("max_age_seconds"),
  };
}
