/** Random expressions: read, computed and refused as the reference evaluator has them. */
import { assertEquals } from "@std/assert";
import { calculated } from "../../../../domain/evaluation/evaluating/calculation.ts";
import type { CalculationStep } from "../../../../domain/evaluation/types.ts";
import { readExpression } from "../../../../domain/rule/expression.ts";
import { brokenText, expressionText, NAMES } from "../../../support/expression_arbitraries.ts";
import { cases, fc } from "../../../support/fast_check.ts";
import { computed } from "../../../support/reference_calculation.ts";
import { stepsOf, UnreadableExpression, type WrittenStep } from "../../../support/reference_expression.ts";

const value = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: -3, max: 6 }) },
  fc.constantFrom(0, -0, 0.1, 1e308, -1.7e308, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const values = fc.tuple(...NAMES.map(() => value));

function byPlace(steps: readonly WrittenStep[]): CalculationStep[] {
  return steps.map((step) => "placeholder" in step ? { part: NAMES.indexOf(step.placeholder) } : step);
}

/** No comparison tells -0 from 0. */
const unsigned = (result: number | null | undefined) => result === 0 ? 0 : result ?? null;

Deno.test("an expression is what its grammar says, of any values", () => {
  const holds = (text: string, parts: number[]) => {
    const read = readExpression(text);
    if ("problem" in read) throw new Error(`${text}: ${read.problem}`);
    const steps = byPlace(read.steps);
    const bound = { parts: NAMES.map((_, stream) => ({ stream, maxAge: 0 })), steps, unit: null };
    assertEquals(unsigned(calculated(bound, parts)), unsigned(computed(byPlace(stepsOf(text)), parts)));
  };
  fc.assert(fc.property(expressionText(3), values, holds), cases(500));
});

Deno.test("an expression that cannot be read is refused where its grammar refuses it", () => {
  const holds = (text: string) => {
    const read = readExpression(text);
    const found = "problem" in read ? read.problem : "";
    const refused = refusalOf(text);
    assertEquals(found.slice(0, refused.length), refused);
    assertEquals(found === "", refused === "");
  };
  fc.assert(fc.property(brokenText, holds), cases(500));
});

/** Empty: it can be read. */
function refusalOf(text: string): string {
  try {
    return stepsOf(text), "";
  } catch (error) {
    if (error instanceof UnreadableExpression) return error.message;
    throw error;
  }
}
