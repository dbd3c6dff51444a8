import type { BoundComparison } from "../evaluation/types.ts";
import type { Relation } from "../rule/operators/entry.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { SampleValue } from "../sample/types.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";
import { listed, spanText, valueText } from "./words.ts";

/** How a comparison becomes TRUE or FALSE. Of a latched one its reset line divides the two. */
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

/** `around`: the tolerance of a comparison for equality. `range`: that of flat_for. */
type Words = (limits: readonly string[], around: string, range: string) => string;

const WORDS: Record<Relation, Words> = {
  above: ([limit]) => `rise above ${limit}`,
  at_least: ([limit]) => `rise to at least ${limit}`,
  below: ([limit]) => `fall below ${limit}`,
  at_most: ([limit]) => `fall to ${limit} or less`,
  between: ([low, high]) => `come between ${low} and ${high}`,
  outside: ([low, high]) => `go below ${low} or above ${high}`,
  equal: ([limit], around) => `become ${limit}${around}`,
  not_equal: ([limit], around) => `become other than ${limit}${around}`,
  one_of: (limits) => `become ${listed(limits, "or")}`,
  none_of: (limits) => `become other than ${listed(limits, "and")}`,
  contains: ([text]) => `contain ${text}`,
  not_contains: ([text]) => `no longer contain ${text}`,
  starts_with: ([text]) => `start with ${text}`,
  not_starts_with: ([text]) => `no longer start with ${text}`,
  ends_with: ([text]) => `end with ${text}`,
  not_ends_with: ([text]) => `no longer end with ${text}`,
  bit_set: ([bit]) => `have bit ${bit} set`,
  bit_clear: ([bit]) => `have bit ${bit} clear`,
  changed: () => "change its value",
  unchanged: ([span]) => `keep its value for ${span}`,
  silent: ([span]) => `send nothing for ${span}`,
  heard: () => "send a sample",
  still: ([span], _, range) => `move by no more than ${range} for ${span}`,
  moving: ([span], _, range) => `move by more than ${range} within ${span}`,
};

const SPANS: readonly Relation[] = ["unchanged", "silent", "still", "moving"];

/** `rise above 82 bar`, as it follows on "must". */
export function relationText(
  relation: Relation,
  { limits, tolerance, uom }: {
    limits: readonly (SampleValue | null)[];
    tolerance: number;
    uom: string | null;
  },
): string {
  const unit = relation === "bit_set" || relation === "bit_clear" ? null : uom;
  const texts = limits.map((limit) => {
    if (limit === null) return "a value that is not known";
    return SPANS.includes(relation) ? spanText(Number(limit) * TICKS_PER_SECOND) : valueText(limit, unit);
  });
  const range = valueText(tolerance, unit);
  return WORDS[relation](texts, tolerance > 0 ? ` within ${range}` : "", range);
}
