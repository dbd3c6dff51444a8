/** What the reference evaluator makes of the expressions of docs/rule_operators.md. */
import { assertEquals, assertThrows } from "@std/assert";
import { calculationOf } from "../../../support/expression_arbitraries.ts";
import { computed } from "../../../support/reference_calculation.ts";
import { stepsOf, UnreadableExpression } from "../../../support/reference_expression.ts";
import {
  EXPRESSION_VALUES,
  EXPRESSION_VECTORS,
  REFUSED_EXPRESSIONS,
} from "../../../support/rule_reading_vectors.ts";

const VALUES = Object.values(EXPRESSION_VALUES);
const BOUND = Object.fromEntries(
  Object.keys(EXPRESSION_VALUES).map((name, stream) => [name, { stream, maxAge: 0 }]),
);

for (const { expression, value } of EXPRESSION_VECTORS) {
  Deno.test(`"${expression}" is ${value ?? "UNKNOWN"}, by the reference`, () => {
    const { steps, parts } = calculationOf(expression, BOUND)!;
    assertEquals(computed(steps, parts.map(({ stream }) => VALUES[stream] ?? undefined)) ?? null, value);
  });
}

const UNREADABLE = REFUSED_EXPRESSIONS.filter(({ message }) => message.includes("is not expected here"));
for (const { expression, message } of UNREADABLE) {
  Deno.test(`"${expression}" cannot be read, by the reference`, () => {
    const { message: place } = assertThrows(() => stepsOf(expression), UnreadableExpression);
    assertEquals(place, message.slice(0, place.length));
  });
}
