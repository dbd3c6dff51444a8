/** The vectors of the evaluation standard that its operators over time need, judged by reference and engine alike. */
import type { BoundComparison, BoundOperand } from "../../../../domain/evaluation/types.ts";
import type { Operator } from "../../../../domain/rule/types.ts";
import { comparison, upsert } from "../../../support/evaluation_rules.ts";
import { inTurn, s, vector } from "../../../support/evaluation_vectors.ts";

const literal = (value: number): BoundOperand => ({ literal: value });
const over = (operator: Operator, value: number | null, changes: Partial<BoundComparison> = {}) =>
  comparison({ operator, operands: value === null ? [] : [literal(value)], window: s(10), ...changes });

vector("vector 21: flat_for is UNKNOWN at the instant at which its value becomes bad", {
  rule: { expression: over("flat_for", 10) },
  steps: inTurn([upsert(1, 80), upsert(11, "bad")], 30),
  events: [],
});
vector("vector 22: flat_for is UNKNOWN at the instant at which its value becomes too old", {
  rule: { expression: over("flat_for", 10, { maxAge: s(10) }) },
  steps: inTurn([upsert(1, 80)], 30),
  events: [],
});
vector("vector 23: an off-delay stands still from the instant at which flat_for loses its value", {
  rule: { expression: over("flat_for", 5), offDelay: s(2) },
  steps: inTurn([upsert(0, 70), upsert(61, 90), upsert(62, "bad"), upsert(64, 85), upsert(65, 90)], 100),
  events: [{ start: 5, end: null }],
});
