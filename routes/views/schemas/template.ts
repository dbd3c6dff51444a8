import { z } from "@hono/zod-openapi";
import { conditionSchema } from "../../../domain/rule/schema.ts";
import type { Placeholder, Rule } from "../../../domain/rule/types.ts";
import { count, id, inline, instant, plainValue, shown, texts } from "../../document/shown.ts";
import { dataType } from "./asset.ts";
import { severity } from "./event.ts";

export const ruleFields = {
  rule_id: z.string(),
  rule_name: z.string(),
  conditions: z.array(conditionSchema),
  logic: z.enum(["all", "any"]),
  event_name: z.string(),
  event_description: z.string(),
  severity,
  on_delay_seconds: z.number().min(0),
  off_delay_seconds: z.number().min(0),
  enrichment: texts(),
  cause: z.string().nullable(),
  consequence: z.string().nullable(),
  action: z.string().nullable(),
};

export const rule = shown("Rule", z.strictObject(ruleFields) satisfies z.ZodType<Rule>, {
  rule_id: "high",
  rule_name: "High pressure",
  conditions: [{ stream: "<PUMP>", operator: "greater_than", value: "<LIMIT>", deadband: 0.2 }],
  logic: "all",
  event_name: "<PUMP>.High",
  event_description: "The pressure is above its limit",
  severity: "warning",
  on_delay_seconds: 5,
  off_delay_seconds: 0,
  enrichment: { area: "Boiler house" },
  cause: "A valve behind the pump is closed",
  consequence: null,
  action: "Open the valve",
});

export const placeholder = shown(
  "Placeholder",
  z.strictObject({
    placeholder_name: z.string(),
    data_type: dataType,
    description: z.string(),
    is_required: z.boolean(),
    default_value: plainValue().nullable(),
    max_age_seconds: z.number().nullable(),
  }) satisfies z.ZodType<Placeholder>,
  {
    placeholder_name: "PUMP",
    data_type: "NUM",
    description: "The pressure behind the pump",
    is_required: true,
    default_value: null,
    max_age_seconds: null,
  },
);

const limitExample = {
  ...placeholder.example,
  placeholder_name: "LIMIT",
  description: "Highest pressure, bar",
  is_required: false,
  default_value: 4,
};

const templateFields = {
  id: id(),
  template_id: z.string().regex(/^tpl_/),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
  package_id: id(),
  is_active: z.boolean(),
  allow_instances: z.boolean(),
  created_at: instant(),
  created_by: z.string(),
  updated_at: instant(),
  version: z.int().min(1),
  rules: z.array(rule.schema),
  placeholders: z.array(placeholder.schema),
  rules_count: count(),
  placeholders_count: count(),
  instances_count: count(),
};

export const template = shown("Template", z.strictObject(templateFields), {
  id: 3,
  template_id: "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
  name: "Pump pressure",
  description: "Watches a pump",
  category: "health",
  color: "#0b57a8",
  package_id: 1,
  is_active: true,
  allow_instances: true,
  created_at: "2026-01-31T08:00:00.000Z",
  created_by: "anna",
  updated_at: "2026-01-31T08:00:00.000Z",
  version: 1,
  rules: [rule.example],
  placeholders: [placeholder.example, limitExample],
  rules_count: 1,
  placeholders_count: 2,
  instances_count: 1,
});

export const bareTemplate = inline(template.schema, {
  ...template.example,
  rules: [],
  placeholders: [],
  rules_count: 0,
  placeholders_count: 0,
  instances_count: 0,
});

/** Bodies of POST: what a person gives of the example above. */
export const bareTemplateExample = {
  name: "Pump pressure",
  category: "health",
  color: "#0b57a8",
  description: "Watches a pump",
};

export const templateExample = {
  ...bareTemplateExample,
  package_id: 1,
  rules: [rule.example],
  placeholders: [placeholder.example, limitExample],
};

export const packageTemplate = shown(
  "PackageTemplate",
  z.strictObject({
    ...templateFields,
    instances: z.array(z.strictObject({ id: id(), instance_name: z.string(), is_deployed: z.boolean() })),
  }),
  { ...template.example, instances: [{ id: 11, instance_name: "Pump 1", is_deployed: true }] },
);

export const packageShown = shown(
  "Package",
  z.strictObject({
    id: id(),
    name: z.string(),
    description: z.string(),
    created_at: instant(),
    created_by: z.string(),
    templates: z.array(packageTemplate.schema),
  }),
  {
    id: 1,
    name: "Utilities",
    description: "Pumps, compressors and boilers",
    created_at: "2026-01-31T07:59:00.000Z",
    created_by: "anna",
    templates: [packageTemplate.example],
  },
);

export const newPackage = inline(packageShown.schema, { ...packageShown.example, templates: [] });

export const packageExample = { name: "Utilities", description: "Pumps, compressors and boilers" };
