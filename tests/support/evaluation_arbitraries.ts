/** Random rules for fast-check. Small values on purpose: limits, times and delays shall meet. Times in units. */
import { fc } from "./fast_check.ts";
import type {
  BoundCalculation,
  BoundComparison,
  BoundExpression,
  BoundOperand,
  BoundRule,
} from "../../domain/evaluation/types.ts";
import { type Operator, OPERATORS } from "../../domain/rule/operators/table.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import type { ScenarioInstance } from "./evaluation_scenario.ts";
import {
  CALCULATED,
  COUNTING,
  numberStream,
  OVER_TIME,
  SHAPES,
  STREAMS,
  type Weighted,
} from "./evaluation_shapes.ts";
import { legalWidths } from "./evaluation_triggers.ts";
import { calculationArbitrary } from "./expression_arbitraries.ts";
import { oneOf, operatorsOf } from "./operator_families.ts";
import { comparisonsOfRule, streamsOf } from "./reference_truth.ts";

export interface RuleLimits {
  deadbands: boolean;
  /** Operators over time, and tags of the plant's time; left out: neither. */
  windows?: boolean;
  delays: boolean;
  maxAges: boolean;
  /** Only thresholds and ranges of numbers: what has a deadband. */
  isNumeric?: boolean;
  /** Only steps, counters and times, or one of them. */
  counting?: "all" | "counters" | "times";
  /** Calculated values beside streams, or alone; left out: none. */
  calculated?: "too" | "alone";
  /** Of all comparisons only those by one operator. */
  only?: Operator;
  /** Rules may have an end of their own, or all of them have; left out: none. */
  until?: "too" | "always";
  /** How deep all, any, not and at_least may be nested around a comparison. */
  depth: number;
}

export const ANY_RULE: RuleLimits = { deadbands: true, delays: true, maxAges: true, windows: true, depth: 3 };

/** A comparison of any operator; one with a deadband can always be reset by some value. */
export function comparisonOf(limits: RuleLimits, insideNot = false): fc.Arbitrary<BoundExpression> {
  const held = SHAPES.slice(0, limits.isNumeric ? 2 : SHAPES.length);
  const age = limits.maxAges ? fc.constantFrom(0, 0, 0, 0, 0, 2, 4, 8) : fc.constant(0);
  const ofStreams = limits.counting
    ? COUNTING[limits.counting]
    : [...held, ...(limits.windows ? OVER_TIME : [])];
  const drawn = limits.calculated === "alone" ? CALCULATED : [
    ...ofStreams,
    ...limits.calculated === undefined ? [] : CALCULATED,
  ];
  const { only } = limits;
  const isDrawn = ({ shape }: Weighted) =>
    only === undefined || shape.families.flatMap(operatorsOf).includes(only);
  const shapes = drawn.filter(isDrawn).map(({ weight, shape }) => ({
    weight,
    arbitrary: fc.record({
      stream: shape.stream,
      calculation: shape.isCalculated ? calculationArbitrary(numberStream, age) : fc.constant(undefined),
      operator: only === undefined ? oneOf(...shape.families) : fc.constant(only),
      operands: shape.operands,
      of: shape.of ?? fc.constant(null),
      ignoreCase: fc.boolean(),
      acceptUncertain: fc.boolean(),
      deadband: limits.deadbands && !insideNot ? fc.constantFrom(0, 0.5, 1, 2, 3) : fc.constant(0),
      tolerance: fc.constantFrom(0, 0, 0.5, 1),
      maxAge: age,
      operandAge: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, age),
      limit: shape.limit ?? fc.constant(undefined),
      trigger: shape.trigger ?? fc.constant(undefined),
      rollover: fc.constantFrom(undefined, undefined, 3, 5, 6, 9),
      window: fc.constantFrom(2, 4, 8, 20),
    }),
  }));
  return fc.oneof(...shapes).map((each): BoundExpression => ({
    kind: "comparison",
    comparison: legal(each),
  }));
}

function legal(drawn: BoundComparison & { operandAge: number | undefined }): BoundComparison {
  const comparison = withOwnAges(drawn);
  const rollover = OPERATORS[comparison.operator].rollover ? comparison.rollover : undefined;
  return { ...comparison, ...comparison.calculation?.parts[0], ...legalWidths(comparison), rollover };
}

