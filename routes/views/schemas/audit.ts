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
  "refusal",
] as const;

const snapshot = () => z.record(z.string(), z.unknown()).nullable();

export const auditEntry = shown(
  "AuditEntry",
  z.strictObject({
    id: z.string().openapi({ description: "A ULID; the order of ids is the order of time" }),
    at: instant(),
    who: z.string().openapi({
      description:
        "A user name, `key:<name>`, `Andon` itself, or `(unknown)` for a refused request of nobody",
    }),
    action: z.string().openapi({
      description:
        "`created`, `updated`, `deployed`, …; of refused requests `sign_in_refused`, `key_refused`, " +
        "`access_refused`, or `more_refused` for those beyond 50 different ones a minute or 500 an hour",
    }),
    resource_type: z.enum(RESOURCES).openapi({
      description:
        "`refusal`: refused requests. The first of an action, name and address in a minute is an " +
        "entry, its repetitions are another one at the end of the minute",
    }),
    resource_id: z.string().openapi({
      description: "Of refused requests: the name that was tried, of at most 100 characters",
    }),
    before: snapshot().openapi({ description: "Null for a creation" }),
    after: snapshot().openapi({
      description: "Null for a deletion. Of refused requests: `reason`, `route`, `user_agent` (at most 200 " +
        "characters), `count`, and of repeated ones `from` and `until`",
    }),
    address: z.string().nullable().openapi({
      description: "The IP address of the client whose request it was; null for what no request made",
    }),
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
    address: "192.0.2.7",
  },
);
