import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "../../../domain/rule/defaults.ts";
import type { Placeholder, Rule } from "../../../domain/rule/types.ts";
import type { DataType } from "../../../domain/sample/types.ts";

type Required = "rule_id" | "rule_name" | "conditions" | "event_name" | "event_description" | "severity";

/** Creates a rule with defaults for delays, logic, enrichment and guidance. */
export function rule(parts: Pick<Rule, Required> & Partial<Rule>): Rule {
  return { ...RULE_DEFAULTS, ...parts };
}

export function placeholder(name: string, data_type: DataType, description: string): Placeholder {
  return { ...PLACEHOLDER_DEFAULTS, placeholder_name: name, data_type, description };
}
