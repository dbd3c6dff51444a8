/** What a rule has where a body leaves it out. Apart from the schema, so that the console has no zod. */
export const RULE_DEFAULTS = {
  display_name: null,
  logic: "all",
  until: null,
  event_description: "",
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  re_alarm_minutes: null,
  enrichment: {},
  cause: null,
  consequence: null,
  action: null,
} as const;

export const PLACEHOLDER_DEFAULTS = {
  description: "",
  is_required: true,
  default_value: null,
  max_age_seconds: null,
} as const;
