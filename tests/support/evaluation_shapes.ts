/** In which way a random comparison of each operator is drawn. Small values on purpose. Times in units. */
import { fc } from "./fast_check.ts";
import type { BoundOperand, BoundTrigger } from "../../domain/evaluation/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Literal } from "../../domain/rule/types.ts";
import { TRIGGERS } from "./evaluation_triggers.ts";
import { type Family, number, valueOf } from "./operator_families.ts";

/** The streams that rules draw from. */
export const STREAMS: Record<number, DataType> = { 1: "NUM", 2: "NUM", 3: "NUM", 4: "STR", 5: "BOOL" };

interface Shape {
  stream: fc.Arbitrary<number>;
  families: Family[];
  operands: fc.Arbitrary<BoundOperand[]>;
  of?: fc.Arbitrary<number>;
  limit?: fc.Arbitrary<BoundOperand>;
  trigger?: fc.Arbitrary<BoundTrigger>;
  isCalculated?: true;
}

export interface Weighted {
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
export const numberStream = fc.constantFrom(1, 1, 1, 2, 2, 3);
const bitNumber = fc.oneof(fc.integer({ min: 0, max: 3 }).map((literal) => ({ literal })), operand("NUM"));

export const SHAPES: Weighted[] = [
  {
    weight: 8,
    shape: { stream: numberStream, families: ["threshold"], operands: fc.tuple(operand("NUM")) },
  },
  {
    weight: 4,
    shape: {
      stream: numberStream,
      families: ["range"],
      operands: fc.oneof({ weight: 3, arbitrary: sortedRange }, fc.tuple(operand("NUM"), operand("NUM"))),
    },
  },
  ...Object.entries(STREAMS).filter(([id]) => Number(id) > 2).map(([id, type]): Weighted => ({
    weight: 1,
    shape: {
      stream: fc.constant(Number(id)),
      families: ["equality"],
      operands: fc.tuple(operand(type)),
    },
  })),
  ...[3, 4].map((id): Weighted => ({
    weight: 1,
    shape: {
      stream: fc.constant(id),
      families: ["list"],
      operands: fc.array(operand(STREAMS[id]), { minLength: 1, maxLength: 3 }),
    },
  })),
  {
    weight: 2,
    shape: { stream: fc.constant(4), families: ["text"], operands: fc.tuple(operand("STR")) },
  },
  {
    weight: 2,
    shape: { stream: fc.constant(5), families: ["state"], operands: fc.constant([]) },
  },
  {
    weight: 2,
    shape: { stream: numberStream, families: ["bit"], operands: fc.tuple(bitNumber) },
  },
  {
    weight: 2,
    shape: {
      stream: numberStream,
      families: ["distance"],
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
  families: [...families],
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
    families: ["step"],
    operands: fc.tuple(operand("NUM")),
  },
}];
const COUNTERS: Weighted[] = [{
  weight: 4,
  shape: {
    stream: fc.constantFrom(1, 1, 1, 2, 3, -2),
    families: ["counter"],
    operands: fc.tuple(operand("NUM")),
  },
}];
const TIMES = TRIGGERS.map(([stream, trigger], i): Weighted => ({
  weight: i === 0 ? 3 : 1,
  shape: { stream, trigger, families: ["times"], operands: fc.tuple(times) },
}));
export const COUNTING = { all: [...STEPS, ...COUNTERS, ...TIMES], counters: COUNTERS, times: TIMES };

export const OVER_TIME: Weighted[] = [
  {
    weight: 2,
    shape: {
      stream: fc.constantFrom(1, 2, 4, 5, -1, -2),
      families: ["change"],
      operands: fc.constant([]),
    },
  },
  {
    weight: 2,
    shape: {
      stream: fc.constantFrom(1, 1, 2, 4, 5, -2),
      families: ["silence"],
      operands: fc.tuple(duration),
    },
  },
  {
    weight: 2,
    shape: { stream: fc.constantFrom(1, 1, 2, 3, -2), families: ["flat"], operands: fc.tuple(duration) },
  },
  {
    weight: 3,
    shape: { stream: numberStream, families: ["rate"], operands: fc.tuple(rate) },
  },
  {
    weight: 6,
    shape: {
      stream: fc.constantFrom(1, 1, 1, 2, 2, 3, -2),
      families: ["measure"],
      operands: fc.tuple(operand("NUM")),
    },
  },
  ...COUNTING.all,
  {
    weight: 2,
    shape: {
      stream: numberStream,
      families: ["count"],
      limit: operand("NUM"),
      operands: fc.tuple(
        fc.oneof(fc.integer({ min: -1, max: 4 }).map((literal) => ({ literal })), operand("NUM")),
      ),
    },
  },
  { weight: 2, shape: tagged("threshold", "equality") },
  {
    weight: 1,
    shape: { stream: fc.constant(-4), families: ["state"], operands: fc.constant([]) },
  },
  {
    weight: 1,
    shape: {
      stream: numberStream,
      families: ["distance"],
      of: fc.constantFrom(-1, -2),
      operands: fc.tuple(operand("NUM")),
    },
  },
  {
    weight: 1,
    shape: {
      stream: numberStream,
      families: ["threshold"],
      operands: fc.tuple(fc.constantFrom(-1, -2, -3).map((stream): BoundOperand => ({ stream }))),
    },
  },
];

/** Each way in which a held number is compared. */
const OF_NUMBERS: Weighted[] = [
  ...SHAPES.slice(0, 2),
  {
    weight: 1,
    shape: { stream: numberStream, families: ["equality"], operands: fc.tuple(operand("NUM")) },
  },
  {
    weight: 1,
    shape: {
      stream: numberStream,
      families: ["list"],
      operands: fc.array(operand("NUM"), { minLength: 1, maxLength: 3 }),
    },
  },
  ...SHAPES.slice(-2),
];

export const CALCULATED = OF_NUMBERS.map(({ weight, shape }): Weighted => ({
  weight,
  shape: { ...shape, isCalculated: true },
}));
