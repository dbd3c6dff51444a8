import { z } from "@hono/zod-openapi";
import { OPERATOR_NAMES } from "../../../domain/rule/operators.ts";
import { SEVERITIES } from "../../../domain/event/types.ts";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../../domain/shared/schema.ts";
import { templateIssues } from "../../../domain/template/check.ts";
import { templateSchema } from "../../../domain/template/schema.ts";
import { defineFunction } from "./define.ts";
import { rowsOf } from "./rows.ts";

/** As a model is told of it, plainly; what it gives is judged by the schema of POST /api/templates. */
const condition = z.looseObject({
  stream: z.string().describe("<PLACEHOLDER> or a stream's name"),
  operator: z.enum(OPERATOR_NAMES),
  value: z.any().optional().describe(
    "Number, text or truth; two of them for between and outside; a list for in",
  ),
});
const rule = z.looseObject({
  rule_id: z.string(),
  rule_name: z.string(),
  conditions: z.array(condition),
  logic: z.enum(["all", "any"]).optional(),
  event_name: z.string(),
  event_description: z.string().optional(),
  severity: z.enum(SEVERITIES).optional(),
  on_delay_seconds: z.number().optional(),
  off_delay_seconds: z.number().optional(),
  cause: z.string().optional(),
  consequence: z.string().optional(),
  action: z.string().optional(),
});
const placeholder = z.looseObject({
  placeholder_name: z.string().describe("Upper case: LIMIT"),
  data_type: z.enum(["NUM", "STR", "BOOL"]),
  description: z.string(),
  is_required: z.boolean(),
  default_value: z.any().optional(),
});

export const proposeRuleTemplate = defineFunction({
  name: "propose_rule_template",
  description: "Drafts a rule template for people to look at. Nothing is saved: a person does that, or not.",
  parameters: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    category: z.string().describe("A lower-case word: health, quality, energy, safety, production …"),
    package_id: z.int().min(1).optional().describe("The first package when absent"),
    rules: z.array(rule).min(1),
    placeholders: z.array(placeholder).optional(),
  }),
  async run(given, { api }) {
    const packages = rowsOf((await api("GET /api/packages")).data);
    const package_id = given.package_id ?? packages[0]?.id ?? 1;
    const draft = { ...given, package_id };
    const parsed = templateSchema.safeParse(draft);
    const { name, description = "", rules, placeholders = [] } = given;
    const issues = [
      ...(parsed.success ? [] : issuesOfZod(parsed.error)),
      ...templateIssues({ name, description, rules, placeholders }),
      ...(packages.some(({ id }) => id === package_id)
        ? []
        : [{ path: "package_id", message: `There is no package ${package_id}` }]),
    ];
    if (issues.length > 0 || !parsed.success) throw validationRefusal(issues);
    return {
      found: {
        draft: parsed.data,
        note: "Checked, and shown to the user with your answer; it is not saved.",
      },
      proposal: { template: parsed.data },
    };
  },
});
