import { z } from "@hono/zod-openapi";
import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "../../../../domain/rule/defaults.ts";
import { placeholder as storedPlaceholder, rule as storedRule } from "../../../../domain/rule/schema.ts";
import { TEMPLATE_DEFAULTS } from "../../../../domain/template/defaults.ts";
import { packageStored, template as stored } from "../../../../domain/template/schema.ts";
import { count, id, inline, shown } from "../../../pipeline/document/shown.ts";

export const rule = inline(storedRule, {
  rule_id: "high",
  rule_name: "High pressure",
  ...RULE_DEFAULTS,
  conditions: [{ stream: "<PUMP>", operator: "greater_than", value: "<LIMIT>", deadband: 0.2 }],
  event_name: "<PUMP>.High",
  event_description: "The pressure is above its limit",
  on_delay_seconds: 5,
  enrichment: { area: "Boiler house" },
  cause: "A valve behind the pump is closed",
  action: "Open the valve",
});

export const placeholder = inline(storedPlaceholder, {
  placeholder_name: "PUMP",
  data_type: "NUM",
  ...PLACEHOLDER_DEFAULTS,
  description: "The pressure behind the pump",
});

const limitExample = {
  ...placeholder.example,
  placeholder_name: "LIMIT",
  description: "Highest pressure, bar",
  is_required: false,
  default_value: 4,
};

/** Example body of POST: the example below without the fields that Andon sets. */
export const bareTemplateExample = {
  name: "Pump pressure",
  category: "health",
  color: "#0b57a8",
  description: "Watches a pump",
};

const templateView = stored.extend({
  rules_count: count(),
  placeholders_count: count(),
  instances_count: count(),
});

export const template = shown("Template", templateView, {
  id: 3,
  template_id: "tpl_01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
  ...TEMPLATE_DEFAULTS,
  ...bareTemplateExample,
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

export const templateExample = {
  ...bareTemplateExample,
  package_id: 1,
  rules: [rule.example],
  placeholders: [placeholder.example, limitExample],
};

export const packageTemplate = shown(
  "PackageTemplate",
  templateView.extend({
    instances: z.array(z.strictObject({ id: id(), instance_name: z.string(), is_deployed: z.boolean() })),
  }),
  { ...template.example, instances: [{ id: 11, instance_name: "Pump 1", is_deployed: true }] },
);

export const packageShown = shown(
  "Package",
  packageStored.extend({ templates: z.array(packageTemplate.schema) }),
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
