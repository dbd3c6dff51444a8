import type { Comparison, Placeholder, Rule } from "../../domain/rule/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { TemplateDocument } from "../../domain/template/schema.ts";
import { optionsOf } from "../parts/options.ts";

export const DATA_TYPE_LABELS: Readonly<Record<DataType, string>> = {
  NUM: "Number",
  STR: "Text",
  BOOL: "True or false",
};

/** The types as the options of a select. */
export const DATA_TYPE_OPTIONS = optionsOf(DATA_TYPE_LABELS);

type LabelsOf<T> = Readonly<Record<keyof T, string>>;

/** The fields of a template beside its lists, in the order in which differences are shown. */
export const HEAD_LABELS: LabelsOf<Omit<TemplateDocument, "rules" | "placeholders">> = {
  name: "Name",
  description: "Description",
  category: "Category",
  color: "Colour",
  is_active: "Active",
  allow_instances: "Allows new instances",
};

export const PLACEHOLDER_LABELS: LabelsOf<Placeholder> = {
  placeholder_name: "Name",
  data_type: "Type",
  description: "Description",
  is_required: "Required",
  default_value: "Default",
  max_age_seconds: "Maximum age",
};

export const RULE_LABELS: LabelsOf<Rule> = {
  rule_id: "Identifier",
  logic: "Logic",
  rule_name: "Name",
  display_name: "Display name",
  conditions: "Conditions",
  until: "Ends when",
  severity: "Severity",
  on_delay_seconds: "On-delay",
  off_delay_seconds: "Off-delay",
  re_alarm_minutes: "Re-alarm",
  event_name: "Event name",
  event_description: "Event description",
  enrichment: "Additional fields",
  cause: "Cause",
  consequence: "Consequence",
  action: "Action",
};

export const COMPARISON_LABELS: LabelsOf<Comparison> = {
  stream: "Compared stream",
  expression: "Expression",
  unit: "Unit",
  operator: "Comparison",
  value: "Value",
  of: "Second stream",
  limit: "Limit",
  window_seconds: "Window",
  deadband: "Deadband",
  tolerance: "Tolerance",
  rollover: "Largest value (rollover)",
  comparison: "Counted comparison",
  ignore_case: "Ignore case",
  max_age_seconds: "Maximum age",
  accept_uncertain: "Accept uncertain values",
};
