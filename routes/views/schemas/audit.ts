import { z } from "@hono/zod-openapi";
import { instant, shown } from "../../document/shown.ts";

const RESOURCES = [
  "configuration",
  "asset",
  "package",
  "template",
  "instance",
  "plant_node",
  "user",
  "key",
  "ai_provider",
  "assistant_type",
  "rule_event",
  "session",
] as const;

const snapshot = () => z.record(z.string(), z.unknown()).nullable();

export const auditEntry = shown(
  "AuditEntry",
  z.strictObject({
    id: z.string().openapi({ description: "A ULID; the order of ids is the order of time" }),
    at: instant(),
    who: z.string().openapi({ description: "A user name, `key:<name>`, or `Andon` itself" }),
    action: z.string(),
    resource_type: z.enum(RESOURCES),
    resource_id: z.string(),
    before: snapshot().openapi({ description: "Null for a creation" }),
    after: snapshot().openapi({ description: "Null for a deletion" }),
  }),
  {
    id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
    at: "2026-01-31T08:15:02.123Z",
    who: "anna",
    action: "updated",
    resource_type: "package",
    resource_id: "1",
    before: { name: "Utilites" },
    after: { name: "Utilities" },
  },
);
