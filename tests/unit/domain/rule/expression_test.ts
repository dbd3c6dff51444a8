/** Expressions: docs/rule_operators.md, "Calculated values". */
import { assertEquals } from "@std/assert";
import { calculated } from "../../../../domain/evaluation/evaluating/calculation.ts";
import type { CalculationStep } from "../../../../domain/evaluation/types.ts";
import { readExpression } from "../../../../domain/rule/expression.ts";
import { expressionIssues } from "../../../../domain/rule/expression_check.ts";
import { placeholderUses } from "../../../../domain/rule/uses.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import { templateRule } from "../../../support/templates.ts";
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

Deno.test("only a function takes several arguments, and a sign comes before * and /", () => {
  assertEquals(readExpression("(<A>, 1)"), {
    problem: REFUSED_EXPRESSIONS[4]!.message.replace('")", at character 4', '",", at character 5'),
    at: 4,
  });
  const steps = readExpression("-<A> * 2");
  assertEquals("steps" in steps && steps.steps[1], { operation: "negate", count: 1 });
});

Deno.test("no text of brackets, signs or letters is too long to be read", () => {
  for (const part of ["(", "-", "abs(", "a", "<A>+"]) {
    const problem = expressionIssues(part.repeat(2_000), "expression", new Map([["A", "NUM"]]));
    assertEquals(problem.length, 1, part);
  }
});

Deno.test("the placeholders of an expression are used as values: each is a stream or a constant", () => {
  const { values, streams } = placeholderUses([
    templateRule([{ expression: "<A> - <B>", operator: "greater_than", value: "<C>" }]),
  ]);
  assertEquals([[...values].sort(), [...streams]], [["A", "B", "C"], []]);
});

for (const { expression, message } of REFUSED_EXPRESSIONS) {
  Deno.test(`refused: ${expression.slice(0, 40)}`, () => {
    const names = ["A", "B", "C", ...Array.from({ length: 21 }, (_, i) => `P${i}`)];
    const types = new Map<string, DataType>(names.map((name) => [name, "NUM"]));
    types.set("TEXT", "STR");
    assertEquals(expressionIssues(expression, "expression", types), [{ path: "expression", message }]);
  });
}
