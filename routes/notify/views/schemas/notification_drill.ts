import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../../domain/event/severity.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";
import { notificationWay } from "./notification_policy.ts";

/** A drill as clients read it. */
export const notificationDrill = shown(
  "NotificationDrill",
  z.strictObject({
    event_id: id().describe("The event of the drill; it has the flag `drill`"),
    instance_id: id(),
    template_instance: z.string().describe("The instance's name"),
    rule_id: z.string(),
    display_name: z.string(),
    severity: z.enum(SEVERITIES),
    is_running: z.boolean(),
    started_at: instant(),
    started_by: z.string(),
    ends_at: instant().describe("When it ends, or has ended, if nobody answers"),
    ended_at: instant().nullable(),
    acknowledged_at: instant().nullable(),
    acknowledged_by: z.string().nullable(),
    answered_after_seconds: count().nullable().describe(
      "From its start to its acknowledgement; null: nobody acknowledged it",
    ),
    reached: z.array(notificationWay).describe("Everybody for whom a receiver took a message, once each"),
    missed: z.array(notificationWay).describe("Everybody to whom all messages failed for good"),
  }),
  {
    event_id: 42,
    instance_id: 11,
    template_instance: "Pump 1",
    rule_id: "High",
    display_name: "Pressure too high",
    severity: "critical",
    is_running: false,
    started_at: "2026-01-31T08:15:02.123Z",
    started_by: "admin",
    ends_at: "2026-01-31T09:15:02.123Z",
    ended_at: "2026-01-31T08:17:02.500Z",
    acknowledged_at: "2026-01-31T08:17:02.500Z",
    acknowledged_by: "anna",
    answered_after_seconds: 120,
    reached: [{ contact_point_id: 1, contact_point: "Mail", user_id: 2, username: "anna" }],
    missed: [],
  },
);
