import { z } from "@hono/zod-openapi";
import { IMPORT_ERRORS } from "../../../domain/package/types.ts";
import { count, id, instant, issue, shown } from "../../document/shown.ts";
import { binding } from "./instance.ts";
import { placeholder, rule, template } from "./template.ts";

const templateDocument = z.strictObject({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  color: z.string(),
  is_active: z.boolean(),
  allow_instances: z.boolean(),
  rules: z.array(rule.schema),
  placeholders: z.array(placeholder.schema),
});

const instanceDocument = z.strictObject({
  template: z.string().openapi({ description: "The template's name within the package" }),
  instance_name: z.string(),
  plant_node_floc_id: z.string().nullable(),
  placeholders: z.array(binding),
});

const { name, description, category, color, is_active, allow_instances, rules, placeholders } =
  template.example;

export const packageDocument = shown(
  "PackageDocument",
  z.strictObject({
    format: z.literal("andon-package"),
    version: z.literal(1),
    exported_at: instant(),
    package: z.strictObject({ name: z.string(), description: z.string() }),
    templates: z.array(templateDocument),
    instances: z.array(instanceDocument).optional(),
  }),
  {
    format: "andon-package",
    version: 1,
    exported_at: "2026-01-31T08:15:02.123Z",
    package: { name: "Utilities", description: "Pumps, compressors and boilers" },
    templates: [{ name, description, category, color, is_active, allow_instances, rules, placeholders }],
    instances: [{
      template: "Pump pressure",
      instance_name: "Pump 1",
      plant_node_floc_id: null,
      placeholders: [{ placeholder_name: "PUMP", stream_name: "Line1.Pump1.Pressure" }],
    }],
  },
);

const status = z.enum(["created", "updated", "unchanged", "would_create", "would_update", "refused"]);

const item = z.strictObject({
  type: z.enum(["package", "template", "instance"]),
  name: z.string(),
  template: z.string().optional().openapi({ description: "An instance's template, by name" }),
  status,
  changes: z.array(z.string()).openapi({ description: "Dotted paths that differ from what is stored" }),
  problems: z.array(issue.schema),
  error_code: z.enum(IMPORT_ERRORS).optional(),
});

export const importResult = shown(
  "ImportResult",
  z.strictObject({
    package_id: id().nullable().openapi({ description: "Null where the package would only be created" }),
    items: z.array(item),
    summary: z.strictObject({
      dry_run: z.boolean(),
      total: count(),
      created: count(),
      updated: count(),
      unchanged: count(),
      would_create: count(),
      would_update: count(),
      refused: count(),
    }),
  }),
  {
    package_id: 1,
    items: [
      { type: "package", name: "Utilities", status: "unchanged", changes: [], problems: [] },
      {
        type: "template",
        name: "Pump pressure",
        status: "updated",
        changes: ["rules.0.severity"],
        problems: [],
      },
    ],
    summary: {
      dry_run: false,
      ...{ total: 2, created: 0, updated: 1, unchanged: 1, would_create: 0, would_update: 0, refused: 0 },
    },
  },
);
