/** Each operator over time and the plant's clock, on samples that can be checked by hand. Windows of 10 s. */
import type { BoundComparison, BoundOperand } from "../../../../domain/evaluation/types.ts";
import type { Operator } from "../../../../domain/rule/operators/table.ts";
import { comparison, upsert } from "../../../support/evaluation_rules.ts";
import { inTurn, s, vector } from "../../../support/evaluation_vectors.ts";

const literal = (value: number): BoundOperand => ({ literal: value });
const over = (operator: Operator, value: number | null, changes: Partial<BoundComparison> = {}) => ({
  expression: comparison({
    operator,
    operands: value === null ? [] : [literal(value)],
    window: s(10),
    ...changes,
  }),
});
/** Value by second. */
const values = (...pairs: [number, number | "bad"][]) =>
  pairs.map(([seconds, value]) => upsert(seconds, value));

vector("changed: from the change until the window has gone by; a first value is none", {
  rule: over("changed", null),
  steps: inTurn(values([0, 1], [3, 1], [4, 2]), 30),
  events: [{ start: 4, end: 14 }],
});
vector("changed: a bad sample between two good ones is no change", {
  rule: over("changed", null),
  steps: inTurn(values([0, 1], [3, "bad"], [4, 1], [5, "bad"], [6, 2]), 30),
  events: [{ start: 6, end: 16 }],
});
vector("rate_above: over half of the window at least, else between the values held at its ends", {
  rule: over("rate_above", 1),
  steps: inTurn(values([0, 0], [4.9, 20], [5, 10], [12, 10]), 12),
  events: [{ start: 5, end: 10 }],
});
vector("rate_below: a rate has its sign", {
  rule: over("rate_below", -1),
  steps: inTurn(values([0, 10], [5, 5], [6, 3.9], [12, 10]), 30),
  events: [{ start: 6, end: 10 }],
});
vector("stale_for: before a first sample its age counts from the deployment", {
  rule: over("stale_for", 5),
  steps: inTurn(values([0, 1], [6, "bad"]), 30),
  events: [{ start: -95, end: 0 }, { start: 5, end: 6 }, { start: 11, end: null }],
});
vector("flat_for: the range of what was held, the value in force at the start included", {
  rule: over("flat_for", 5, { tolerance: 1 }),
  steps: inTurn(values([0, 10], [3, 10.5], [6, 12]), 30),
  events: [{ start: 5, end: 6 }, { start: 11, end: null }],
});
vector("flat_for: not wholly covered it is UNKNOWN", {
  rule: over("flat_for", 5),
  steps: inTurn(values([0, 10], [2, "bad"], [3, 10]), 7.9999999),
  events: [],
});
vector("avg_above: weighted by time, evaluated each second, strictly", {
  rule: over("avg_above", 80),
  steps: inTurn(values([0, 70], [5, 100], [20, 0]), 30),
  events: [{ start: 8, end: 22 }],
});
vector("avg_above: less than half covered is UNKNOWN", {
  rule: over("avg_above", 80),
  steps: inTurn(values([0, 100]), 30),
  events: [{ start: 5, end: null }],
});
vector("avg_below: strictly", {
  rule: over("avg_below", 80),
  steps: inTurn(values([0, 100], [5, 60]), 30),
  events: [{ start: 11, end: null }],
});
vector("avg_above: a deadband moves its reset line", {
  rule: over("avg_above", 80, { deadband: 10 }),
  steps: inTurn(values([0, 70], [5, 100], [20, 0]), 30),
  events: [{ start: 8, end: 23 }],
});
vector("stddev_above: that of the whole population, exact to the last bit", {
  rule: over("stddev_above", 4),
  steps: inTurn(values([0, 0], [5, 10]), 30),
  events: [{ start: 7, end: 13 }],
});
vector("min_below: the value in force at the window's start is included", {
  rule: over("min_below", 80),
  steps: inTurn(values([0, 90], [6, 70], [7, 90]), 30),
  events: [{ start: 6, end: 17 }],
});
vector("max_above: the value in force at the window's start is included", {
  rule: over("max_above", 80),
  steps: inTurn(values([0, 70], [6, 90], [7, 70]), 30),
  events: [{ start: 6, end: 17 }],
});
vector("count_above: good samples above the limit, never UNKNOWN", {
  rule: over("count_above", 2, { limit: literal(80) }),
  steps: inTurn(values([0, 80], [1, 81], [2, 82], [2.5, "bad"], [3, 83]), 30),
  events: [{ start: 3, end: 11 }],
});
vector("SYS.TIME.HOUR: evaluated when it changes, and at the deployment on its present value", {
  rule: { expression: comparison({ stream: -1, operator: "greater_or_equal", operands: [literal(1)] }) },
  steps: inTurn([], 4_000),
  events: [{ start: -100, end: 0, initial: true }, { start: 3_600, end: null }],
});
vector("SYS.TIME.IS_WEEKEND: 2020 began on a Wednesday", {
  rule: { expression: comparison({ stream: -4, operator: "is_true", operands: [] }) },
  steps: inTurn([], 6 * 86_400),
  events: [{ start: 3 * 86_400, end: 5 * 86_400 }],
});
