import { z } from "@hono/zod-openapi";
import { comment, event } from "../../../../domain/event/schema.ts";
import { count, inline, issue, shown } from "../../../pipeline/document/shown.ts";

export const { severity } = event.shape;

export const ruleEvent = shown(
  "RuleEvent",
  event,
  {
    id: 42,
    event_name: "Line1.Pump1.Pressure.High",
    event_description: "The pressure is above its limit",
    display_name: "High pressure",
    severity: "warning",
    is_active: true,
    start_time: "2026-01-31T08:15:02.123Z",
    activated_at: "2026-01-31T08:15:02.123Z",
    end_time: null,
    closed_at: null,
    recorded_at: "2026-01-31T08:15:04.310Z",
    close_reason: null,
    enrichment: { area: "Boiler house" },
    template_instance: "Pump 1",
    category: "health",
    template_id: 3,
    template_version: 1,
    instance_id: 11,
    rule_id: "high",
    plant_node_floc_id: "NORTH",
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledgements: [],
    re_alarmed_at: null,
    note: null,
    comment_count: 0,
    shelved_until: null,
    shelve_reason: null,
    data_state: "known",
    flags: [],
    revision: 0,
    guidance: {
      cause: null,
      consequence: "The seal wears",
      action: "Reduce the speed of Line1.Pump1, and look at its filter",
    },
    trigger: [
      { stream: "Line1.Pump1.Pressure", unit: "bar", value: 4.2, time: "2026-01-31T08:15:02.1234567Z" },
    ],
    limit: {
      stream: "Line1.Pump1.Pressure",
      operator: "greater_than",
      value: 4,
      deadband: 0.2,
      clears_after_seconds: 0,
    },
    opened_by: {
      operator: "greater_than",
      subject: "Line1.Pump1.Pressure",
      value: 4.2,
      limit: "4",
      unit: "bar",
    },
  },
);

export const closedEvent = inline(ruleEvent.schema, {
  ...ruleEvent.example,
  is_active: false,
  end_time: "2026-01-31T08:20:00.000Z",
  closed_at: "2026-01-31T08:20:00.000Z",
  close_reason: "manual",
});

export const acknowledgedEvent = inline(ruleEvent.schema, {
  ...ruleEvent.example,
  acknowledged_at: "2026-01-31T08:16:00.000Z",
  acknowledged_by: "anna",
  acknowledgements: [{ by: "anna", at: "2026-01-31T08:16:00.000Z", via: null }],
});

export const shelvedEvent = inline(ruleEvent.schema, {
  ...ruleEvent.example,
  shelved_until: "2026-01-31T09:15:02.123Z",
  shelve_reason: "The pump is in service",
});

export const eventComment = shown("EventComment", comment, {
  id: 1,
  text: "@ben please look at the valve",
  created_by: "anna",
  created_at: "2026-01-31T08:16:00.000Z",
});

export const bulkAcknowledgement = shown(
  "BulkAcknowledgement",
  z.strictObject({
    items: z.array(z.strictObject({
      id: z.int().min(1),
      event_name: z.string().nullable(),
      status: z.enum(["acknowledged", "already", "failed"]),
      problems: z.array(issue.schema).optional(),
    })),
    summary: z.strictObject({ total: count(), acknowledged: count(), already: count(), failed: count() }),
  }),
  {
    items: [{ id: 812, event_name: "Line1.Pump1.Pressure.High", status: "acknowledged" }],
    summary: { total: 1, acknowledged: 1, already: 0, failed: 0 },
  },
);
