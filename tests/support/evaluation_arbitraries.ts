/** Random rules for fast-check. Small values on purpose: limits, times and delays shall meet. Times in units. */
import fc from "fast-check";
import type {
  BoundComparison,
  BoundExpression,
  BoundOperand,
  BoundRule,
} from "../../domain/evaluation/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { HeldOperator, Literal } from "../../domain/rule/types.ts";
import type { ScenarioInstance } from "./evaluation_scenario.ts";
import { comparisonsOf, streamsOf } from "./reference_truth.ts";

/** The streams that rules draw from. */
export const STREAMS: Record<number, DataType> = { 1: "NUM", 2: "NUM", 3: "NUM", 4: "STR", 5: "BOOL" };

export interface RuleLimits {
  deadbands: boolean;
  delays: boolean;
  maxAges: boolean;
  /** Only thresholds and ranges of numbers: what has a deadband. */
  isNumeric?: boolean;
  /** How deep all, any and not may stand around a comparison. */
  depth: number;
}

export const ANY_RULE: RuleLimits = { deadbands: true, delays: true, maxAges: true, depth: 3 };

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 }) },
  fc.constantFrom(-1, 2.5, 3.5, 4.5),
);
const text = fc.constantFrom("", "a", "A", "b", "ab", "AB", "ba");

/** A value as a stream of the type carries it. */
export function valueOf(type: DataType): fc.Arbitrary<Literal> {
  return type === "NUM" ? number : type === "STR" ? text : fc.boolean();
}

const oneOf = (operators: HeldOperator[]) => fc.constantFrom(...operators);
const THRESHOLDS: HeldOperator[] = ["greater_than", "greater_or_equal", "less_than", "less_or_equal"];
const RANGES: HeldOperator[] = ["between", "outside"];
const TEXTUAL: HeldOperator[] = ["contains", "not_contains", "starts_with", "ends_with"];

interface Shape {
  stream: fc.Arbitrary<number>;
  operator: fc.Arbitrary<HeldOperator>;
  operands: fc.Arbitrary<BoundOperand[]>;
  of?: fc.Arbitrary<number>;
}

function operand(type: DataType): fc.Arbitrary<BoundOperand> {
  const streams = Object.keys(STREAMS).map(Number).filter((id) => STREAMS[id] === type);
  const literal = valueOf(type).map((value): BoundOperand => ({ literal: value }));
  const stream = fc.constantFrom(...streams).map((id): BoundOperand => ({ stream: id }));
  return fc.oneof({ weight: 5, arbitrary: literal }, stream);
}

const sortedRange = fc.tuple(number, number).map(([a, b]): BoundOperand[] => [
  { literal: Math.min(a, b) },
  { literal: Math.max(a, b) },
]);
const numberStream = fc.constantFrom(1, 1, 1, 2, 2, 3);
const bitNumber = fc.oneof(fc.integer({ min: 0, max: 3 }).map((literal) => ({ literal })), operand("NUM"));

const SHAPES: { weight: number; shape: Shape }[] = [
  {
    weight: 8,
    shape: { stream: numberStream, operator: oneOf(THRESHOLDS), operands: fc.tuple(operand("NUM")) },
  },
  {
    weight: 4,
    shape: {
      ...{ stream: numberStream, operator: oneOf(RANGES) },
      operands: fc.oneof({ weight: 3, arbitrary: sortedRange }, fc.tuple(operand("NUM"), operand("NUM"))),
    },
  },
  ...Object.entries(STREAMS).filter(([id]) => Number(id) > 2).map(([id, type]) => ({
    weight: 1,
    shape: {
      stream: fc.constant(Number(id)),
      operator: oneOf(["equals", "not_equals"]),
      operands: fc.tuple(operand(type)),
    },
  })),
  ...[3, 4].map((id) => ({
    weight: 1,
    shape: {
      ...{ stream: fc.constant(id), operator: oneOf(["in", "not_in"]) },
      operands: fc.array(operand(STREAMS[id]), { minLength: 1, maxLength: 3 }),
    },
  })),
  {
    weight: 2,
    shape: { stream: fc.constant(4), operator: oneOf(TEXTUAL), operands: fc.tuple(operand("STR")) },
  },
  {
    weight: 2,
    shape: { stream: fc.constant(5), operator: oneOf(["is_true", "is_false"]), operands: fc.constant([]) },
  },
  {
    weight: 2,
    shape: { stream: numberStream, operator: oneOf(["bit_set", "bit_clear"]), operands: fc.tuple(bitNumber) },
  },
  {
    weight: 2,
    shape: {
      ...{ stream: numberStream, operator: oneOf(["deviation_above"]), operands: fc.tuple(operand("NUM")) },
      of: numberStream,
    },
  },
];

