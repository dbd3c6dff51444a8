import { z } from "@hono/zod-openapi";
import { event as eventShape } from "../../../../domain/event/schema.ts";
import { SEVERITIES } from "../../../../domain/event/severity.ts";
import { id, instant, shown } from "../../../pipeline/document/shown.ts";

const REASONS = [
  ...["opened", "severity_raised", "escalated", "repeated", "re_alarm"] as const,
  ...["resolved", "corrected", "digest", "restored", "test"] as const,
];

const event = z.strictObject({
  ...eventShape.pick({
    id: true,
    severity: true,
    is_active: true,
    start_time: true,
    end_time: true,
    template_instance: true,
    category: true,
    rule_id: true,
    plant_node_floc_id: true,
    acknowledged_at: true,
    acknowledged_by: true,
    revision: true,
    flags: true,
    trigger: true,
    limit: true,
    opened_by: true,
    guidance: true,
  }).shape,
  id: id(),
  display_name: z.string(),
  event_description: z.string(),
  location: z.string().nullable().describe("The path of the plant node: `North/Line 1/Pump 3`"),
  link: z.string().nullable(),
});

/** The body of webhooks, and the payload of MQTT. */
export const notificationShown = shown(
  "Notification",
  z.strictObject({
    type: z.enum(REASONS.map((reason) => `notification.${reason}` as const)),
    timestamp: instant(),
    data: z.strictObject({
      key: z.string().describe(
        "The same at each attempt; also `webhook-id`. A message with a known key is a repeat. It begins with the " +
          "random id of the store",
      ),
      event_key: z.string().nullable().describe("The same from raised to resolved; null for several events"),
      reason: z.enum(REASONS),
      severity: z.enum(SEVERITIES),
      is_drill: z.boolean().describe(
        "Whether it only tests that people are reached; its events have the flag `drill`",
      ),
      status: z.enum(["firing", "resolved"]).describe("`firing` until the last of its events is over"),
      title: z.string(),
      text: z.string(),
      link: z.string().nullable().describe("The console's page; null without PUBLIC_URL"),
      events: z.array(event),
    }),
  }),
  {
    type: "notification.opened",
    timestamp: "2026-01-31T08:15:05.000Z",
    data: {
      key: "8f3a0c5d1e7b2946/12/opened/3/p2/0/0/u4/c1",
      event_key: "8f3a0c5d1e7b2946/event/12",
      reason: "opened",
      severity: "critical",
      is_drill: false,
      status: "firing",
      title: "Critical: Pressure too high, Pump 3: 8.4 bar, limit 8 bar",
      text: "Critical: Pressure too high, Pump 3 (North/Line 1/Pump 3)\n" +
        "Since 31 Jan 2026, 09:15:02 CET\n" +
        "Opened by Line1.Pump3.Pressure: 8.4 bar, limit 8 bar\n" +
        "Pressure above 8 bar\n" +
        "What to do: Reduce the speed of the pump",
      link: "https://andon.example.org/events/12",
      events: [{
        id: 12,
        severity: "critical",
        is_active: true,
        start_time: "2026-01-31T08:15:02.123Z",
        end_time: null,
        template_instance: "Pump 3",
        category: "health",
        rule_id: "pressure",
        plant_node_floc_id: "NORTH-L1-P3",
        acknowledged_at: null,
        acknowledged_by: null,
        revision: 3,
        flags: [],
        trigger: [
          { stream: "Line1.Pump3.Pressure", unit: "bar", value: 8.4, time: "2026-01-31T08:15:02.1230000Z" },
        ],
        limit: {
          stream: "Line1.Pump3.Pressure",
          operator: "greater_than",
          value: 8,
          deadband: 0,
          clears_after_seconds: 0,
        },
        opened_by: {
          operator: "greater_than",
          subject: "Line1.Pump3.Pressure",
          value: 8.4,
          limit: "8",
          unit: "bar",
        },
        guidance: { cause: null, consequence: null, action: "Reduce the speed of the pump" },
        display_name: "Pressure too high",
        event_description: "Pressure above 8 bar",
        location: "North/Line 1/Pump 3",
        link: "https://andon.example.org/events/12",
      }],
    },
  },
);
