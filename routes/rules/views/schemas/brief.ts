import { z } from "@hono/zod-openapi";
import { severityCounts } from "../../../../domain/event/schema.ts";
import { picked } from "../../../../domain/shared/picked.ts";
import { packageStored, template } from "../../../../domain/template/schema.ts";
import { count, shown } from "../../../pipeline/document/shown.ts";
import { packageShown, template as whole } from "./template.ts";

/** The fields of a record in a brief list. */
export const briefTemplate = template.omit({
  template_id: true,
  rules: true,
  placeholders: true,
  created_at: true,
  created_by: true,
});

export const templateBrief = shown(
  "TemplateBrief",
  briefTemplate.extend({
    rule_names: z.array(z.string()),
    severities: severityCounts.describe("The number of rules of each severity"),
    rules_count: count(),
    placeholders_count: count(),
    instances_count: count(),
    deployed_count: count(),
  }),
  {
    ...picked(briefTemplate.shape, whole.example),
    rule_names: ["High pressure"],
    severities: { info: 0, warning: 1, error: 0, critical: 0 },
    rules_count: 1,
    placeholders_count: 2,
    instances_count: 1,
    deployed_count: 1,
  },
);

export const packageBrief = shown(
  "PackageBrief",
  packageStored.extend({ templates_count: count() }),
  {
    id: 1,
    name: "Utilities",
    description: "Pumps, compressors and boilers",
    created_at: "2026-01-31T07:59:00.000Z",
    created_by: "anna",
    templates_count: 1,
  },
);

/** A list's rows, whole or in brief. */
export const listedTemplate = {
  schema: z.union([whole.schema, templateBrief.schema]),
  example: whole.example,
};

export const listedPackage = {
  schema: z.union([packageShown.schema, packageBrief.schema]),
  example: packageShown.example,
};
