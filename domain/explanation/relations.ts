import type { BoundComparison } from "../evaluation/types.ts";
import type { Relation } from "../rule/operators/entry.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { SampleValue } from "../sample/types.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";
import { listed, spanText, valueText } from "./words.ts";

/** How a value must relate to which limits to reach the goal. A latched comparison is given its reset limits. */
export function relationTo(
  goal: "true" | "false",
  { operator, deadband }: Pick<BoundComparison, "operator" | "deadband">,
  { limits, latched }: { limits: readonly (SampleValue | null)[]; latched: boolean },
): { relation: Relation; limits: (SampleValue | null)[] } {
  const { explanation, deadband: sides = [] } = OPERATORS[operator], relation = explanation[goal];
  if (relation === "not_equal" && typeof limits[0] === "boolean") {
    return { relation: "equal", limits: [!limits[0]] };
  }
  if (!latched) return { relation, limits: [...limits] };
  const moved = limits.map((limit, i) =>
    typeof limit === "number" ? limit + (sides[i] ?? 0) * deadband : limit
  );
  return { relation, limits: moved };
}

/** `around`: the tolerance of equals and not_equals. `range`: how far a value may move for flat_for. */
type Words = (limits: readonly string[], around: string, range: string) => string;

/** The meaning of a relation's limits. */
type LimitKind = "values" | "bits" | "spans";

const WORDS: Record<Relation, [LimitKind, Words]> = {
  above: ["values", ([limit]) => `rise above ${limit}`],
  at_least: ["values", ([limit]) => `rise to at least ${limit}`],
  below: ["values", ([limit]) => `fall below ${limit}`],
  at_most: ["values", ([limit]) => `fall to ${limit} or less`],
  between: ["values", ([low, high]) => `come between ${low} and ${high}`],
  outside: ["values", ([low, high]) => `go below ${low} or above ${high}`],
  equal: ["values", ([limit], around) => `become ${limit}${around}`],
  not_equal: ["values", ([limit], around) => `become other than ${limit}${around}`],
  one_of: ["values", (limits) => `become ${listed(limits, "or")}`],
  none_of: ["values", (limits) => `become other than ${listed(limits, "and")}`],
  contains: ["values", ([text]) => `contain ${text}`],
  not_contains: ["values", ([text]) => `no longer contain ${text}`],
  starts_with: ["values", ([text]) => `start with ${text}`],
  not_starts_with: ["values", ([text]) => `no longer start with ${text}`],
  ends_with: ["values", ([text]) => `end with ${text}`],
  not_ends_with: ["values", ([text]) => `no longer end with ${text}`],
  bit_set: ["bits", ([bit]) => `have bit ${bit} set`],
  bit_clear: ["bits", ([bit]) => `have bit ${bit} clear`],
  changed: ["values", () => "change its value"],
  unchanged: ["spans", ([span]) => `keep its value for ${span}`],
  changed_by: ["values", ([limit]) => `change by more than ${limit}`],
  not_changed_by: ["values", ([limit]) => `change by ${limit} or less`],
  silent: ["spans", ([span]) => `send nothing for ${span}`],
  heard: ["values", () => "send a sample"],
  still: ["spans", ([span], _, range) => `move by no more than ${range} for ${span}`],
  moving: ["spans", ([span], _, range) => `move by more than ${range} within ${span}`],
};

/** A relation as it follows "must": `rise above 82 bar`. */
export function relationText(
  relation: Relation,
  { limits, tolerance, uom }: {
    limits: readonly (SampleValue | null)[];
    tolerance: number;
    uom: string | null;
  },
): string {
  const [kind, words] = WORDS[relation], unit = kind === "bits" ? null : uom;
  const texts = limits.map((limit) => {
    if (limit === null) return "a value that is not known";
    return kind === "spans" ? spanText(Number(limit) * TICKS_PER_SECOND) : valueText(limit, unit);
  });
  const range = valueText(tolerance, unit);
  return words(texts, tolerance > 0 ? ` within ${range}` : "", range);
}
