/** The vectors of the evaluation standard for operators over time, evaluated by the engine and by the reference. */
import type { BoundComparison, BoundExpression, BoundOperand } from "../../../../domain/evaluation/types.ts";
import type { Operator } from "../../../../domain/rule/operators/table.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";
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
vector("vector 23: an off-delay pauses at the instant at which flat_for loses its value", {
  rule: { expression: over("flat_for", 5), offDelay: s(2) },
  steps: inTurn([upsert(0, 70), upsert(61, 90), upsert(62, "bad"), upsert(64, 85), upsert(65, 90)], 100),
  events: [{ start: 5, end: null }],
});

/** Above 80 after 125 s. Its own grid of 10 s evaluates it at 120 and 130 only. */
const rising = comparison({ operator: "avg_above", window: s(100) });
const risingSamples = [upsert(0, 70), upsert(100, 110)];
const ofB = (operator: Operator, value: number | null, changes: Partial<BoundComparison> = {}) =>
  over(operator, value, { stream: 2, window: s(8), ...changes });
const never = comparison({ operands: [literal(1_000)] });

/** A timer of B ends at 128 without changing B's comparison or the rule. It is an instant nevertheless. */
const TIMERS: [string, BoundExpression, SampleChange[]][] = [
  ["an age runs from the newest sample", {
    kind: "all",
    of: [ofB("greater_than", 0, { maxAge: s(8) }), never],
  }, [upsert(110, 5, 2), upsert(120, 5, 2)]],
  ["stale_for runs from the newest sample, a bad one too", {
    kind: "all",
    of: [ofB("stale_for", 8), never],
  }, [upsert(110, 5, 2), upsert(120, "bad", 2)]],
  ["changed runs from the newest good sample, also one of the same value", ofB("changed", null), [
    ...[upsert(50, 5, 2), upsert(120, 5, 2), upsert(122, "bad", 2)],
  ]],
  ["flat_for runs from every sample, a bad one too", ofB("flat_for", 8), [upsert(120, "bad", 2)]],
  [
    "flat_for runs from a value's becoming too old",
    ofB("flat_for", 5, { maxAge: s(3) }),
    [upsert(120, 5, 2)],
  ],
];

vector("vector 24: without a timer of B the mean is evaluated at 130", {
  rule: { expression: { kind: "any", of: [rising, ofB("flat_for", 8)] } },
  steps: inTurn(risingSamples, 135),
  events: [{ start: 130, end: null }],
});
for (const [what, expression, samples] of TIMERS) {
  vector(`vector 24: a timer's end is an instant, though nothing changes by it: ${what}`, {
    rule: { expression: { kind: "any", of: [rising, expression] } },
    steps: inTurn([...risingSamples, ...samples], 135),
    events: [{ start: 128, end: null }],
  });
}

const operandB: BoundOperand[] = [{ stream: 2 }];
const unknownOnceOpen = (start: number) => [{ start, end: null, dataState: "unknown" as const }];
vector("vector 26a: stale_for is UNKNOWN while its operand is", {
  rule: { expression: over("stale_for", null, { operands: operandB }) },
  steps: inTurn([upsert(0, 1), upsert(1, 5, 2), upsert(6, "bad", 2)], 20),
  events: unknownOnceOpen(5),
});
vector("vector 26b: count_above is UNKNOWN while its limit is", {
  rule: { expression: over("count_above", 0, { limit: { stream: 2 } }) },
  steps: inTurn([upsert(0, 81), upsert(1, 80, 2), upsert(2, "bad", 2)], 30),
  events: unknownOnceOpen(1),
});
vector("vector 26c: a list is UNKNOWN while one of its operands is, though another one is met", {
  rule: { expression: comparison({ operator: "in", operands: [literal(5), ...operandB] }) },
  steps: inTurn([upsert(0, 5), upsert(0, 7, 2), upsert(1, "bad", 2)], 5),
  events: unknownOnceOpen(0),
});
vector("vector 27a: a tag of the plant's time never ages", {
  rule: {
    expression: comparison({
      stream: -1,
      operator: "greater_or_equal",
      operands: [literal(1)],
      maxAge: s(1),
    }),
  },
  steps: inTurn([], 4_000),
  events: [{ start: -100, end: 0, initial: true }, { start: 3_600, end: null }],
});
vector("vector 27b: a tag of the plant's time has a good sample at each change", {
  rule: { expression: over("changed", null, { stream: -1 }) },
  steps: inTurn([], 4_000),
  events: [{ start: 0, end: 10 }, { start: 3_600, end: 3_610 }],
});
vector("vector 27c: count_above counts the changes of a tag", {
  rule: { expression: over("count_above", 0, { stream: -1, limit: literal(-1) }) },
  steps: inTurn([], 4_000),
  events: [{ start: 0, end: 10 }, { start: 3_600, end: 3_610 }],
});
vector("vector 28a: changed ignores the maximum age of its stream", {
  rule: { expression: over("changed", null, { maxAge: s(2) }) },
  steps: inTurn([upsert(0, 1), upsert(1, 2)], 30),
  events: [{ start: 1, end: 11 }],
});
vector("vector 28b: rate_above ignores the maximum age of its stream", {
  rule: { expression: over("rate_above", 1, { maxAge: s(2) }) },
  steps: inTurn([upsert(0, 0), upsert(5, 10)], 9),
  events: [{ start: 5, end: null }],
});
vector("vector 28c: count_above ignores the maximum age of its stream", {
  rule: { expression: over("count_above", 0, { maxAge: s(2), limit: literal(80) }) },
  steps: inTurn([upsert(0, 81)], 30),
  events: [{ start: 0, end: 10 }],
});
vector("vector 28d: stale_for ignores the maximum age of its stream", {
  rule: { expression: over("stale_for", 5, { maxAge: s(2) }) },
  steps: inTurn([upsert(-98, 1), upsert(0, 1)], 6),
  events: [{ start: -93, end: 0 }, { start: 5, end: null }],
});
vector("vector 28e: an operand of stale_for becomes too old", {
  rule: { expression: over("stale_for", null, { operands: operandB, maxAge: s(2) }) },
  steps: inTurn([upsert(0, 1), upsert(0, 5, 2), upsert(9, 5, 2)], 20),
  events: [{ start: 9, end: null, dataState: "unknown" }],
});
vector("vector 29: changed stays known after a bad sample", {
  rule: { expression: over("changed", null) },
  steps: inTurn([upsert(0, 1), upsert(1, 2), upsert(3, "bad")], 5),
  events: [{ start: 1, end: null }],
});
