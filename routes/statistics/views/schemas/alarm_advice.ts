import { z } from "@hono/zod-openapi";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";

const figures = {
  events: count(),
  active_share: z.number().min(0).describe("The share of the time in which the rule is active"),
};

const tried = z.strictObject({
  kind: z.enum(["deadband", "on_delay", "off_delay"]),
  deadband: z.number().nullable().describe("The new total deadband in the stream's unit"),
  seconds: z.number().nullable().describe("The new total delay"),
  ...figures,
  reduction: z.number().nullable().describe(
    "The share of the stored rule's events that the change avoids; null if the rule has no events, negative " +
      "if the change causes more",
  ),
  later_seconds: z.number().min(0).describe(
    "The cost of the change: by how much later people hear of an event",
  ),
  is_advised: z.boolean().describe(
    "The smallest change of its kind that avoids at least half of five or more events",
  ),
}).openapi("TriedAdvice");

const advice = z.strictObject({
  instance_id: id(),
  template_id: id(),
  rule_id: z.string(),
  rule_name: z.string(),
  from: instant(),
  to: instant(),
  stored: z.strictObject(figures).describe("The events of the stored rule"),
  tried: z.array(tried).describe("The changes by kind, smallest first"),
  missing_streams: z.array(z.string()).describe("Streams that are missing at the source"),
});

export type AlarmAdviceTrial = z.infer<typeof advice>;

export const alarmAdvice = shown("AlarmAdviceTrial", advice, {
  instance_id: 11,
  template_id: 3,
  rule_id: "high",
  rule_name: "High pressure",
  from: "2026-01-30T08:15:05.000Z",
  to: "2026-01-31T08:15:05.000Z",
  stored: { events: 12, active_share: 0.02 },
  tried: [
    {
      kind: "deadband",
      deadband: 0.5,
      seconds: null,
      events: 8,
      active_share: 0.03,
      reduction: 0.3333,
      later_seconds: 0,
      is_advised: false,
    },
    {
      kind: "deadband",
      deadband: 1.2,
      seconds: null,
      events: 3,
      active_share: 0.04,
      reduction: 0.75,
      later_seconds: 0,
      is_advised: true,
    },
    {
      kind: "off_delay",
      deadband: null,
      seconds: 30,
      events: 4,
      active_share: 0.05,
      reduction: 0.6667,
      later_seconds: 0,
      is_advised: true,
    },
  ],
  missing_streams: [],
});
