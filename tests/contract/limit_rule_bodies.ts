/** The rules and placeholders of a body that states every limit of a template. */
import type { Json } from "../support/andon_client.ts";

const compared = { stream: "<PUMP>", max_age_seconds: 60, accept_uncertain: false };

const counted = (comparison: Json) => ({ ...compared, operator: "times_above", value: 3, comparison });

const flag = { stream: "Flag", operator: "is_true" };

/** One of each form of a value, and conditions in conditions. */
const conditions = [
  { ...compared, operator: "greater_than", value: 1, deadband: 0.5 },
  { stream: "Text", operator: "equals", value: "text", ignore_case: true },
  { stream: "Flag", operator: "equals", value: true },
  { ...compared, operator: "not_equals", value: 5, tolerance: 1 },
  { ...compared, operator: "in", value: [1, 2] },
  { stream: "Text", operator: "in", value: ["a", "b"] },
  { stream: "<PUMP>", operator: "deviation_above", of: "Other", value: 3 },
  { ...compared, operator: "avg_above", value: 3, window_seconds: 60 },
  { ...compared, operator: "count_above", value: 3, limit: 1, window_seconds: 60 },
  { ...compared, operator: "count_above", value: 3, limit: "Other" },
  { ...compared, operator: "changed_by", value: 3, window_seconds: "<LIMIT>" },
  { ...compared, operator: "less_than", value: 1, deadband: "<LIMIT>", max_age_seconds: "<LIMIT>" },
  counted({ operator: "less_than", value: 1, deadband: "<LIMIT>" }),
  { ...compared, operator: "increase_above", value: 3, tolerance: 1, rollover: 65_535 },
  { expression: "<PUMP> / 2", unit: "bar", operator: "greater_than", value: 1 },
  { expression: "<PUMP> / 2", unit: null, operator: "in", value: [1] },
  counted({ operator: "greater_than", value: 1, deadband: 0.5 }),
  counted({ operator: "equals", value: 1, tolerance: 0.5 }),
  counted({ operator: "in", value: [1, 2] }),
  { ...counted({ operator: "equals", value: "a", ignore_case: true }), stream: "Text" },
  { ...counted({ operator: "in", value: ["a", "b"] }), stream: "Text" },
  { ...counted({ operator: "equals", value: true }), stream: "Flag" },
  { all: [{ any: [{ not: flag }, flag] }] },
  { at_least: 1, conditions: [flag, flag] },
  { any: [flag] },
  { not: flag },
];

const rule = {
  rule_id: "high",
  rule_name: "High",
  display_name: "d",
  event_name: "<PUMP>.High",
  event_description: "d",
  logic: "all",
  severity: "warning",
  ...{ on_delay_seconds: 1, off_delay_seconds: 1, re_alarm_minutes: 60 },
  enrichment: { a: "b" },
  cause: "c",
  consequence: "c",
  action: "a",
  conditions,
};

const delayed = {
  ...rule,
  ...{ rule_id: "delayed", conditions: [flag], on_delay_seconds: "<LIMIT>", off_delay_seconds: "<LIMIT>" },
};

const declared = { description: "d", is_required: true, max_age_seconds: null };

export const content = {
  rules: [rule, delayed, { ...rule, rule_id: "ended", conditions: [flag], until: conditions }],
  placeholders: [
    { ...declared, placeholder_name: "PUMP", data_type: "NUM", default_value: null, max_age_seconds: 60 },
    { ...declared, placeholder_name: "LIMIT", data_type: "NUM", default_value: 5 },
    { ...declared, placeholder_name: "TEXT", data_type: "STR", default_value: "text" },
    { ...declared, placeholder_name: "FLAG", data_type: "BOOL", default_value: true },
  ],
};
