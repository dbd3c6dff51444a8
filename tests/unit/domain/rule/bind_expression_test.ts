import { assertEquals } from "@std/assert";
import type { Binding } from "../../../../domain/instance/types.ts";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import type { Comparison, Placeholder } from "../../../../domain/rule/types.ts";
import { lookupOf } from "../../../support/named_streams.ts";
import { placeholder, templateRule } from "../../../support/templates.ts";

const STREAMS = [
  { id: 1, stream_name: "A", data_type: "NUM" },
  { id: 2, stream_name: "B", data_type: "NUM" },
  { id: 3, stream_name: "C", data_type: "NUM" },
] as const;
const BINDINGS: Record<string, Binding> = { A: { stream: 1 }, B: { stream: 2 }, K: { value: 2 } };
const PLACEHOLDERS = [placeholder("A"), placeholder("B", { max_age_seconds: 7 }), placeholder("K")];

function bound(
  comparison: Partial<Comparison>,
  { bindings = BINDINGS, placeholders = PLACEHOLDERS }: {
    bindings?: Record<string, Binding>;
    placeholders?: Placeholder[];
  } = {},
) {
  const rules = [templateRule([{ operator: "greater_than", value: 1, ...comparison }])];
  const input = { bindings, streams: lookupOf(STREAMS), sourceMaxAgeSeconds: 60 };
  return bindTemplate({ template: { rules, placeholders }, ...input });
}

function comparisonOf(given: ReturnType<typeof bound>) {
  assertEquals(given.problems, []);
  const [rule] = given.rules;
  if (rule?.expression.kind !== "comparison") throw new TypeError("Expected one comparison");
  return rule.expression.comparison;
}

Deno.test("an expression is bound to streams and constants, each stream with its maximum age", () => {
  const all = bound({ expression: "(<A> - <B>) * <K> / <A>", unit: "K" });
  const { stream, maxAge, calculation } = comparisonOf(all);
  assertEquals([stream, maxAge], [1, 600_000_000]);
  assertEquals(calculation, {
    parts: [{ stream: 1, maxAge: 600_000_000 }, { stream: 2, maxAge: 70_000_000 }],
    steps: [
      ...[{ part: 0 }, { part: 1 }, { operation: "subtract", count: 2 } as const, { constant: 2 }],
      ...[
        { operation: "multiply", count: 2 } as const,
        { part: 0 },
        { operation: "divide", count: 2 } as const,
      ],
    ],
    unit: "K",
  });
  assertEquals(all.streams.map(({ id }) => id), [1, 2]);
});

Deno.test("the maximum age of the condition holds for each stream of an expression", () => {
  const { calculation } = comparisonOf(bound({ expression: "<A> - <B>", max_age_seconds: 5 }));
  assertEquals(calculation?.parts.map(({ maxAge }) => maxAge), [50_000_000, 50_000_000]);
});

Deno.test("an operand that is a stream keeps its own age beside an expression", () => {
  const { operands } = comparisonOf(bound({ expression: "<A> + 1", value: "<B>" }));
  assertEquals(operands, [{ stream: 2, maxAge: 70_000_000 }]);
});

Deno.test("an expression without a stream, and one with an unbound placeholder, are problems", () => {
  const constants = { A: { value: 1 }, B: { value: 2 }, K: { value: 3 } };
  assertEquals(bound({ expression: "<A> + <B>" }, { bindings: constants }).problems, [{
    path: "rules.0.conditions.0.expression",
    message: "Bind at least one placeholder of the expression to a stream",
  }]);
  const { B: _, ...others } = BINDINGS;
  assertEquals(bound({ expression: "<A> + <B>" }, { bindings: others }).problems, [{
    path: "placeholders.B",
    message: 'Placeholder "B" is required; bind it to a stream or a value',
  }]);
});

Deno.test("a deadband that makes the reset impossible is a problem, with an expression too", () => {
  const distance = {
    expression: "<A> + <B>",
    operator: "deviation_above",
    of: "<A>",
    value: "<K>",
    deadband: 3,
  } as const;
  assertEquals(bound(distance).problems, [{
    path: "rules.0.conditions.0.deadband",
    message: "With a deadband of 3 the condition could never reset; take a smaller one",
  }]);
});
