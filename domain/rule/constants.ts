import { RULE_LIMITS } from "./limits.ts";
import { wholeReference } from "./references.ts";

/** A number, or the `<PLACEHOLDER>` of a constant of the machine. */
export type NumberOrReference = number | string;

interface NumberLimits {
  min: number;
  /** Absent: none. */
  max?: number;
}

/** The numbers of a rule and of a comparison that may be constants of the machine. */
export const DELAYS = ["on_delay_seconds", "off_delay_seconds"] as const;
export const COMPARISON_NUMBERS = ["deadband", "window_seconds", "max_age_seconds"] as const;

export type ConstantField = typeof DELAYS[number] | typeof COMPARISON_NUMBERS[number];

export const CONSTANT_LIMITS: Readonly<Record<ConstantField, NumberLimits>> = {
  on_delay_seconds: { min: 0, max: RULE_LIMITS.delaySeconds },
  off_delay_seconds: { min: 0, max: RULE_LIMITS.delaySeconds },
  deadband: { min: 0 },
  window_seconds: { min: RULE_LIMITS.leastWindowSeconds, max: RULE_LIMITS.windowSeconds },
  max_age_seconds: { min: 0, max: RULE_LIMITS.maxAgeSeconds },
};

/** A placeholder that stands for a number, with the path of its field. */
export interface PlacedReference {
  name: string;
  path: string;
}

/** The placeholders in the given fields of a rule or a comparison. */
export function constantsIn<Field extends ConstantField>(
  given: { readonly [Name in Field]?: NumberOrReference },
  { fields, path }: { fields: readonly Field[]; path: string },
): PlacedReference[] {
  return fields.flatMap((field) => {
    const text = given[field], name = typeof text === "string" ? wholeReference(text) : undefined;
    return name === undefined ? [] : [{ name, path: `${path}.${field}` }];
  });
}
