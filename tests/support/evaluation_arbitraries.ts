/** Random rules for fast-check. Small values on purpose: limits, times and delays shall meet. Times in units. */
import { fc } from "./fast_check.ts";
import type {
  BoundComparison,
  BoundExpression,
  BoundOperand,
  BoundRule,
  BoundTrigger,
} from "../../domain/evaluation/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { type Operator, OPERATORS } from "../../domain/rule/operators/table.ts";
import type { Literal } from "../../domain/rule/types.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import type { ScenarioInstance } from "./evaluation_scenario.ts";
import { legalWidths, TRIGGERS } from "./evaluation_triggers.ts";
import { type Family, number, oneOf, valueOf } from "./operator_families.ts";
import { comparisonsOf, streamsOf } from "./reference_truth.ts";

/** The streams that rules draw from. */
export const STREAMS: Record<number, DataType> = { 1: "NUM", 2: "NUM", 3: "NUM", 4: "STR", 5: "BOOL" };

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
  /** How deep all, any, not and at_least may be nested around a comparison. */
  depth: number;
}

export const ANY_RULE: RuleLimits = { deadbands: true, delays: true, maxAges: true, windows: true, depth: 3 };

interface Shape {
  stream: fc.Arbitrary<number>;
  operator: fc.Arbitrary<Operator>;
  operands: fc.Arbitrary<BoundOperand[]>;
  of?: fc.Arbitrary<number>;
  limit?: fc.Arbitrary<BoundOperand>;
  trigger?: fc.Arbitrary<BoundTrigger>;
}

interface Weighted {
  weight: number;
  shape: Shape;
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

const SHAPES: Weighted[] = [
  {
    weight: 8,
    shape: { stream: numberStream, operator: oneOf("threshold"), operands: fc.tuple(operand("NUM")) },
  },
  {
    weight: 4,
    shape: {
      stream: numberStream,
      operator: oneOf("range"),
      operands: fc.oneof({ weight: 3, arbitrary: sortedRange }, fc.tuple(operand("NUM"), operand("NUM"))),
    },
  },
  ...Object.entries(STREAMS).filter(([id]) => Number(id) > 2).map(([id, type]) => ({
    weight: 1,
    shape: {
      stream: fc.constant(Number(id)),
      operator: oneOf("equality"),
      operands: fc.tuple(operand(type)),
    },
  })),
  ...[3, 4].map((id) => ({
    weight: 1,
    shape: {
      stream: fc.constant(id),
      operator: oneOf("list"),
      operands: fc.array(operand(STREAMS[id]), { minLength: 1, maxLength: 3 }),
    },
  })),
  {
    weight: 2,
    shape: { stream: fc.constant(4), operator: oneOf("text"), operands: fc.tuple(operand("STR")) },
  },
  {
    weight: 2,
    shape: { stream: fc.constant(5), operator: oneOf("state"), operands: fc.constant([]) },
  },
  {
    weight: 2,
    shape: { stream: numberStream, operator: oneOf("bit"), operands: fc.tuple(bitNumber) },
  },
  {
    weight: 2,
    shape: {
      stream: numberStream,
      operator: oneOf("distance"),
      operands: fc.tuple(operand("NUM")),
      of: numberStream,
    },
  },
];

/** How long, in units: a literal, or a stream of numbers as seconds. */
const duration = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(1, 2, 3, 5, 8, 20).map((literal): BoundOperand => ({ literal })) },
  fc.constantFrom(2, 3).map((stream): BoundOperand => ({ stream })),
);
const rate = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(-1, -0.5, 0, 0.25, 0.5, 1).map((literal) => ({ literal })) },
  operand("NUM"),
);
const tagValue = fc.constantFrom<[number, Literal][]>(
  ...[0, 1, 2, 3, 6, 23].map((hour): [number, Literal] => [-1, hour]),
  ...[0, 29, 30, 45].map((minute): [number, Literal] => [-2, minute]),
  ...[[-3, 1], [-3, 6], [-3, 7], [-4, true]] as [number, Literal][],
);
/** A tag beside a value that it may well have. */
const tagged = (...families: Family[]) => ({
  stream: fc.constantFrom(-1, -1, -2, -3),
  operator: oneOf(...families),
  operands: fc.tuple(fc.oneof(tagValue.map(([, value]) => ({ literal: Number(value) })), operand("NUM"))),
});

const times = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 3 }).map((literal) => ({ literal })) },
  operand("NUM"),
);

