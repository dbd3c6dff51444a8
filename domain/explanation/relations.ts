import type { BoundComparison } from "../evaluation/types.ts";
import { type Relation, RELATION_WORDS } from "../rule/operators/relations.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { SampleValue } from "../sample/types.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";
import { spanText, valueText } from "./words.ts";

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

/** A relation as it follows "must": `rise above 82 bar`. */
export function relationText(
  relation: Relation,
  { limits, tolerance, uom }: {
    limits: readonly (SampleValue | null)[];
    tolerance: number;
    uom: string | null;
  },
): string {
  const [kind, words] = RELATION_WORDS[relation], unit = kind === "bits" ? null : uom;
  const texts = limits.map((limit) => {
    if (limit === null) return "a value that is not known";
    return kind === "spans" ? spanText(Number(limit) * TICKS_PER_SECOND) : valueText(limit, unit);
  });
  const range = valueText(tolerance, unit);
  return words(texts, tolerance > 0 ? ` within ${range}` : "", range);
}
