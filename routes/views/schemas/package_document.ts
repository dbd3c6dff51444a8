import { z } from "@hono/zod-openapi";
import { IMPORT_ERRORS, IMPORT_STATUSES, packageDocument as stored } from "../../../domain/package/schema.ts";
import { picked } from "../../../domain/shared/schema.ts";
import { templateDocument } from "../../../domain/template/schema.ts";
import { count, id, issue, shown } from "../../document/shown.ts";
import { template } from "./template.ts";

export const packageDocument = shown(
  "PackageDocument",
  stored,
  {
    format: "andon-package",
    version: 1,
    exported_at: "2026-01-31T08:15:02.123Z",
    package: { name: "Utilities", description: "Pumps, compressors and boilers" },
    templates: [picked(templateDocument.shape, template.example)],
    instances: [{
      template: "Pump pressure",
      instance_name: "Pump 1",
      plant_node_floc_id: null,
      placeholders: [{ placeholder_name: "PUMP", stream_name: "Line1.Pump1.Pressure" }],
    }],
  },
);

const item = z.strictObject({
  type: z.enum(["package", "template", "instance"]),
  name: z.string(),
  template: z.string().optional().openapi({ description: "An instance's template, by name" }),
  status: z.enum(IMPORT_STATUSES),
  changes: z.array(z.string()).openapi({ description: "Dotted paths that differ from what is stored" }),
  problems: z.array(issue.schema),
  error_code: z.enum(IMPORT_ERRORS).optional(),
});

export const importResult = shown(
  "ImportResult",
  z.strictObject({
    package_id: id().nullable().openapi({ description: "Null if a dry run would create the package" }),
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
      total: 2,
      created: 0,
      updated: 1,
      unchanged: 1,
      would_create: 0,
      would_update: 0,
      refused: 0,
    },
  },
);
