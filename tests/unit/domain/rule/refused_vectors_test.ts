/** The rules that docs/rule_operators.md refuses, each at its path with its text. */
import { assertEquals } from "@std/assert";
import { templateIssues } from "../../../../domain/template/check.ts";
import { placeholdersSchema, rulesSchema } from "../../../../domain/rule/schema.ts";
import { issuesOfZod } from "../../../../domain/shared/schema.ts";
import { REFUSED_RULES } from "../../../support/rule_reading_vectors.ts";
import { placeholder } from "../../../support/templates.ts";

/** As a client sends it; conditions of one comparison unless said. */
function issuesOf(changes: Record<string, unknown>) {
  const names = { rule_id: "r1", rule_name: "Rule", event_name: "Event" };
  const conditions = [{ stream: "A", operator: "greater_than", value: 80 }];
  const rules = [{ ...names, conditions, ...changes }];
  const placeholders = placeholdersSchema.parse([
    placeholder("NUM"),
    placeholder("TEXT", { data_type: "STR" }),
  ]);
  const parsed = rulesSchema.safeParse(rules);
  const shape = parsed.success ? [] : issuesOfZod(parsed.error).map(({ path, message }) => (
    { path: `rules.${path}`, message }
  ));
  return [...shape, ...templateIssues({ name: "T", description: "", rules, placeholders })];
}

/** Fields that the schema does not have. */
const LATER = /"action"/;

for (const { rule, path, message } of REFUSED_RULES) {
  if (LATER.test(JSON.stringify(rule))) continue;
  Deno.test(`refused: ${JSON.stringify(rule)}`, () => {
    assertEquals(issuesOf(rule), [{ path, message }]);
  });
}
