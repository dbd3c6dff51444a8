import { assertEquals } from "@std/assert";
import { templateIssues } from "../../../../domain/template/check.ts";
import { MAX_TEMPLATE_BYTES } from "../../../../domain/template/size.ts";

const rule = (fields: Record<string, unknown>) => ({
  rule_id: "r",
  rule_name: "R",
  event_name: "E",
  conditions: [{ stream: "S", operator: "greater_than", value: 1 }],
  ...fields,
});

const pathsOf = (rules: unknown, placeholders: unknown = []) =>
  templateIssues({ name: "T", description: "", rules, placeholders }).map((issue) => issue.path);

Deno.test("templateIssues() finds undeclared placeholders besides fields of a wrong shape", () => {
  const rules = [
    rule({
      event_name: "<A>",
      severity: "loud",
      conditions: [{ stream: "S", operator: "gt" }, { stream: "<B>", operator: "is_true" }],
    }),
    rule({ rule_id: "r2", event_description: "<C>" }),
  ];
  assertEquals(pathsOf(rules), [
    "rules.0.event_name",
    "rules.0.conditions.1.stream",
    "rules.1.event_description",
  ]);
});

Deno.test("templateIssues() leaves values that are no rules to the schema", () => {
  assertEquals(pathsOf([5, null, {}, { conditions: [] }]), []);
  assertEquals(pathsOf("rules"), []);
  assertEquals(pathsOf([rule({})], [{ placeholder_name: "lower" }]), []);
});

Deno.test("templateIssues() refuses more than a stored template can hold", () => {
  const long = (bytes: number) =>
    Array.from({ length: Math.ceil(bytes / 2_000) }, (_, i) =>
      rule({
        rule_id: `r${i}`,
        enrichment: { a: "x".repeat(900), b: "y".repeat(900) },
      }));
  assertEquals(pathsOf(long(MAX_TEMPLATE_BYTES / 2)), []);
  assertEquals(pathsOf(long(MAX_TEMPLATE_BYTES * 1.2)), ["rules"]);
});
