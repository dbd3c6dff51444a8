import { offeredOperators } from "./operator_table.ts";
import type { DraftCondition, DraftRule, TemplateDraft } from "./draft.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Placeholder } from "../../domain/rule/types.ts";

/** A preset for a common rule. */
export interface RulePreset {
  name: string;
  hint: string;
  /** The type of its stream. */
  type: DataType;
  /** The suffix of the event's name: `<PRESSURE>.High`. */
  suffix: string;
  severity: DraftRule["severity"];
  condition(stream: string): DraftCondition;
}

const ALL: readonly RulePreset[] = [
  {
    name: "Too high",
    hint: "A number above a limit",
    type: "NUM",
    suffix: "High",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "greater_than", value: null }),
  },
  {
    name: "Too low",
    hint: "A number below a limit",
    type: "NUM",
    suffix: "Low",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "less_than", value: null }),
  },
  {
    name: "Out of range",
    hint: "A number outside two limits",
    type: "NUM",
    suffix: "OutOfRange",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "outside", value: [null, null] }),
  },
  {
    name: "On",
    hint: "A signal that is true",
    type: "BOOL",
    suffix: "On",
    severity: "info",
    condition: (stream) => ({ stream, operator: "is_true" }),
  },
  {
    name: "In a state",
    hint: "A text equal to a value",
    type: "STR",
    suffix: "State",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "equals", value: null }),
  },
  {
    name: "No data",
    hint: "A stream without new values",
    type: "NUM",
    suffix: "NoData",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "stale_for", value: 300 }),
  },
];

/** The presets whose operator the server supports. */
export function rulePresets(): RulePreset[] {
  const offered = new Set(offeredOperators().map(({ name }) => name));
  return ALL.filter(({ condition }) => {
    const made = condition("");
    return "operator" in made && offered.has(made.operator);
  });
}

/** A new rule on a stream, with an unused identifier. */
export function newRule(
  { name, suffix, severity, condition }: RulePreset,
  { stream, taken }: { stream: string; taken: readonly string[] },
): DraftRule {
  return {
    rule_id: ruleId(name, taken),
    rule_name: name,
    display_name: "",
    logic: "all",
    severity,
    conditions: [condition(stream)],
    event_name: stream === "" ? "" : `${stream}.${suffix}`,
    event_description: "",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    re_alarm_minutes: null,
    enrichment: [],
    cause: "",
    consequence: "",
    action: "",
  };
}

/** "Too high!" becomes too_high, or too_high_2 if that is taken. */
export function ruleId(name: string, taken: readonly string[]): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60) ||
    "rule";
  if (!taken.includes(plain)) return plain;
  for (let number = 2;; number++) {
    if (!taken.includes(`${plain}_${number}`)) return `${plain}_${number}`;
  }
}

export function newPlaceholder(placeholder_name: string, data_type: DataType = "NUM"): Placeholder {
  return {
    placeholder_name,
    data_type,
    description: "",
    is_required: true,
    default_value: null,
    max_age_seconds: null,
  };
}

/** A new template: one placeholder and one rule without a limit. */
export function newTemplate(package_id: number | null): TemplateDraft {
  return {
    name: "",
    description: "",
    category: "production",
    color: "#5b646d",
    package_id,
    is_active: true,
    allow_instances: true,
    placeholders: [newPlaceholder("VALUE")],
    rules: [newRule(rulePresets()[0], { stream: "<VALUE>", taken: [] })],
  };
}
