import { z } from "@hono/zod-openapi";
import { importItem, packageDocument as stored } from "../../../../domain/package/schema.ts";
import { picked } from "../../../../domain/shared/picked.ts";
import { templateDocument } from "../../../../domain/template/schema.ts";
import { count, id, shown } from "../../../pipeline/document/shown.ts";
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

export const importResult = shown(
  "ImportResult",
  z.strictObject({
    package_id: id().nullable().describe("Null if a dry run would create the package"),
    items: z.array(importItem),
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