const STEPS: Weighted[] = [{
  weight: 2,
  shape: {
    stream: fc.constantFrom(1, 1, 2, 3, -2),
    operator: oneOf("step"),
    operands: fc.tuple(operand("NUM")),
  },
}];
const COUNTERS: Weighted[] = [{
  weight: 4,
  shape: {
    stream: fc.constantFrom(1, 1, 1, 2, 3, -2),
    operator: oneOf("counter"),
    operands: fc.tuple(operand("NUM")),
  },
}];
const TIMES = TRIGGERS.map(([stream, trigger], i): Weighted => ({
  weight: i === 0 ? 3 : 1,
  shape: { stream, trigger, operator: oneOf("times"), operands: fc.tuple(times) },
}));
const COUNTING = { all: [...STEPS, ...COUNTERS, ...TIMES], counters: COUNTERS, times: TIMES };

const OVER_TIME: Weighted[] = [
  {
    weight: 2,
    shape: {
      stream: fc.constantFrom(1, 2, 4, 5, -1, -2),
      operator: oneOf("change"),
      operands: fc.constant([]),
    },
  },
  {
    weight: 2,
    shape: {
      stream: fc.constantFrom(1, 1, 2, 4, 5, -2),
      operator: oneOf("silence"),
      operands: fc.tuple(duration),
    },
  },
  {
    weight: 2,
    shape: { stream: fc.constantFrom(1, 1, 2, 3, -2), operator: oneOf("flat"), operands: fc.tuple(duration) },
  },
  {
    weight: 3,
    shape: { stream: numberStream, operator: oneOf("rate"), operands: fc.tuple(rate) },
  },
  {
    weight: 6,
    shape: {
      stream: fc.constantFrom(1, 1, 1, 2, 2, 3, -2),
      operator: oneOf("measure"),
      operands: fc.tuple(operand("NUM")),
    },
  },
  ...COUNTING.all,
  {
    weight: 2,
    shape: {
      stream: numberStream,
      operator: oneOf("count"),
      limit: operand("NUM"),
      operands: fc.tuple(
        fc.oneof(fc.integer({ min: -1, max: 4 }).map((literal) => ({ literal })), operand("NUM")),
      ),
    },
  },
  { weight: 2, shape: tagged("threshold", "equality") },
  {
    weight: 1,
    shape: { stream: fc.constant(-4), operator: oneOf("state"), operands: fc.constant([]) },
  },
  {
    weight: 1,
    shape: {
      stream: numberStream,
      operator: oneOf("distance"),
      of: fc.constantFrom(-1, -2),
      operands: fc.tuple(operand("NUM")),
    },
  },
  {
    weight: 1,
    shape: {
      stream: numberStream,
      operator: oneOf("threshold"),
      operands: fc.tuple(fc.constantFrom(-1, -2, -3).map((stream): BoundOperand => ({ stream }))),
    },
  },
];

/** A comparison of any operator; one with a deadband can always be reset by some value. */
export function comparisonOf(limits: RuleLimits, insideNot = false): fc.Arbitrary<BoundExpression> {
  const held = SHAPES.slice(0, limits.isNumeric ? 2 : SHAPES.length);
  const age = limits.maxAges ? fc.constantFrom(0, 0, 0, 0, 0, 2, 4, 8) : fc.constant(0);
  const drawn = limits.counting ? COUNTING[limits.counting] : [...held, ...(limits.windows ? OVER_TIME : [])];
  const shapes = drawn.map(({ weight, shape }) => ({
    weight,
    arbitrary: fc.record({
      stream: shape.stream,
      operator: shape.operator,
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
  return { ...comparison, ...legalWidths(comparison), rollover };
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
  return fc.record({ expression: expressionOf(limits), onDelay: delay, offDelay: delay });
}

/** An instance over the streams that its rules name. */
export function instanceOfRules(instanceId: number, rules: Omit<BoundRule, "ruleId">[]): ScenarioInstance {
  const named = rules.map((rule, i) => ({ ...rule, ruleId: `r${i + 1}` }));
  const ids = named.flatMap((rule) => comparisonsOf(rule.expression)).flatMap(streamsOf);
  const streams = [...new Set(ids)].filter((id) => id > 0).map((id) => ({ id, dataType: STREAMS[id] }));
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
      limit: comparison.limit && aged(comparison.limit),
      maxAge: comparison.maxAge * unit,
      ofMaxAge: comparison.ofMaxAge === undefined ? undefined : comparison.ofMaxAge * unit,
      window: comparison.window === undefined ? undefined : comparison.window * unit,
    },
  };
}
