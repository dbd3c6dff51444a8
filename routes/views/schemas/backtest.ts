import { z } from "@hono/zod-openapi";
import type { BacktestResult } from "../../../domain/backtest/types.ts";
import { count, id, instant, shown } from "../../document/shown.ts";
import { dataType } from "./asset.ts";
import { ruleEvent } from "./event.ts";
import { templateExample } from "./template.ts";
import { trendParts } from "./trend.ts";

const amount = () => z.number().min(0);
const figures = {
  events: count(),
  active_at_end: count(),
  rate_per_day: amount(),
  chattering: count().openapi({ description: "Events with the flag chattering" }),
  active_seconds: amount(),
  active_share: amount(),
  blind_seconds: amount().openapi({ description: "Time in which the truth of a rule was unknown" }),
  blind_share: amount(),
};

const { shape } = ruleEvent.schema;
const event = z.strictObject({
  event_name: shape.event_name,
  event_description: shape.event_description,
  severity: shape.severity,
  is_active: shape.is_active,
  start_time: shape.start_time,
  activated_at: shape.activated_at,
  end_time: shape.end_time,
  closed_at: shape.closed_at,
  close_reason: shape.close_reason,
  enrichment: shape.enrichment,
  category: shape.category,
  rule_id: shape.rule_id,
  plant_node_floc_id: shape.plant_node_floc_id,
  data_state: shape.data_state,
  flags: shape.flags,
  trigger: shape.trigger,
  template_instance: z.string().nullable(),
  instance_id: id().nullable(),
}).openapi("BacktestEvent");

const ofInstance = { instance_id: id().nullable(), template_instance: z.string().nullable() };
const exampleFigures = {
  events: 1,
  active_at_end: 1,
  rate_per_day: 24,
  chattering: 0,
  active_seconds: 2697.877,
  active_share: 0.749410277777778,
  blind_seconds: 0,
  blind_share: 0,
};

export const backtest = shown(
  "Backtest",
  z.strictObject({
    from: instant(),
    to: instant(),
    samples: count(),
    evaluations: count().openapi({ description: "Evaluations of a rule" }),
    summary: z.strictObject(figures),
    rules: z.array(z.strictObject({ ...ofInstance, rule_id: z.string(), rule_name: z.string(), ...figures })),
    events: z.array(event),
    truncated: z.boolean().openapi({ description: "There are more events than are listed" }),
    series: z.array(z.strictObject({
      stream_name: z.string(),
      data_type: dataType,
      uom: z.string().nullable(),
      held: trendParts.held,
      samples: count(),
      buckets: trendParts.buckets,
      changes: trendParts.changes,
      truncated: z.boolean().openapi({ description: "There are more changes than are listed" }),
    })),
    series_left_out: count(),
    missing_streams: z.array(z.string()).openapi({ description: "Streams that are missing at the source" }),
  }) satisfies z.ZodType<BacktestResult>,
  {
    from: "2026-01-31T08:00:00.000Z",
    to: "2026-01-31T09:00:00.000Z",
    samples: 1,
    evaluations: 2,
    summary: exampleFigures,
    rules: [{
      instance_id: 11,
      template_instance: "Pump 1",
      rule_id: "high",
      rule_name: "High pressure",
      ...exampleFigures,
    }],
    events: [{
      event_name: "Line1.Pump1.Pressure.High",
      event_description: "The pressure is above its limit",
      severity: "warning",
      is_active: true,
      start_time: "2026-01-31T08:15:02.123Z",
      activated_at: "2026-01-31T08:15:02.123Z",
      end_time: null,
      closed_at: null,
      close_reason: null,
      enrichment: { area: "Boiler house" },
      category: "health",
      rule_id: "high",
      plant_node_floc_id: "NORTH",
      data_state: "known",
      flags: [],
      trigger: ruleEvent.example.trigger,
      template_instance: "Pump 1",
      instance_id: 11,
    }],
    truncated: false,
    series: [],
    series_left_out: 0,
    missing_streams: [],
  },
);

const span = { from: "2026-01-31T08:00:00Z", to: "2026-01-31T09:00:00Z", points: 300, stream: false };

export const templateBacktestExample = { instance_ids: [11], ...span };

const { package_id: _package, ...unsaved } = templateExample;

export const backtestExample = {
  template: unsaved,
  placeholder_mappings: { PUMP: "Line1.Pump1.Pressure", LIMIT: "4" },
  ...span,
};