/** Operands may have an age of their own. */
function withOwnAges(
  { operandAge, ...comparison }: BoundComparison & { operandAge: number | undefined },
): BoundComparison {
  const aged = (operand: BoundOperand): BoundOperand =>
    "stream" in operand && operandAge !== undefined ? { ...operand, maxAge: operandAge } : operand;
  const { limit, operands } = comparison;
  return {
    ...comparison,
    operands: operands.map(aged),
    limit: limit && aged(limit),
    ofMaxAge: operandAge,
  };
}

/** Comparisons under all, any, not and at_least. */
export function expressionOf(limits: RuleLimits, insideNot = false): fc.Arbitrary<BoundExpression> {
  const leaf = comparisonOf(limits, insideNot);
  if (limits.depth === 0) return leaf;
  const inner = { ...limits, depth: limits.depth - 1 };
  const list = fc.array(expressionOf(inner, insideNot), { minLength: 1, maxLength: 3 });
  const listed = (kind: "all" | "any") => list.map((of): BoundExpression => ({ kind, of }));
  const counted = fc.tuple(list, fc.nat(2)).map(([of, most]): BoundExpression => ({
    kind: "at_least",
    atLeast: Math.min(of.length, most + 1),
    of,
  }));
  const negated = expressionOf(inner, true).map((of): BoundExpression => ({ kind: "not", of }));
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: listed("all") },
    { weight: 2, arbitrary: listed("any") },
    { weight: 2, arbitrary: counted },
    { weight: 1, arbitrary: negated },
  );
}

export function ruleOf(limits: RuleLimits): fc.Arbitrary<Omit<BoundRule, "ruleId">> {
  const delay = limits.delays ? fc.constantFrom(0, 0, 0, 0, 1, 2, 5) : fc.constant(0);
  const plain = fc.record({ expression: expressionOf(limits), onDelay: delay, offDelay: delay });
  if (limits.until === undefined) return plain;
  const ended = fc.record({
    expression: expressionOf({ ...limits, deadbands: false }),
    until: expressionOf({ ...limits, depth: Math.min(1, limits.depth) }),
    onDelay: delay,
    offDelay: delay,
  });
  return limits.until === "always" ? ended : fc.oneof({ weight: 2, arbitrary: plain }, ended);
}

/** An instance over the streams that its rules name. */
export function instanceOfRules(instanceId: number, rules: Omit<BoundRule, "ruleId">[]): ScenarioInstance {
  const named = rules.map((rule, i) => ({ ...rule, ruleId: `r${i + 1}` }));
  const ids = named.flatMap(comparisonsOfRule).flatMap(streamsOf);
  const streams = [...new Set(ids)].filter((id) => id > 0).map((id) => ({ id, dataType: STREAMS[id] }));
  return { instanceId, rules: named, streams };
}

/** The same rule with every duration in ticks instead of units. */
export function inTicks(rule: Omit<BoundRule, "ruleId">, unit: number): Omit<BoundRule, "ruleId"> {
  const expression = withAges(rule.expression, unit), until = rule.until && withAges(rule.until, unit);
  return { expression, until, onDelay: rule.onDelay * unit, offDelay: rule.offDelay * unit };
}

function withAges(expression: BoundExpression, unit: number): BoundExpression {
  if (expression.kind === "not") return { kind: "not", of: withAges(expression.of, unit) };
  if (expression.kind !== "comparison") {
    return { ...expression, of: expression.of.map((part) => withAges(part, unit)) };
  }
  const { comparison } = expression;
  const aged = (operand: BoundOperand): BoundOperand =>
    "stream" in operand && operand.maxAge !== undefined
      ? { ...operand, maxAge: operand.maxAge * unit }
      : operand;
  const isDuration = OPERATORS[comparison.operator].value?.meaning?.kind === "seconds";
  const operands = comparison.operands.map((operand): BoundOperand =>
    isDuration && "literal" in operand
      ? { literal: Number(operand.literal) * unit / TICKS_PER_SECOND }
      : aged(operand)
  );
  return {
    kind: "comparison",
    comparison: {
      ...comparison,
      operands,
      calculation: comparison.calculation && calculationInTicks(comparison.calculation, unit),
      limit: comparison.limit && aged(comparison.limit),
      maxAge: comparison.maxAge * unit,
      ofMaxAge: comparison.ofMaxAge === undefined ? undefined : comparison.ofMaxAge * unit,
      window: comparison.window === undefined ? undefined : comparison.window * unit,
    },
  };
}

function calculationInTicks({ parts, ...rest }: BoundCalculation, unit: number): BoundCalculation {
  return { ...rest, parts: parts.map(({ stream, maxAge }) => ({ stream, maxAge: maxAge * unit })) };
}
