/** Short ways of writing template rules and placeholders in tests. */
import type { Comparison, Condition, Placeholder, Rule } from "../../domain/rule/types.ts";

/** `greater_than 80` on <T>, unless said. */
export function condition(changes: Partial<Comparison> = {}): Comparison {
  return { stream: "<T>", operator: "greater_than", value: 80, ...changes };
}

export function templateRule(conditions: Condition[], changes: Partial<Rule> = {}): Rule {
  return {
    rule_id: "r1",
    rule_name: "Rule",
    conditions,
    logic: "all",
    until: null,
    event_name: "Event",
    event_description: "",
    severity: "warning",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    enrichment: {},
    cause: null,
    display_name: null,
    re_alarm_minutes: null,
    consequence: null,
    action: null,
    ...changes,
  };
}

export function placeholder(name: string, changes: Partial<Placeholder> = {}): Placeholder {
  const defaults = { data_type: "NUM", description: "", is_required: true } as const;
  return { placeholder_name: name, ...defaults, default_value: null, max_age_seconds: null, ...changes };
}
