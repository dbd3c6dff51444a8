import type { Severity } from "../../domain/event/types.ts";
import type { Literal, Placeholder } from "../../domain/rule/types.ts";

/** A comparison while it is edited; missing values are null or undefined. */
export interface DraftComparison {
  stream: string;
  operator: string;
  value?: DraftOperand | DraftOperand[];
  of?: string;
  limit?: DraftOperand;
  window_seconds?: number | null;
  deadband?: number | null;
  tolerance?: number | null;
  ignore_case?: boolean;
  max_age_seconds?: number | null;
  accept_uncertain?: boolean;
}

export type DraftOperand = Literal | null;
export type DraftCondition = DraftComparison | DraftGroup | { not: DraftCondition };
export type DraftGroup = { all: DraftCondition[] } | { any: DraftCondition[] };

export interface DraftRule {
  rule_id: string;
  rule_name: string;
  /** Empty: a readable form of the name. */
  display_name: string;
  logic: "all" | "any";
  conditions: DraftCondition[];
  event_name: string;
  event_description: string;
  severity: Severity;
  on_delay_seconds: number | null;
  off_delay_seconds: number | null;
  re_alarm_minutes: number | null;
  /** A list, so that keys can be empty or duplicate during editing. */
  enrichment: { key: string; value: string }[];
  cause: string;
  consequence: string;
  action: string;
}

/** A template in the editor, with the same paths as in the API. */
export interface TemplateDraft {
  name: string;
  description: string;
  category: string;
  color: string;
  package_id: number | null;
  is_active: boolean;
  allow_instances: boolean;
  rules: DraftRule[];
  placeholders: Placeholder[];
}

export function isGroup(condition: DraftCondition): condition is DraftGroup {
  return "all" in condition || "any" in condition;
}

export function isNot(condition: DraftCondition): condition is { not: DraftCondition } {
  return "not" in condition;
}

/** The logic and conditions of a group. */
export function groupOf(group: DraftGroup): { logic: "all" | "any"; conditions: DraftCondition[] } {
  return "all" in group ? { logic: "all", conditions: group.all } : { logic: "any", conditions: group.any };
}
