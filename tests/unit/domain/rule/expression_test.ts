/** Expressions: docs/rule_operators.md, "Calculated values". */
import { assertEquals } from "@std/assert";
import { calculated } from "../../../../domain/evaluation/evaluating/calculation.ts";
import type { CalculationStep } from "../../../../domain/evaluation/types.ts";
import { readExpression } from "../../../../domain/rule/expression.ts";
import { expressionIssues } from "../../../../domain/rule/expression_check.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import { EXPRESSION_VECTORS, REFUSED_EXPRESSIONS } from "../../../support/rule_reading_vectors.ts";

const VALUES = new Map([["A", 8], ["B", 2], ["C", 0], ["D", -3], ["E", NaN]]);

/** The value of an expression; null where it is UNKNOWN. NaN stands for an unknown part. */
function valueOf(expression: string): number | null {
  const read = readExpression(expression);
  if ("problem" in read) throw new TypeError(read.problem);
  const steps = read.steps.map((step): CalculationStep =>
    "placeholder" in step ? { constant: VALUES.get(step.placeholder)! } : step
  );
  return calculated({ parts: [], steps, unit: null }, []);
}

for (const { expression, value } of EXPRESSION_VECTORS) {
  if (expression.includes("<E>")) continue;
  Deno.test(`${expression} is ${value ?? "unknown"}`, () => assertEquals(valueOf(expression), value));
}

for (const { expression, message } of REFUSED_EXPRESSIONS) {
  Deno.test(`refused: ${expression.slice(0, 40)}`, () => {
    const names = ["A", "B", "C", ...Array.from({ length: 21 }, (_, i) => `P${i}`)];
    const types = new Map<string, DataType>(names.map((name) => [name, "NUM"]));
    types.set("TEXT", "STR");
    assertEquals(expressionIssues(expression, "expression", types), [{ path: "expression", message }]);
  });
}
