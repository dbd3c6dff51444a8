import { z } from "@hono/zod-openapi";
import { count, id, instant, shown } from "../../document/shown.ts";
import { packageShown, template } from "./template.ts";

const { shape } = template.schema;

export const templateBrief = shown(
  "TemplateBrief",
  z.strictObject({
    id: id(),
    name: shape.name,
    description: shape.description,
    category: shape.category,
    color: shape.color,
    package_id: id(),
    is_active: shape.is_active,
    allow_instances: shape.allow_instances,
    version: shape.version,
    updated_at: instant(),
    rule_names: z.array(z.string()),
    severities: z.strictObject({ info: count(), warning: count(), error: count(), critical: count() })
      .openapi({ description: "How many rules of each" }),
    rules_count: count(),
    placeholders_count: count(),
    instances_count: count(),
    deployed_count: count(),
  }),
  {
    ...{ id: 3, name: "Pump pressure", description: "Watches a pump", category: "health", color: "#0b57a8" },
    ...{ package_id: 1, is_active: true, allow_instances: true, version: 1 },
    ...{ updated_at: "2026-01-31T08:00:00.000Z", rule_names: ["High pressure"] },
    severities: { info: 0, warning: 1, error: 0, critical: 0 },
    ...{ rules_count: 1, placeholders_count: 2, instances_count: 1, deployed_count: 1 },
  },
);

export const packageBrief = shown(
  "PackageBrief",
  z.strictObject({
    id: id(),
    name: z.string(),
    description: z.string(),
    created_at: instant(),
    created_by: z.string(),
    templates_count: count(),
  }),
  {
    ...{ id: 1, name: "Utilities", description: "Pumps, compressors and boilers" },
    ...{ created_at: "2026-01-31T07:59:00.000Z", created_by: "anna", templates_count: 1 },
  },
);

/** A list's rows, whole or in brief. */
export const listedTemplate = {
  schema: z.union([template.schema, templateBrief.schema]),
  example: template.example,
};

export const listedPackage = {
  schema: z.union([packageShown.schema, packageBrief.schema]),
  example: packageShown.example,
};
