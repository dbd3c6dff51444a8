/** Random comparisons for times_above to count, for fast-check. */
import type { BoundComparison, BoundOperand, BoundTrigger } from "../../domain/evaluation/types.ts";
import { type Operator, OPERATORS } from "../../domain/rule/operators/table.ts";
import type { Literal } from "../../domain/rule/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { fc } from "./fast_check.ts";
import { number, oneOf, text, valueOf } from "./operator_families.ts";

/** What times_above counts, of values of one type. */
function triggerOf(
  operator: fc.Arbitrary<Operator>,
  operands: fc.Arbitrary<Literal[]>,
): fc.Arbitrary<BoundTrigger> {
  return fc.record({
    operator,
    operands: operands.map((values) => values.map((literal): BoundOperand => ({ literal }))),
    deadband: fc.constantFrom(0, 1, 2, 3),
    tolerance: fc.constantFrom(0, 0, 0.5, 1),
    ignoreCase: fc.boolean(),
  }).map((trigger) => ({ ...trigger, ...legalWidths(trigger) }));
}

const few = (type: DataType) => fc.array(valueOf(type), { minLength: 1, maxLength: 3 });
const inOrder = fc.tuple(number, number).map(([a, b]): Literal[] => [Math.min(a, b), Math.max(a, b)]);
/** Each beside a stream of its type. */
export const TRIGGERS: [fc.Arbitrary<number>, fc.Arbitrary<BoundTrigger>][] = [
  [
    fc.constantFrom(1, 1, 1, 2, 3, -2),
    fc.oneof(
      { weight: 4, arbitrary: triggerOf(oneOf("threshold"), fc.tuple(number)) },
      { weight: 2, arbitrary: triggerOf(oneOf("range"), inOrder) },
      triggerOf(oneOf("equality"), fc.tuple(number)),
      triggerOf(oneOf("list"), few("NUM")),
      triggerOf(oneOf("bit"), fc.tuple(fc.integer({ min: 0, max: 2 }))),
    ),
  ],
  [
    fc.constant(4),
    fc.oneof(
      triggerOf(oneOf("text", "equality"), fc.tuple(text)),
      triggerOf(oneOf("list"), few("STR")),
    ),
  ],
  [
    fc.constant(5),
    fc.oneof(
      triggerOf(oneOf("state"), fc.constant([])),
      triggerOf(oneOf("equality"), fc.tuple(fc.boolean())),
    ),
  ],
];

/** A tolerance only where one is taken, and no deadband that makes the reset impossible. */
export function legalWidths(
  drawn: Pick<BoundComparison, "operator" | "operands" | "tolerance" | "deadband">,
): { tolerance: number; deadband: number } {
  const { operator, operands: [first, second] } = drawn;
  const { tolerance: takesTolerance, deadband: sides, isDistance } = OPERATORS[operator];
  const tolerance = takesTolerance === undefined ? 0 : drawn.tolerance;
  if (sides === undefined) return { tolerance, deadband: 0 };
  const limits = [first, second].flatMap((each) => each && "literal" in each ? [Number(each.literal)] : []);
  const widest = isDistance && limits.length > 0
    ? Math.max(0, limits[0])
    : sides[0] > sides[1] && limits.length > 1
    ? (limits[1] - limits[0]) / 2
    : Infinity;
  return { tolerance, deadband: Math.min(drawn.deadband, widest) };
}
