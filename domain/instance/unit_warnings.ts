import { comparisonsOfRule } from "../evaluation/evaluating/program.ts";
import { MOST_WARNINGS } from "./limits.ts";
import type { UnitWarning } from "./schema.ts";
import type { BoundComparison, BoundRule } from "../evaluation/types.ts";

/** What a warning needs of a stream; undefined for a time tag. */
export type UnitOf = (stream: number) => { stream_name: string; uom: string | null } | undefined;

/** Conditions that compare streams of different units. Values are never converted. A stream without a unit fits any. */
export function unitWarnings(rules: readonly BoundRule[], unitOf: UnitOf): UnitWarning[] {
  return rules.flatMap((rule) => {
    const texts = comparisonsOfRule(rule).flatMap((comparison) => textsOf(comparison, unitOf));
    return [...new Set(texts)].map((text) => ({ rule_id: rule.ruleId, text }));
  }).slice(0, MOST_WARNINGS);
}

function textsOf({ stream, calculation, of, operands, limit }: BoundComparison, unitOf: UnitOf): string[] {
  const one = calculation === undefined ? unitOf(stream) : { stream_name: undefined, uom: calculation.unit };
  const others = [...operands, ...limit === undefined ? [] : [limit]].flatMap((operand) =>
    "stream" in operand ? [operand.stream] : []
  );
  return [...of === null ? [] : [of], ...others].flatMap((id) => {
    const other = unitOf(id);
    if (!one?.uom || !other?.uom || one.uom === other.uom) return [];
    const compared = one.stream_name === undefined ? "an expression" : `"${one.stream_name}"`;
    return [
      `Compares ${compared} in ${one.uom} with "${other.stream_name}" in ${other.uom}; values are not converted`,
    ];
  });
}
