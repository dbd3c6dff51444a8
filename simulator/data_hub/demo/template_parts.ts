import type { Placeholder, Rule } from "../../../domain/rule/types.ts";
import type { DataType } from "../../../domain/sample/types.ts";

type Required = "rule_id" | "rule_name" | "conditions" | "event_name" | "event_description" | "severity";

/** Creates a rule with defaults for delays, logic, enrichment and guidance. */
export function rule(parts: Pick<Rule, Required> & Partial<Rule>): Rule {
  return {
    logic: "all",
    until: null,
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    re_alarm_minutes: null,
    enrichment: {},
    cause: null,
    display_name: null,
    consequence: null,
    action: null,
    ...parts,
  };
}

export function placeholder(name: string, data_type: DataType, description: string): Placeholder {
  return {
    placeholder_name: name,
    data_type,
    description,
    is_required: true,
    default_value: null,
    max_age_seconds: null,
  };
}
