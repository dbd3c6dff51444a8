import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../domain/event/types.ts";
import { fullInstant, id, inline, instant, plainValue, shown, texts } from "../../document/shown.ts";

export const severity = z.enum(SEVERITIES);

export const ruleEvent = shown(
  "RuleEvent",
  z.strictObject({
    id: id(),
    event_name: z.string(),
    event_description: z.string(),
    severity,
    is_active: z.boolean(),
    start_time: instant(),
    activated_at: instant(),
    end_time: instant().nullable(),
    closed_at: instant().nullable(),
    recorded_at: instant(),
    close_reason: z.enum(["condition_cleared", "manual", "undeployed", "superseded", "data_correction"])
      .nullable(),
    enrichment: texts(),
    template_instance: z.string().openapi({ description: "The instance's name, or Andon" }),
    category: z.string(),
    template_id: id().nullable().openapi({
      description: "Null, like the next two fields, for an event of Andon itself",
    }),
    template_version: z.int().min(1).nullable(),
    instance_id: id().nullable(),
    rule_id: z.string(),
    plant_node_floc_id: z.string().nullable(),
    acknowledged_at: instant().nullable(),
    acknowledged_by: z.string().nullable(),
    note: z.string().nullable(),
    shelved_until: instant().nullable(),
    shelve_reason: z.string().nullable(),
    data_state: z.enum(["known", "unknown"]),
    flags: z.array(z.enum(["initial", "late_detected", "chattering", "backfilled", "retracted"])),
    revision: z.int().min(0),
    trigger: z.array(
      z.strictObject({ stream: z.string(), value: plainValue().nullable(), time: fullInstant() }),
    ).openapi({ description: "The samples that decided it" }),
  }),
  {
    id: 42,
    event_name: "Line1.Pump1.Pressure.High",
    event_description: "The pressure is above its limit",
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
    note: null,
    shelved_until: null,
    shelve_reason: null,
    data_state: "known",
    flags: [],
    revision: 0,
    trigger: [{ stream: "Line1.Pump1.Pressure", value: 4.2, time: "2026-01-31T08:15:02.1234567Z" }],
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
});

export const shelvedEvent = inline(ruleEvent.schema, {
  ...ruleEvent.example,
  shelved_until: "2026-01-31T09:15:02.123Z",
  shelve_reason: "The pump is in service",
});
