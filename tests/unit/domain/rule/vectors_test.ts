/** The vectors of the evaluation standard for reading conditions. */
import { assertEquals } from "@std/assert";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import { ruleSchema } from "../../../../domain/rule/schema.ts";
import type { Comparison } from "../../../../domain/rule/types.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import { issuesOfZod } from "../../../../domain/shared/schema.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const STREAMS: Record<string, { id: number; data_type: DataType }> = {
  Temp: { id: 1, data_type: "NUM" },
  Setpoint: { id: 2, data_type: "NUM" },
  State: { id: 3, data_type: "STR" },
  Running: { id: 4, data_type: "BOOL" },
};

/** The operands of a comparison, with NUM bound to Setpoint and TEXT to State, or the paths of its problems. */
function operandsOf(changes: Partial<Comparison>) {
  const { rules, problems } = bindTemplate({
    template: {
      rules: [templateRule([condition({ stream: "Temp", ...changes })])],
      placeholders: [placeholder("NUM"), placeholder("TEXT", { data_type: "STR" })],
    },
    bindings: { NUM: { stream_name: "Setpoint" }, TEXT: { stream_name: "State" } },
    streams: lookupOf(Object.entries(STREAMS).map(([stream_name, stream]) => ({ ...stream, stream_name }))),
    sourceMaxAgeSeconds: 0,
  });
  if (problems.length > 0) return problems.map((problem) => problem.path);
  const [{ expression }] = rules;
  return expression.kind === "comparison" ? expression.comparison.operands : [];
}

Deno.test("vector 31a: a plain text names a stream beside numbers and booleans", () => {
  assertEquals(operandsOf({ value: "Setpoint" }), [{ stream: 2 }]);
  assertEquals(operandsOf({ operator: "between", value: [1, "Setpoint"] }), [{ literal: 1 }, { stream: 2 }]);
  assertEquals(operandsOf({ stream: "Running", operator: "equals", value: "Running" }), [{ stream: 4 }]);
});

Deno.test("vectors 31b to 31d: beside a text, and in a list, a plain text is a text; a placeholder may name a stream", () => {
  const text = { stream: "State" };
  for (const operator of ["equals", "not_equals", "contains", "starts_with", "ends_with"] as const) {
    assertEquals(operandsOf({ ...text, operator, value: "State" }), [{ literal: "State" }]);
    assertEquals(operandsOf({ ...text, operator, value: "<TEXT>" }), [{ stream: 3 }]);
  }
  assertEquals(operandsOf({ ...text, operator: "in", value: ["State", "<TEXT>"] }), [
    { literal: "State" },
    { stream: 3 },
  ]);
  assertEquals(operandsOf({ operator: "in", value: [5, "<NUM>"] }), [{ literal: 5 }, { stream: 2 }]);
  assertEquals(operandsOf({ operator: "in", value: [5, "Setpoint"] }), ["rules.0.conditions.0.value.1"]);
});

Deno.test("vector 32: value, of and limit may name a stream; some numbers take a placeholder, the rest a literal", () => {
  const refused = (field: string, given = "<NUM>") => {
    const rule = { ...templateRule([]), conditions: [{ ...condition(), [field]: given }] };
    const result = ruleSchema.safeParse(rule);
    return result.success ? [] : issuesOfZod(result.error).map((issue) => issue.path);
  };
  const numbers = ["window_seconds", "deadband", "max_age_seconds"];
  for (const field of ["value", "of", "limit", ...numbers]) assertEquals(refused(field), []);
  for (const field of numbers) assertEquals(refused(field, "Setpoint"), [`conditions.0.${field}`]);
  for (const field of ["tolerance", "ignore_case", "accept_uncertain"]) {
    assertEquals(refused(field), [`conditions.0.${field}`]);
  }
});
