import { comparisonsOf } from "../evaluation/evaluating/program.ts";
import type { RuleReading } from "../evaluation/evaluating/reading.ts";
import type { BoundExpression, BoundRule } from "../evaluation/types.ts";
import type { Spoken } from "./comparison.ts";
import { explainExpression, type PartNode } from "./parts.ts";

type EndedRule = BoundRule & { until: BoundExpression };

/** Whether `until` is asked in place of the conditions: while an event of a rule that has one is active. */
export function isEndedBy(rule: BoundRule, { phase }: Pick<RuleReading, "phase">): rule is EndedRule {
  return rule.until !== undefined && (phase === "active" || phase === "clearing");
}

/** Explains `until`. `place`: the index of its first part. */
export function explainUntil(
  { expression, until }: EndedRule,
  reading: RuleReading,
  { spoken, place }: { spoken: Spoken; place: number },
): PartNode {
  const comparisons = reading.comparisons.slice(comparisonsOf(expression).length);
  return placedFrom(explainExpression(until, { ...reading, comparisons }, spoken), place);
}

function placedFrom(node: PartNode, first: number): PartNode {
  return { ...node, place: node.place + first, inner: node.inner.map((part) => placedFrom(part, first)) };
}
