import { assertEquals } from "@std/assert";
import { limitOfRule } from "../../../../domain/event/limit.ts";
import type { BoundComparison, BoundExpression, BoundRule } from "../../../../domain/evaluation/types.ts";
import { ticksOfSeconds } from "../../../../domain/shared/time.ts";

function comparison(stream: number, change: Partial<BoundComparison> = {}): BoundExpression {
  return {
    kind: "comparison",
    comparison: {
      stream,
      operator: "greater_than",
      operands: [{ literal: 72 }],
      of: null,
      deadband: 0.5,
      tolerance: 0,
      ignoreCase: false,
      maxAge: 0,
      acceptUncertain: false,
      ...change,
    },
  };
}

function rule(expression: BoundExpression): BoundRule {
  return { ruleId: "high", expression, onDelay: 0, offDelay: ticksOfSeconds(3) };
}

const LIMIT = { operator: "greater_than", value: 72, deadband: 0.5 } as const;

Deno.test("limitOfRule() is the constant of the stream's first comparison, and of one alone the off-delay", () => {
  assertEquals(limitOfRule(rule(comparison(1)), 1), { ...LIMIT, clears_after_seconds: 3 });
  const several = rule({ kind: "any", of: [comparison(2), { kind: "all", of: [comparison(1)] }] });
  assertEquals(limitOfRule(several, 1), { ...LIMIT, clears_after_seconds: null });
  const endedBy = { ...rule(comparison(1)), until: comparison(1, { operator: "less_than" }) };
  assertEquals(limitOfRule(endedBy, 1), { ...LIMIT, clears_after_seconds: null });
});

Deno.test("limitOfRule() is null for other streams, operators, texts, streams as limits and below a not", () => {
  const none = [
    comparison(2),
    comparison(1, { operator: "equals" }),
    comparison(1, { calculation: { parts: [{ stream: 1, maxAge: 0 }], steps: [{ part: 0 }], unit: null } }),
    comparison(1, { operator: "avg_above" }),
    comparison(1, { operands: [{ literal: "72" }] }),
    comparison(1, { operands: [{ stream: 2 }] }),
    { kind: "not", of: comparison(1) } as const,
  ];
  for (const expression of none) assertEquals(limitOfRule(rule(expression), 1), null);
  assertEquals(limitOfRule(undefined, 1), null);
});