const DEADBAND_OPERATORS: HeldOperator[] = [...THRESHOLDS, ...RANGES, "deviation_above"];

/** A comparison of any operator; one with a deadband can always be reset by some value. */
export function comparisonOf(limits: RuleLimits, insideNot = false): fc.Arbitrary<BoundExpression> {
  const shapes = SHAPES.slice(0, limits.isNumeric ? 2 : SHAPES.length).map(({ weight, shape }) => ({
    weight,
    arbitrary: fc.record({
      ...{ stream: shape.stream, operator: shape.operator, operands: shape.operands },
      ...{ of: shape.of ?? fc.constant(null), ignoreCase: fc.boolean(), acceptUncertain: fc.boolean() },
      deadband: limits.deadbands && !insideNot ? fc.constantFrom(0, 0.5, 1, 2, 3) : fc.constant(0),
      tolerance: fc.constantFrom(0, 0, 0.5, 1),
      maxAge: limits.maxAges ? fc.constantFrom(0, 0, 0, 0, 0, 2, 4, 8) : fc.constant(0),
    }),
  }));
  return fc.oneof(...shapes).map((each): BoundExpression => ({
    kind: "comparison",
    comparison: legal(each),
  }));
}

function legal(comparison: BoundComparison): BoundComparison {
  const { operator, operands: [first, second] } = comparison;
  const isEquality = operator === "equals" || operator === "not_equals";
  const tolerance = isEquality ? comparison.tolerance : 0;
  if (!DEADBAND_OPERATORS.includes(operator)) return { ...comparison, tolerance, deadband: 0 };
  const limits = [first, second].flatMap((each) => each && "literal" in each ? [Number(each.literal)] : []);
  const widest = operator === "deviation_above" && limits.length > 0
    ? Math.max(0, limits[0])
    : operator === "outside" && limits.length > 1
    ? (limits[1] - limits[0]) / 2
    : Infinity;
  return { ...comparison, tolerance, deadband: Math.min(comparison.deadband, widest) };
}

/** Comparisons under all, any and not. */
export function expressionOf(limits: RuleLimits, insideNot = false): fc.Arbitrary<BoundExpression> {
  const leaf = comparisonOf(limits, insideNot);
  if (limits.depth === 0) return leaf;
  const inner = { ...limits, depth: limits.depth - 1 };
  const list = fc.array(expressionOf(inner, insideNot), { minLength: 1, maxLength: 3 });
  const listed = (kind: "all" | "any") => list.map((of): BoundExpression => ({ kind, of }));
  const negated = expressionOf(inner, true).map((of): BoundExpression => ({ kind: "not", of }));
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: listed("all") },
    { weight: 2, arbitrary: listed("any") },
    { weight: 1, arbitrary: negated },
  );
}

export function ruleOf(limits: RuleLimits): fc.Arbitrary<Omit<BoundRule, "ruleId">> {
  const delay = limits.delays ? fc.constantFrom(0, 0, 0, 0, 1, 2, 5) : fc.constant(0);
  return fc.record({ expression: expressionOf(limits), onDelay: delay, offDelay: delay });
}

/** An instance over the streams that its rules name. */
export function instanceOfRules(instanceId: number, rules: Omit<BoundRule, "ruleId">[]): ScenarioInstance {
  const named = rules.map((rule, i) => ({ ...rule, ruleId: `r${i + 1}` }));
  const ids = named.flatMap((rule) => comparisonsOf(rule.expression)).flatMap(streamsOf);
  const streams = [...new Set(ids)].map((id) => ({ id, dataType: STREAMS[id] }));
  return { instanceId, rules: named, streams };
}

/** The same rule with every duration in ticks instead of units. */
export function inTicks(rule: Omit<BoundRule, "ruleId">, unit: number): Omit<BoundRule, "ruleId"> {
  const expression = withAges(rule.expression, unit);
  return { expression, onDelay: rule.onDelay * unit, offDelay: rule.offDelay * unit };
}

function withAges(expression: BoundExpression, unit: number): BoundExpression {
  if (expression.kind === "not") return { kind: "not", of: withAges(expression.of, unit) };
  if (expression.kind !== "comparison") {
    return { kind: expression.kind, of: expression.of.map((part) => withAges(part, unit)) };
  }
  const { comparison } = expression;
  return { kind: "comparison", comparison: { ...comparison, maxAge: comparison.maxAge * unit } };
}
