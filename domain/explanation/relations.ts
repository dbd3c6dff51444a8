import type { BoundComparison } from "../evaluation/types.ts";
import type { SampleValue } from "../sample/types.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";
import type { Relation } from "./types.ts";
import { listed, spanText, valueText } from "./words.ts";

/**
 * What makes an operator TRUE and what makes it FALSE, and where its reset line lies once it is latched: a deadband
 * away from each limit, on the side of the sign.
 */
interface Sides {
  true: Relation;
  false: Relation;
  reset: readonly (1 | -1)[];
}

const NO_RESET: readonly (1 | -1)[] = [];

const SIDES: Record<BoundComparison["operator"], Sides> = {
  greater_than: { true: "above", false: "at_most", reset: [-1] },
  greater_or_equal: { true: "at_least", false: "below", reset: [-1] },
  less_than: { true: "below", false: "at_least", reset: [1] },
  less_or_equal: { true: "at_most", false: "above", reset: [1] },
  between: { true: "between", false: "outside", reset: [-1, 1] },
  outside: { true: "outside", false: "between", reset: [1, -1] },
  deviation_above: { true: "above", false: "at_most", reset: [-1] },
  equals: { true: "equal", false: "not_equal", reset: NO_RESET },
  not_equals: { true: "not_equal", false: "equal", reset: NO_RESET },
  is_true: { true: "equal", false: "not_equal", reset: NO_RESET },
  is_false: { true: "equal", false: "not_equal", reset: NO_RESET },
  in: { true: "one_of", false: "none_of", reset: NO_RESET },
  not_in: { true: "none_of", false: "one_of", reset: NO_RESET },
  contains: { true: "contains", false: "not_contains", reset: NO_RESET },
  not_contains: { true: "not_contains", false: "contains", reset: NO_RESET },
  starts_with: { true: "starts_with", false: "not_starts_with", reset: NO_RESET },
  ends_with: { true: "ends_with", false: "not_ends_with", reset: NO_RESET },
  bit_set: { true: "bit_set", false: "bit_clear", reset: NO_RESET },
  bit_clear: { true: "bit_clear", false: "bit_set", reset: NO_RESET },
  changed: { true: "changed", false: "unchanged", reset: NO_RESET },
  stale_for: { true: "silent", false: "heard", reset: NO_RESET },
  flat_for: { true: "still", false: "moving", reset: NO_RESET },
  rate_above: { true: "above", false: "at_most", reset: [-1] },
  rate_below: { true: "below", false: "at_least", reset: [1] },
  avg_above: { true: "above", false: "at_most", reset: [-1] },
  avg_below: { true: "below", false: "at_least", reset: [1] },
  stddev_above: { true: "above", false: "at_most", reset: [-1] },
  min_below: { true: "below", false: "at_least", reset: [1] },
  max_above: { true: "above", false: "at_most", reset: [-1] },
  count_above: { true: "above", false: "at_most", reset: [-1] },
};

/** How a comparison becomes TRUE or FALSE. Of a latched one its reset line divides the two. */
export function relationTo(
  goal: "true" | "false",
  { operator, deadband }: Pick<BoundComparison, "operator" | "deadband">,
  { limits, latched }: { limits: readonly (SampleValue | null)[]; latched: boolean },
): { relation: Relation; limits: (SampleValue | null)[] } {
  const sides = SIDES[operator], relation = sides[goal];
  if (relation === "not_equal" && typeof limits[0] === "boolean") {
    return { relation: "equal", limits: [!limits[0]] };
  }
  if (!latched) return { relation, limits: [...limits] };
  const moved = limits.map((limit, i) =>
    typeof limit === "number" ? limit + (sides.reset[i] ?? 0) * deadband : limit
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
