import { backtest as result } from "../../../../domain/backtest/schema.ts";
import { inline } from "../../../pipeline/document/shown.ts";
import { ruleEvent } from "../../../events/views/schemas/event.ts";
import { templateExample } from "./template.ts";

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

export const backtest = inline(
  result,
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
      opened_by: ruleEvent.example.opened_by,
      template_instance: "Pump 1",
      instance_id: 11,
    }],
    truncated: false,
    series: [],
    series_left_out: 0,
    missing_streams: [],
    warnings: [],
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
