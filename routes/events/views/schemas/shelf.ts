import { z } from "@hono/zod-openapi";
import { id, instant, shown } from "../../../pipeline/document/shown.ts";
import { ruleEvent, shelvedEvent } from "./event.ts";

export const shelf = shown(
  "Shelf",
  z.strictObject({
    instance_id: id().nullable().describe("Null for an event of Andon itself"),
    rule_id: z.string(),
    shelved_at: instant(),
    shelved_by: z.string(),
    until: instant(),
    reason: z.string(),
    event: z.union([ruleEvent.schema, z.null()]),
  }),
  {
    instance_id: 11,
    rule_id: "high",
    shelved_at: "2026-01-31T08:15:02.123Z",
    shelved_by: "anna",
    until: "2026-01-31T09:15:02.123Z",
    reason: "The pump is in service",
    event: shelvedEvent.example,
  },
);
